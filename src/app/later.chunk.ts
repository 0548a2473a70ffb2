import { effect, untracked } from '@preact/signals-react'
import { type Dispose, disposeAll } from '../contract/result.ts'
import { link } from '../core/connection/state.ts'
import { setDrawerReady } from '../core/frame/drawer.ts'
import { fillSlot } from '../core/frame/slots.ts'
import { LinkBanner } from '../features/frame/LinkBanner.tsx'
import { preconnectOnIntent } from '../features/game/preconnect-on-intent.ts'
import { HeldBar } from '../features/held-machine/HeldBar.tsx'
import { HeldCard } from '../features/held-machine/HeldCard.tsx'
import { Information } from '../features/info/Information.tsx'
import { HorizontalNav } from '../features/navigation/HorizontalNav.tsx'
import { Navbar } from '../features/navigation/Navbar.tsx'
import '../features/navigation/apply-layout.ts'
import { loadPreferences } from '../features/preferences/actions.ts'
import { Search } from '../features/search/Search.tsx'
import { Shortcuts } from '../features/search/Shortcuts.tsx'
import { startPressedState } from '../ui/pressed-state.ts'

export { FooterLayer } from '../features/info/Footer.tsx'
export { SearchLayer } from '../features/search/SearchLayer.tsx'

/**
 * Loads what the player chose, and again when another tab may have changed it: a change replaces the whole
 * list on the server.
 */
function startPreferences(): Dispose {
  const load = () => {
    if (!document.hidden) void loadPreferences()
  }
  void loadPreferences()
  let wasDown = false
  document.addEventListener('visibilitychange', load)
  return disposeAll([
    () => document.removeEventListener('visibilitychange', load),
    effect(() => {
      const isUp = link.value === 'up'
      if (isUp && wasDown) untracked(loadPreferences)
      wasDown = !isUp
    }),
  ])
}

/** Fills the slots of the frame. The result ends what runs for this login. */
export function startLaterParts(): Dispose {
  startPressedState()
  fillSlot('linkBanner', LinkBanner)
  fillSlot('navbar', Navbar)
  fillSlot('horizontalNav', HorizontalNav)
  fillSlot('toolbar', Information)
  fillSlot('search', Search)
  fillSlot('shortcuts', Shortcuts)
  fillSlot('heldBar', HeldBar)
  fillSlot('heldCard', HeldCard)
  setDrawerReady()
  return disposeAll([preconnectOnIntent(), startPreferences()])
}
