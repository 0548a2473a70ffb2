import { openModal } from '../../ui/first-focus.ts'
import { loadSearchedMachines } from './actions.ts'
import { setQuery } from './state.ts'

/** The id of the field in the header bar. */
export const FIELD_ID = 'search'
/** The ids of the sheets, for `openSheet`. */
export const SHEET_ID = 'search-sheet'
export const SHORTCUTS_EDITOR_ID = 'search-stars'

/** Opens a sheet. A touch keyboard opens only during the touch. */
export function openSheet(id: string): void {
  const sheet = document.getElementById(id)
  if (sheet instanceof HTMLDialogElement && !sheet.open) openModal(sheet)
}

/**
 * Opens the search's sheet, empty: a sheet that is reopened at once may receive the `close` event of its
 * earlier opening only later.
 */
export function openSearch(): void {
  openSheet(SHEET_ID)
  setQuery('')
  void loadSearchedMachines()
}
