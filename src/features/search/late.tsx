import { latePart, lazy, pick } from '../../ui/lazy.tsx'

/* The parts of the search that load when they are drawn, opened, or about to be opened. */

/** The sheets of the search and of the shortcuts' editor. open-sheet.ts opens them. */
export const sheets = lazy(() => import('./search.chunk.tsx'))
export const Sheets = latePart(sheets, (chunk) => chunk.Sheets)

/** The search field of a wide header bar. */
export const field = pick(sheets, (chunk) => chunk.Combobox)
/** The row of shortcuts, in the open drawer or in a wide header bar. */
export const shortcuts = pick(sheets, (chunk) => chunk.Shortcuts)
