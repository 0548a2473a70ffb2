import { type ReadonlySignal, signal } from '@preact/signals-react'

/** A signal that follows a media query. */
function mediaSignal(query: string): ReadonlySignal<boolean> {
  const list = window.matchMedia(query)
  const holds = signal(list.matches)
  list.addEventListener('change', () => {
    holds.value = list.matches
  })
  return holds
}

/**
 * The large breakpoint: from this width on the navbar is at the side (features/frame/Frame.css), below it in
 * a drawer.
 */
export const wide = mediaSignal('(min-width: 1200px)')
/** The header bar has no room for the search, which is then in the drawer. */
export const small = mediaSignal('(max-width: 699px)')
/**
 * A kiosk, as in the style sheets: a large portrait screen. A landscape screen of that height is a desktop.
 */
export const KIOSK_QUERY = '(min-width: 1000px) and (min-height: 1400px) and (orientation: portrait)'
