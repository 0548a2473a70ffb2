import { DIALOG } from '../../ui/open-dialogs.ts'
import { pathname } from './pathname.ts'
import { findRoute } from './routes.ts'

/** Fields in which somebody writes; what is only chosen is soon chosen again. */
const TEXT_FIELD =
  'input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=hidden]), textarea, [contenteditable=true]'
/** A command whose answer is awaited: every button that sent one says so (ui/Button.tsx). */
const BUSY_BUTTON = 'button[aria-busy=true]'

const isFilled = (field: Element) =>
  ('value' in field ? `${field.value}` : (field.textContent ?? '')).trim() !== ''

/** Has somebody typed what a reload would lose? A dialog's field that is open and empty counts: they are about to. */
function hasTypedText(): boolean {
  return [...document.querySelectorAll(TEXT_FIELD)].some((field) => isFilled(field) || field.closest(DIALOG))
}

/**
 * Why the page must not be loaded anew now. A game is never left for it, nor is a command whose answer is awaited;
 * what somebody has typed is theirs to give up.
 */
export function reloadBlocker(): 'game' | 'busy' | 'typed' | undefined {
  if (findRoute(pathname.peek())?.page === 'game') return 'game'
  if (document.querySelector(BUSY_BUTTON)) return 'busy'
  return hasTypedText() ? 'typed' : undefined
}
