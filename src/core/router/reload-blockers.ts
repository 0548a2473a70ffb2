import { DIALOG } from '../../ui/open-dialogs.ts'
import { findRoute } from './find-route.ts'
import { pathname } from './pathname.ts'

/** Text fields; other choices are quickly made again. */
const TEXT_FIELD =
  'input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=hidden], [readonly]), textarea:not([readonly]), [contenteditable=true]'
/** The PIN lock, which a reload shows again. */
const LOCK = '#lock'
/**
 * What the player reads or answers. It is not a kiosk's own screen, which invites to play, nor a panel of the
 * extras that leaves the page in reach.
 */
const MODAL_DIALOG = `dialog[open]:not([data-ambient], [data-panel], ${LOCK}), [aria-modal=true]`
/** A button whose command is pending (ui/Button.tsx). */
const BUSY_BUTTON = 'button[aria-busy=true]'

const isFilled = (field: Element) =>
  ('value' in field ? `${field.value}` : (field.textContent ?? '')).trim() !== ''

/**
 * Whether a reload would lose typed text. An empty field of an open dialog counts too, except for the lock's.
 */
function hasTypedText(): boolean {
  return [...document.querySelectorAll(TEXT_FIELD)].some(
    (field) => isFilled(field) || (field.closest(DIALOG) && !field.closest(LOCK)),
  )
}

/**
 * Why the page must not reload by itself now: a game is open, a command is pending, text is typed, which only
 * the player may discard, or a modal dialog is open.
 */
export function reloadBlocker(): 'game' | 'busy' | 'typed' | 'dialog' | undefined {
  if (findRoute(pathname.peek())?.page === 'game') return 'game'
  if (document.querySelector(BUSY_BUTTON)) return 'busy'
  if (hasTypedText()) return 'typed'
  return document.querySelector(MODAL_DIALOG) ? 'dialog' : undefined
}
