import type { Dispose } from '../../../contract/result.ts'
import { playSettings } from '../../../core/settings/play.ts'

/** Where text may be selected: fields. */
const TYPED = 'input, textarea'
/** Keys that leave the page, open something of the browser's or change its size. */
const LEAVING = /^(F([1-9]|1[0-2])|Browser\w+|Launch\w+|ContextMenu)$/
const WITH_CONTROL =
  /^Key[DEFGHIJKLMNOPRSTUW]$|^Digit[0-9]$|^Numpad(0|Add|Subtract)$|^(Minus|Equal|Tab|F4|Escape)$/
const WITH_ALT = /^(ArrowLeft|ArrowRight|Home|F4|KeyD|KeyE|KeyF)$/

const isPanelKey = (code: string): boolean => code in playSettings.peek().keys

/** Would this key do something of the browser's own? A key of a button panel, which the operator has given, does not. */
export function isBrowserShortcut({ code, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (isPanelKey(code)) return false
  if (LEAVING.test(code)) return true
  return ((ctrlKey || metaKey) && WITH_CONTROL.test(code)) || (altKey && !ctrlKey && WITH_ALT.test(code))
}

type Rule = readonly [event: string, forbids: (event: Event) => boolean]

const always = () => true
const isTextField = ({ target }: Event) => target instanceof Element && target.closest(TYPED) !== null

/** What a browser would do of its own, and when it may not. */
const RULES: readonly Rule[] = [
  ['contextmenu', always],
  ['dragstart', always],
  ['drop', always],
  ['dragover', always],
  ['selectstart', (event) => !isTextField(event)],
  // Two fingers: Safari tells of them by events of its own.
  ['gesturestart', always],
  ['gesturechange', always],
  ['touchmove', (event) => 'touches' in event && (event as TouchEvent).touches.length > 1],
  ['wheel', (event) => event instanceof WheelEvent && event.ctrlKey],
  ['keydown', (event) => event instanceof KeyboardEvent && isBrowserShortcut(event)],
  // The middle button opens a tab, and the thumb's go back.
  ['auxclick', always],
  ['mousedown', (event) => event instanceof MouseEvent && event.button > 2],
  ['mouseup', (event) => event instanceof MouseEvent && event.button > 2],
]

/**
 * Keeps the page from the browser's own gestures and keys; the page's own still hear them. Frames hear nothing of it:
 * they run no script, not even this. Gives a way to stop.
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
