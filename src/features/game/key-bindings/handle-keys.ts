import type { Dispose } from '../../../contract/result.ts'
import type { KeyAction } from '../../../contract/settings-play.ts'
import { DIALOG, isDialogOpen } from '../../../ui/open-dialogs.ts'
import { DEFAULT_KEYS } from './default-keys.ts'

type KeyMap = Readonly<Record<string, KeyAction | undefined>>

/** The keys that press a focused button. */
const PRESS_KEYS = /^(Space|Enter|NumpadEnter)$/

/** What has the focus when a control has lost it. */
const PAGE = 'body, main, #root'

/** What gives the focus back by itself when it closes. */
const RETURNS_FOCUS = `${DIALOG}, [popover], [data-win], [data-testid=receipt]`

let bindings: KeyMap = DEFAULT_KEYS
const handlers = new Map<KeyAction, () => void>()

export function setKeyBindings(next: KeyMap): void {
  bindings = next
}

/** Handles an action that has no control with its `data-key` on the page, until disposed. */
export function addKeyHandler(action: KeyAction, handler: () => void): Dispose {
  handlers.set(action, handler)
  return () => void (handlers.get(action) === handler && handlers.delete(action))
}

/** Clicks the control of the action; a disabled control shakes. The spin button does so by itself. */
function trigger(action: KeyAction): void {
  const control = document.querySelector<HTMLElement>(`[data-key=${action}]`)
  if (!control) {
    handlers.get(action)?.()
    return
  }
  control.click()
  const isRefused = action !== 'spin' && control.matches('[aria-disabled=true]')
  if (isRefused && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
    control.animate?.({ translate: ['0', '-6px', '5px', '-3px', '0'] }, 240)
  }
}

/**
 * Handles the key bindings, unless the focused element uses the key itself. Repeats are ignored. Devices
 * without `code` are matched by `key`.
 *
 * A control that is removed loses the focus to the page. The press that was meant for the control then only
 * focuses the spin button, because a spin costs money.
 */
export function startKeys(): Dispose {
  const { activeElement, body } = document
  // A key opened the game, and the focus went with the page before.
  let isFocusExpected = activeElement !== body && activeElement?.matches(':focus-visible') === true
  const onFocusIn = ({ target }: Event) => {
    // By a key or a script. A press of the pointer is meant for what it hits, and the next key is another's.
    if (!(target instanceof Element) || target.matches(PAGE)) return
    if (target.matches(':focus-visible') && !target.closest(RETURNS_FOCUS)) isFocusExpected = true
  }
  const onClick = () => {
    // The player has clicked beside the controls.
    if (document.activeElement?.matches(PAGE)) isFocusExpected = false
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const code = event.code || (event.key === ' ' ? 'Space' : event.key)
    const action = Object.hasOwn(bindings, code) ? bindings[code] : undefined
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return
    const target = event.target instanceof Element ? event.target : undefined
    const within = (selector: string) => target?.closest(selector)
    if (within('input:not([role=switch]),textarea,select,[contenteditable]')) return
    if (event.repeat) return event.preventDefault()
    // Not under a dialog, such as the lock.
    if (event.defaultPrevented || isDialogOpen('modal')) return
    if (within('[role=dialog],[popover]')) return
    // Focused controls, lists and scrolled areas use these keys themselves.
    const isOnControl = within('button,a,summary,[role=switch]')
    const isScrolled = target && !isOnControl && !target.matches('html,body,[tabindex="-1"]')
    if (PRESS_KEYS.test(code) && (isOnControl || isScrolled)) {
      // The press may remove the control, also one that a script has focused.
      isFocusExpected = true
      return
    }
    if (code.startsWith('Arrow') && (isScrolled || within('aside,[role=tablist]'))) return
    event.preventDefault()
    if (isFocusExpected && target?.matches(PAGE) && PRESS_KEYS.test(code)) {
      isFocusExpected = false
      document.querySelector<HTMLElement>('[data-key=spin]')?.focus()
      return
    }
    trigger(action)
  }
  addEventListener('focusin', onFocusIn)
  addEventListener('click', onClick, true)
  addEventListener('keydown', onKeyDown)
  return () => {
    removeEventListener('focusin', onFocusIn)
    removeEventListener('click', onClick, true)
    removeEventListener('keydown', onKeyDown)
  }
}
