import { type ReadonlySignal, signal } from '@preact/signals-react'

/** Does a media query hold, now and later? */
function mediaSignal(query: string): ReadonlySignal<boolean> {
  const list = window.matchMedia(query)
  const holds = signal(list.matches)
  list.addEventListener('change', () => {
    holds.value = list.matches
  })
  return holds
}

/** The large breakpoint: from here on the navbar stands on the page (features/frame/Frame.css); below it is a drawer. */
export const wide = mediaSignal('(min-width: 1200px)')
/** The bar has no room for the search: it is in the drawer. */
export const small = mediaSignal('(max-width: 699px)')
/** As in the style sheets: a large upright screen is a kiosk's. A wide one of that height stands on a desk. */
export const KIOSK_QUERY = '(min-width: 1000px) and (min-height: 1400px) and (orientation: portrait)'
