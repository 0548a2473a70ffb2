import { openModal } from '../../ui/first-focus.ts'
import { openLazy } from '../../ui/LazyDialog.tsx'
import { loadedOf } from '../../ui/lazy.tsx'
import { sheets } from './late.tsx'

/** The id of the field in the header bar. */
export const FIELD_ID = 'search'
/** The ids of the sheets, for `openSheet`. */
export const SHEET_ID = 'search-sheet'
export const SHORTCUTS_EDITOR_ID = 'search-stars'

/** The sheet to open as soon as its code has loaded. */
let requestedSheet: string | undefined

/**
 * Opens a sheet; synchronously if its code has loaded, because a touch keyboard opens only during the touch.
 */
export async function openSheet(id: string): Promise<void> {
  const sheet = document.getElementById(id)
  if (sheet instanceof HTMLDialogElement) {
    if (!sheet.open) openModal(sheet)
    return
  }
  requestedSheet = id
  await openLazy(sheets)
}

/** Whether the sheet was requested before it was mounted. Clears the request. */
export function takeRequestedSheet(id: string): boolean {
  const is = requestedSheet === id
  if (is) requestedSheet = undefined
  return is
}

/** Opens the search's sheet, empty. Resolves before the browser handles the next key. */
export async function openSearch(): Promise<void> {
  await openSheet(SHEET_ID)
  loadedOf(sheets)?.beginSearch()
}
