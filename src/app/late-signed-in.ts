import { findRoute } from '../core/router/find-route.ts'
import { pathname } from '../core/router/pathname.ts'
import { session } from '../core/session/state.ts'
import { gameParts } from '../features/game/late.tsx'
import { heldMachineParts } from '../features/held-machine/late.ts'
import { loadOfetch } from '../net/load-ofetch.ts'
import { lazy, loadedOf, pick } from '../ui/lazy.tsx'

/* What this folder imports late for a player's page. */

export const lobbyFrame = lazy(() => import('./LobbyFrame.tsx').then((module) => module.LobbyFrame))

/** The connection is made before the page is drawn. */
export const gamePage = lazy(async () => {
  await gameParts.preload()
  const parts = loadedOf(gameParts)
  if (!parts) throw new Error('the game did not load')
  const gameId = findRoute(pathname.peek())?.params.gameId
  if (gameId && session.peek().status === 'player') await parts.connectAhead(gameId)
  return parts.GamePage
})

export const logoutPart = pick(heldMachineParts, (chunk) => chunk.Logout)

/** Pages that few players open: a table of its own, so that the other pages do not load it. */
export const secondaryRoutes = lazy(() =>
  import('./SecondaryRoutes.tsx').then((module) => module.SecondaryRoutes),
)

/** The idle lock. Where the operator wants it, no page is drawn before it has loaded. */
export const lock = lazy(() => import('../features/lock/LockLayer.tsx').then((module) => module.LockLayer))
/** With ofetch, which a page that was drawn from early answers does not have yet. */
export const pageServices = lazy(async () => {
  const services = import('./page-services.chunk.ts')
  await Promise.all([services, loadOfetch()])
  return services
})
/** The second wave, which second-wave.ts asks for. */
export const laterParts = lazy(() => import('./later.chunk.ts'))
/** The operator's extras, of the login and of a player's pages. */
export const extras = lazy(() => import('../features/extras/extras.chunk.tsx'))

/**
 * Safari up to 16 and Chrome up to 113 have no popovers. Without this file the wallet and the filters stay
 * closed.
 */
export async function loadPopovers(): Promise<void> {
  if (!('popover' in HTMLElement.prototype)) await import('@oddbird/popover-polyfill').catch(() => {})
}
