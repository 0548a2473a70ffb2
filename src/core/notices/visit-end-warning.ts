import { Code, VISIT_END_WARNING_S } from '../../contract/codes.ts'
import type { InfoPush } from '../../contract/live.ts'
import { codeText } from '../../i18n/index.ts'
import { dismissToast, toast, toasts } from '../../ui/toast.ts'
import { stopwatch } from '../session/elapsed-time.ts'

/**
 * The warning starts with VISIT_END_WARNING_S seconds left, and closes STAYS_MS after its last change
 * (specification, section 9).
 */
const STAYS_MS = 10_000
const ID = 'closing'

const COUNTED: readonly number[] = [Code.infoDeposit, Code.infoContinue]
const ENDS: readonly number[] = [Code.infoTerminating, Code.sessionTerminated]

/** The code of the shown warning, while it can still be withdrawn. */
let warned: number | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Whether a message with this code announces the end of a visit. */
export const isVisitEndWarning = (code: number): boolean => COUNTED.includes(code) || ENDS.includes(code)

/** Seconds left: the first numeric parameter, because its name differs between servers. */
function secondsOf(params: InfoPush['params']): number {
  const figure = Object.values(params).find((value) => value !== '' && Number.isFinite(Number(value)))
  return Math.min(Number(figure ?? VISIT_END_WARNING_S), 24 * 3600)
}

function put(text: string, code: number): void {
  // A screen reader does not announce each second. A countdown that the player has closed reappears only at
  // its end.
  const quiet = warned === code && COUNTED.includes(code)
  const away = quiet && !toasts.peek().some(({ id }) => id === ID)
  warned = code
  if (text && !away) toast(text, { id: ID, kind: 'danger', ms: STAYS_MS, quiet, isUrgent: true })
}

function count(info: InfoPush, leftMs: () => number): void {
  const ms = leftMs()
  const seconds = Math.ceil(ms / 1000)
  if (seconds <= 0) {
    put(codeText(Code.infoTerminating) ?? info.message, Code.infoTerminating)
    return
  }
  if (seconds <= VISIT_END_WARNING_S)
    put(codeText(info.code, { ...info.params, seconds }) ?? info.message, info.code)
  const wait = seconds > VISIT_END_WARNING_S ? ms - VISIT_END_WARNING_S * 1000 : ms - (seconds - 1) * 1000
  timer = setTimeout(() => count(info, leftMs), wait)
}

/**
 * Shows the server's message that the visit ends, or in how many seconds: one toast, from VISIT_END_WARNING_S
 * on, which counts down until the next message, also while the device sleeps.
 */
export function showVisitEndWarning(info: InfoPush): void {
  clearTimeout(timer)
  const { code, params, message, action } = info
  const total = secondsOf(params) * 1000
  const elapsed = stopwatch()
  if (COUNTED.includes(code)) count(info, () => total - elapsed())
  else put(codeText(code, params) ?? message, code)
  // The message makes the player leave the page, so its toast must outlive the page.
  if (action !== 'none') warned = undefined
}

/** Withdraws the warning: the player continued to play or left the page. */
export function clearVisitEndWarning(): void {
  clearTimeout(timer)
  if (warned !== undefined) dismissToast(ID)
  warned = undefined
}
