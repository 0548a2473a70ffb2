import { type Dispose, disposeAll } from '../contract/result.ts'
import { fillSlot } from '../core/frame/slots.ts'
import { LinkBanner } from '../features/frame/LinkBanner.tsx'
import { preconnectOnIntent } from '../features/game/preconnect-on-intent.ts'
import { registerInfo } from '../features/info/register.ts'
import { registerNavbar } from '../features/navigation/register.tsx'
import { loadPreferences } from '../features/preferences/actions.ts'
import { registerSearch } from '../features/search/register.tsx'

/* The parts of the frame, in one chunk that loads once a page with a frame is open. */

export { FooterLayer } from '../features/info/register.ts'
export { SearchLayer } from '../features/search/register.tsx'
export { loadPreferences }

/** A change replaces the whole list on the server: it must not undo what another tab has added to it. */
function reloadWhenShown(): Dispose {
  const load = () => {
    if (!document.hidden) void loadPreferences()
  }
  document.addEventListener('visibilitychange', load)
  return () => document.removeEventListener('visibilitychange', load)
}

/** Adds the parts to the frame. The result ends what they started for this login. */
export function startFrameParts(): Dispose {
  fillSlot('linkBanner', LinkBanner)
  registerNavbar()
  registerInfo()
  registerSearch()
  return disposeAll([preconnectOnIntent(), reloadWhenShown()])
}
