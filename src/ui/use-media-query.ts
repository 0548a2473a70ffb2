import { useSignal } from '@preact/signals-react'
import { useLayoutEffect } from 'react'

/** As in the style sheets: a tall, wide screen is a kiosk's. */
export const KIOSK_QUERY = '(min-width: 1000px) and (min-height: 1400px)'

/** Does this media query hold now, also after the screen was turned? */
export function useMediaQuery(query: string): boolean {
  const holds = useSignal(window.matchMedia(query).matches)
  useLayoutEffect(() => {
    const list = window.matchMedia(query)
    const update = () => {
      holds.value = list.matches
    }
    update()
    list.addEventListener('change', update)
    return () => list.removeEventListener('change', update)
  }, [query, holds])
  return holds.value
}
