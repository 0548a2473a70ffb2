import type { Dispose } from '../../contract/result.ts'
import { pathname } from '../../core/router/pathname.ts'
import { findRoute } from '../../core/router/routes.ts'
import { isDialogOpen } from '../../ui/open-dialogs.ts'

/** Whether the target is a text field. */
const types = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

const isSlash = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key === '/' && !ctrlKey && !metaKey && !altKey
// AltGr is Ctrl and Alt; and on a keyboard without Latin letters it is the key in that place.
const isCtrlK = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) &&
  !altKey &&
  !shiftKey &&
  (key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key)))

/**
 * '/' and Ctrl+K (Cmd+K) lead into the search field, or to `other` where the page has none; but not out of another
 * field or a window over the page, and not in a game. Gives a way to stop.
 */
export function startSearchKeys(fieldId: string, other: () => void): Dispose {
  const hear = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !(isSlash(event) || isCtrlK(event))) return
    if (types(event.target) || isDialogOpen('modal')) return
    if (findRoute(pathname.peek())?.page === 'game') return
    event.preventDefault()
    const field = document.getElementById(fieldId)
    if (!(field instanceof HTMLInputElement)) {
      other()
      return
    }
    field.focus()
    field.select()
    // As a press on it does.
    field.click()
  }
  document.addEventListener('keydown', hear)
  return () => document.removeEventListener('keydown', hear)
}
