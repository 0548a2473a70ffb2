import { useLayoutEffect } from 'react'

/** How far each list was scrolled when it was left, px. */
const left = new Map<string, number>()

/** A list is found again where it was left; another one starts at its top. */
export function useScrollRestoration(list: string): void {
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const note = () => left.set(list, window.scrollY)
    // The list has its height once it has measured itself. Until then the page scrolls by what was there before.
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
