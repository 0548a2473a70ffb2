import { openLazy } from '../../ui/LazyDialog.tsx'
import { lazy } from '../../ui/lazy.tsx'

/* The search's code is fetched when it is opened, or about to be. This file opens it. */

/** The id of the field in the header bar. */
export const FIELD_ID = 'search'
/** The ids of the sheets, for `openSheet`. */
export const SHEET_ID = 'search-sheet'
export const SHORTCUTS_EDITOR_ID = 'search-stars'

let chunk: typeof import('./search.chunk.tsx') | undefined
const loadChunk = async () => {
  chunk = await import('./search.chunk.tsx')
  return chunk
}
export const field = lazy(() => loadChunk().then((module) => module.Combobox))
export const sheets = lazy(() => loadChunk().then((module) => module.Sheets))

/** The row of shortcuts, in the open drawer or in a wide header bar. */
export const shortcuts = lazy(() => import('./Shortcuts.tsx').then((module) => module.Shortcuts))

/** The sheet to open as soon as its code has loaded. */
let requestedSheet: string | undefined

/**
 * Opens a sheet; synchronously if its code has loaded, because a touch keyboard opens only during the touch.
 */
export async function openSheet(id: string): Promise<void> {
  const sheet = document.getElementById(id)
  if (sheet instanceof HTMLDialogElement) {
    if (!sheet.open) sheet.showModal()
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

export function openSearch(): void {
  // At once where it has loaded: importing it again can take longer than typing the first letters.
  if (chunk) chunk.beginSearch()
  else
    loadChunk().then(
      ({ beginSearch }) => beginSearch(),
      () => {},
    )
  void openSheet(SHEET_ID)
}
