import { latePart, lazy } from '../../ui/lazy.tsx'

/* The parts of the search that load when they are drawn, opened, or about to be opened. */

/** The search field of a wide header bar. */
export const field = lazy(() => import('./search.chunk.tsx').then((module) => module.Combobox))

/** The sheets of the search and of the shortcuts' editor. open-sheet.ts opens them. */
export const sheets = lazy(() => import('./search.chunk.tsx'))
export const Sheets = latePart(sheets, (chunk) => chunk.Sheets)

/** The row of shortcuts, in the open drawer or in a wide header bar. */
export const shortcuts = lazy(() => import('./Shortcuts.tsx').then((module) => module.Shortcuts))
