import type { KeyAction } from '../../../contract/settings-play.ts'
import { isDialogOpen } from '../../../ui/dialogs.ts'
import { DEFAULT_KEYS } from './state.ts'

type KeyMap = Readonly<Record<string, KeyAction | undefined>>

let bindings: KeyMap = DEFAULT_KEYS
const handlers = new Map<KeyAction, () => void>()

/** What each key does, by KeyboardEvent.code, from now on. */
export function setKeyBindings(next: KeyMap): void {
  bindings = next
}

/** Does this for an action that has no control with its `data-key` on the page. The answer undoes it. */
export function addKeyHandler(action: KeyAction, handler: () => void): () => void {
  handlers.set(action, handler)
  return () => void (handlers.get(action) === handler && handlers.delete(action))
}

/** A key is a tap on the control of its action, refused as that would be; a control that is off shakes. */
function trigger(action: KeyAction): void {
  const control = document.querySelector<HTMLElement>(`[data-key=${action}]`)
  if (!control) {
    handlers.get(action)?.()
    return
  }
  control.click()
  if (control.matches(':disabled') && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
    control.animate?.({ translate: ['0', '-6px', '5px', '-3px', '0'] }, 240)
  }
}

/**
 * Keys play, wherever the focus is but on something that takes them itself. Held down they do it once. They are known
 * by their place (`code`), so that no layout matters; a device that names none is known by its key.
 */
export function startKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const code = event.code || (event.key === ' ' ? 'Space' : event.key)
    const action = Object.hasOwn(bindings, code) ? bindings[code] : undefined
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return
    const target = event.target instanceof Element ? event.target : undefined
    const within = (selector: string) => target?.closest(selector)
    if (within('input:not([role=switch]),textarea,select,[contenteditable]')) return
    if (event.repeat) return event.preventDefault()
    // Nor while a window lies over the game, such as the lock: nobody stakes blindly.
    if (event.defaultPrevented || isDialogOpen('modal')) return
    if (within('[role=dialog],[popover]')) return
    // What has the focus takes these itself: a button is pressed, a list is moved through.
    if (/^(Space|Enter|NumpadEnter)$/.test(code) && within('button,a,summary,[role=switch]')) return
    if (code.startsWith('Arrow') && within('aside,[role=tablist]')) return
    event.preventDefault()
    trigger(action)
  }
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}
