import { DIALOG } from '../../ui/open-dialogs.ts'
import { findRoute } from './find-route.ts'
import { pathname } from './pathname.ts'

/** Text fields; other choices are quickly made again. */
const TEXT_FIELD =
  'input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=hidden]), textarea, [contenteditable=true]'
/** A button whose command is pending (ui/Button.tsx). */
const BUSY_BUTTON = 'button[aria-busy=true]'

const isFilled = (field: Element) =>
  ('value' in field ? `${field.value}` : (field.textContent ?? '')).trim() !== ''

/** Whether a reload would lose typed text. An empty field of an open dialog counts too. */
function hasTypedText(): boolean {
  return [...document.querySelectorAll(TEXT_FIELD)].some((field) => isFilled(field) || field.closest(DIALOG))
}

/**
 * Why the page must not reload now: a game is open, a command is pending, or text is typed, which only the
 * player may discard.
 */
export function reloadBlocker(): 'game' | 'busy' | 'typed' | undefined {
  if (findRoute(pathname.peek())?.page === 'game') return 'game'
  if (document.querySelector(BUSY_BUTTON)) return 'busy'
  return hasTypedText() ? 'typed' : undefined
}
