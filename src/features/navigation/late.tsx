import { useEffect } from 'react'
import { pathname } from '../../core/router/pathname.ts'
import { type Lazy, lazy, pick } from '../../ui/lazy.tsx'

const parts = lazy(() => import('./navigation.chunk.ts'))

/** Loaded at once for the navbar at the side, and at the first touch for the drawer. */
export const navContents = pick(parts, (chunk) => chunk.NavContents)
/** The row in the header bar of a wide screen. */
export const horizontalNav = pick(parts, (chunk) => chunk.HorizontalNav)

/** Requests a part that every page shows again at the next page, where it failed to load. */
export function useRetry({ preload }: Lazy<object>): void {
  const path = pathname.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: each path is a page
  useEffect(() => void preload(), [preload, path])
}
