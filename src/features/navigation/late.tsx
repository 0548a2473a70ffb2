import { lazy, pick } from '../../ui/lazy.tsx'

const parts = lazy(() => import('./navigation.chunk.ts'))

/** Loaded at once for the navbar at the side, and at the first touch for the drawer. */
export const navContents = pick(parts, (chunk) => chunk.NavContents)
/** The row in the header bar of a wide screen. */
export const horizontalNav = pick(parts, (chunk) => chunk.HorizontalNav)
