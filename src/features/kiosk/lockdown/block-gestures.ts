import type { Dispose } from '../../../contract/result.ts'
import { playSettings } from '../../../core/settings/play.ts'

/** Text may be selected inside fields only. */
const TYPED = 'input, textarea'
/** Keys that leave the page, open a part of the browser or change the zoom. */
const LEAVING = /^(F([1-9]|1[0-2])|Browser\w+|Launch\w+|ContextMenu)$/
const WITH_CONTROL =
  /^Key[BDEFGHIJKLMNOPQRSTUW]$|^Digit[0-9]$|^Numpad(0|Add|Subtract)$|^(Minus|Equal|Tab|F4|Escape|Page(Up|Down))$/
/** Without Shift these edit text. */
const WITH_CONTROL_AND_SHIFT = /^(Key[ACXY]|Delete)$/
const WITH_ALT = /^(ArrowLeft|ArrowRight|Home|F4|Key[BDEFHSTV])$/

const isPanelKey = (code: string): boolean => Object.hasOwn(playSettings.peek().keys, code)

/** Whether the key is a shortcut of the browser. The operator's keys of a button panel are exempt, alone. */
export function isBrowserShortcut({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const hasControl = ctrlKey || metaKey
  // The game ignores a panel's key with these, too (game/key-bindings/handle-keys.ts).
  if (!hasControl && !altKey && isPanelKey(code)) return false
  if (LEAVING.test(code)) return true
  if (hasControl && WITH_CONTROL.test(code)) return true
  if (hasControl && shiftKey && WITH_CONTROL_AND_SHIFT.test(code)) return true
  return altKey && !ctrlKey && WITH_ALT.test(code)
}

type Rule = readonly [event: string, forbids: (event: Event) => boolean]

const always = () => true
const isTextField = ({ target }: Event) => target instanceof Element && target.closest(TYPED) !== null

/** The default actions to prevent, by event. */
const RULES: readonly Rule[] = [
  ['contextmenu', always],
  ['dragstart', always],
  ['drop', always],
  ['dragover', always],
  ['selectstart', (event) => !isTextField(event)],
  // Pinching: Safari reports it by gesture events, others by touches or by the wheel with Ctrl.
  ['gesturestart', always],
  ['gesturechange', always],
  ['touchmove', (event) => 'touches' in event && (event as TouchEvent).touches.length > 1],
  ['wheel', (event) => event instanceof WheelEvent && event.ctrlKey],
  ['keydown', (event) => event instanceof KeyboardEvent && isBrowserShortcut(event)],
  // The middle button opens a tab; the thumb buttons go back and forward.
  ['auxclick', always],
  ['mousedown', (event) => event instanceof MouseEvent && event.button > 2],
  ['mouseup', (event) => event instanceof MouseEvent && event.button > 2],
]

/**
 * Prevents the default actions of the browser's gestures and keys; the page's own listeners still receive the
 * events. Iframes are not covered: their sandbox runs no script.
 */
export function blockGestures(target: Document = document): Dispose {
  const stops = RULES.map(([type, forbids]) => {
    const handler = (event: Event) => {
      if (event.cancelable && forbids(event)) event.preventDefault()
    }
    const how = { capture: true, passive: false }
    target.addEventListener(type, handler, how)
    return () => target.removeEventListener(type, handler, how)
  })
  return () => {
    for (const stop of stops) stop()
  }
}
