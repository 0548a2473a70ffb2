import { Code } from '../../contract/codes.ts'
import type { InfoPush } from '../../contract/live.ts'
import { codeText } from '../../i18n/index.ts'
import { dismissToast, toast, toasts } from '../../ui/toast.ts'

/** The warning begins with so many seconds left, and stays so long after its last change (specification, section 9). */
const WARN_S = 10
const STAYS_MS = 10_000
const ID = 'closing'

const COUNTED: readonly number[] = [Code.infoDeposit, Code.infoContinue]
const ENDS: readonly number[] = [Code.infoTerminating, Code.sessionTerminated]

/** The code of the warning, for as long as something may take it back. */
let warned: number | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Does a message with this code belong to the end of a session? */
export const isIdleWarning = (code: number): boolean => COUNTED.includes(code) || ENDS.includes(code)

/** Seconds left: the first parameter that is a number, whatever a server calls it. */
function secondsOf(params: InfoPush['params']): number {
  const figure = Object.values(params).find((value) => value !== '' && Number.isFinite(Number(value)))
  return Math.min(Number(figure ?? WARN_S), 24 * 3600)
}

function put(text: string, code: number): void {
  // A figure that moves is not read out; and a count that the player has taken away comes back only as its end.
  const quiet = warned === code && COUNTED.includes(code)
  const away = quiet && !toasts.peek().some(({ id }) => id === ID)
  warned = code
  if (text && !away) toast(text, { id: ID, kind: 'danger', ms: STAYS_MS, quiet })
}

function count(info: InfoPush, end: number): void {
  const ms = end - Date.now()
  const seconds = Math.ceil(ms / 1000)
  if (seconds <= 0) {
    put(codeText(Code.infoTerminating) ?? info.message, Code.infoTerminating)
    return
  }
  if (seconds <= WARN_S) put(codeText(info.code, { ...info.params, seconds }) ?? info.message, info.code)
  const wait = seconds > WARN_S ? ms - WARN_S * 1000 : ms - (seconds - 1) * 1000
  timer = setTimeout(() => count(info, end), wait)
}

/**
 * A server says that a session ends, or in how many seconds: one toast, from 10 s on, which goes on counting by the
 * wall clock until the server says something newer.
 */
export function showIdleWarning(info: InfoPush): void {
  clearTimeout(timer)
  const { code, params, message, action } = info
  if (COUNTED.includes(code)) count(info, Date.now() + secondsOf(params) * 1000)
  else put(codeText(code, params) ?? message, code)
  // The page is left because of it, and the message outlives the page.
  if (action !== 'none') warned = undefined
}

/** The player went on playing, or went: the warning has nothing to say any more. */
export function clearIdleWarning(): void {
  clearTimeout(timer)
  if (warned !== undefined) dismissToast(ID)
  warned = undefined
}
