import { useLayoutEffect } from 'react'

/** The scroll position of each list when it was left, px. */
const left = new Map<string, number>()

/** Forgets the positions of the player who has left. */
export const clearScrollPositions = (): void => left.clear()

/** Restores the scroll position of a list; another list starts at the top. */
export function useScrollRestoration(list: string): void {
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const note = () => left.set(list, window.scrollY)
    // In the next frame, because the list knows its height only after measuring itself.
    const frame = requestAnimationFrame(() => {
      window.scrollTo(0, left.get(list) ?? 0)
      window.addEventListener('scroll', note, { passive: true })
    })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', note)
    }
  }, [list])
}
