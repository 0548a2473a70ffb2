import type { Dispose } from '../../contract/result.ts'
import { findRoute } from '../../core/router/find-route.ts'
import { pathname } from '../../core/router/pathname.ts'
import { isDialogOpen } from '../../ui/open-dialogs.ts'

/** Whether the target is a text field. */
const types = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

// AltGr counts as Ctrl and Alt. On a keyboard without Latin letters the key in K's position counts.
const isCtrlK = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) &&
  !altKey &&
  !shiftKey &&
  (key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key)))

/**
 * Ctrl+K (Cmd+K) focuses the search field, or calls `other` where the page has none. It does nothing in
 * another text field, behind a modal dialog and in a game.
 */
export function startSearchKeys(fieldId: string, other: () => void): Dispose {
  const hear = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !isCtrlK(event)) return
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
    // A click opens the suggestions.
    field.click()
  }
  document.addEventListener('keydown', hear)
  return () => document.removeEventListener('keydown', hear)
}
