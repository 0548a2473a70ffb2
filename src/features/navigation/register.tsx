import { effect } from '@preact/signals-react'
import { setDrawerReady } from '../../core/frame/drawer.ts'
import { fillSlot } from '../../core/frame/slots.ts'
import { locale } from '../../i18n/index.ts'
import { wide } from '../../ui/breakpoints.ts'
import { LazyPart, noFallback } from '../../ui/lazy.tsx'
import { startPressedState } from '../../ui/pressed-state.ts'
import { direction, folded, layoutStyle } from '../frame/state.ts'
import { horizontalNav, useLateLoad } from './late.tsx'
import { Navbar } from './Navbar.tsx'

// The player's changes; settings.ts has set the initial values before the first paint.
effect(() => {
  const html = document.documentElement
  html.dataset.layout = layoutStyle.value
  html.dataset.folded = String(folded.value)
  // A change of the language sets the direction of the language, so this runs after it.
  void locale.value
  html.dir = direction.value
})

function HorizontalNav() {
  useLateLoad(horizontalNav)
  return <LazyPart part={horizontalNav} props={{}} fallback={noFallback} />
}

/** Adds the navbar to the frame and starts the pressed state of buttons, after a page has become usable. */
export function registerNavbar(): void {
  startPressedState()
  fillSlot('navbar', Navbar)
  setDrawerReady()
  // Only wide screens have the row.
  const stop = effect(() => {
    if (!wide.value) return
    void horizontalNav.preload()
    fillSlot('horizontalNav', HorizontalNav)
    queueMicrotask(() => stop())
  })
}
