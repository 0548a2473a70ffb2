import { pathname } from '../../core/router/pathname.ts'
import { openModal } from '../../ui/first-focus.ts'
import { openLazy } from '../../ui/LazyDialog.tsx'
import { loadedOf } from '../../ui/lazy.tsx'
import { sheets } from './late.tsx'

/** The id of the field in the header bar. */
export const FIELD_ID = 'search'
/** The ids of the sheets, for `openSheet`. */
export const SHEET_ID = 'search-sheet'
export const SHORTCUTS_EDITOR_ID = 'search-stars'

/** The sheet to open as soon as its code has loaded, if the page is still the same. */
let requested: { id: string; path: string } | undefined

/**
 * Opens a sheet; synchronously if its code has loaded, because a touch keyboard opens only during the touch.
 */
export async function openSheet(id: string): Promise<void> {
  const sheet = document.getElementById(id)
  if (sheet instanceof HTMLDialogElement) {
    if (!sheet.open) openModal(sheet)
    return
  }
  requested = { id, path: pathname.peek() }
  await openLazy(sheets, () => {
    requested = undefined
  })
}

/** Whether the sheet was requested on this page before it was mounted. Clears the request. */
export function takeRequestedSheet(id: string): boolean {
  if (requested?.id !== id) return false
  const { path } = requested
  requested = undefined
  return path === pathname.peek()
}

/** Opens the search's sheet, empty. Resolves before the browser handles the next key. */
export async function openSearch(): Promise<void> {
  await openSheet(SHEET_ID)
  loadedOf(sheets)?.beginSearch()
}
