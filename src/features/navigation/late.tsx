import { useEffect } from 'react'
import { type Lazy, lazy, pick } from '../../ui/lazy.tsx'
import { loadLate } from '../../ui/load-late.ts'

const parts = lazy(() => import('./navigation.chunk.ts'))

/** Loaded at once for the navbar at the side, and at the first touch for the drawer. */
export const navContents = pick(parts, (chunk) => chunk.NavContents)
/** The row in the header bar of a wide screen. */
export const horizontalNav = pick(parts, (chunk) => chunk.HorizontalNav)

/** Loads a part that every page shows, until it has loaded. */
export function useLateLoad(part: Lazy<object>): void {
  useEffect(() => {
    let isUnmounted = false
    void loadLate(part, () => isUnmounted)
    return () => {
      isUnmounted = true
    }
  }, [part])
}
