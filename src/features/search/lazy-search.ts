import { openLazy } from '../../ui/LazyDialog.tsx'
import { lazy } from '../../ui/lazy.tsx'

/* All that searches and stars is fetched when it is opened, or about to be; what is here is the way in. */

/** The field in the bar. */
export const FIELD_ID = 'search'
/** What opens a sheet asks for it by these. */
export const SHEET_ID = 'search-sheet'
export const SHORTCUTS_EDITOR_ID = 'search-stars'

let chunk: typeof import('./search.chunk.tsx') | undefined
const loadChunk = async () => {
  chunk = await import('./search.chunk.tsx')
  return chunk
}
export const field = lazy(() => loadChunk().then((module) => module.Combobox))
export const sheets = lazy(() => loadChunk().then((module) => module.Sheets))

/** The row of shortcuts, in a drawer that is open or in a wide bar. */
export const shortcuts = lazy(() => import('./Shortcuts.tsx').then((module) => module.Shortcuts))

/** The sheet that is to be open as soon as it is there. */
let requestedSheet: string | undefined

/** Opens a sheet, at once where it is there already: a touch keyboard comes only with the touch itself. */
export async function openSheet(id: string): Promise<void> {
  const sheet = document.getElementById(id)
  if (sheet instanceof HTMLDialogElement) {
    if (!sheet.open) sheet.showModal()
    return
  }
  requestedSheet = id
  await openLazy(sheets)
}

/** Is this sheet to be open now that it is there? Told once. */
export function takeRequestedSheet(id: string): boolean {
  const is = requestedSheet === id
  if (is) requestedSheet = undefined
  return is
}

/** Opens the sheet with the search. */
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
