import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'wouter'
import texts from '../../locales/tr.json?groups=shell'
import { pathname } from '../core/router/pathname.ts'
import { USER } from '../core/router/roles.ts'
import { routeParams } from '../core/router/route-params.ts'
import { findRoute } from '../core/router/routes.ts'
import { logout } from '../core/session/actions.ts'
import { session } from '../core/session/state.ts'
import { settings } from '../core/settings/settings.ts'
import { addTexts, t } from '../i18n/index.ts'
import { LazyPart, lazy, PageLoading } from '../ui/lazy.tsx'
import { CrashPage, ErrorBoundary } from './ErrorBoundary.tsx'
import { Layers, lock } from './Layers.tsx'
import { startPlayerSession } from './start-player-session.ts'

const lobbyFrame = lazy(() => import('./LobbyFrame.tsx').then((module) => module.LobbyFrame))
const gamePage = lazy(async () => {
  // One chunk: the connection is made before the page is drawn.
  const [{ GamePage }, { connectAhead }] = await Promise.all([
    import('../features/game/GamePage.tsx'),
    import('../features/game/play/preconnect.ts'),
  ])
  const { gameId } = routeParams(pathname.peek())
  if (gameId && session.peek().status === 'player') await connectAhead(gameId)
  return GamePage
})
/** Pages that few players open: a table of its own, so that the other pages do not load it. */
const otherPages = lazy(() => import('./OtherPages.tsx').then((module) => module.OtherPages))

addTexts('tr', texts)

/** After this the session begins without the lobby's files, and their wait is drawn. */
const MAX_LOBBY_WAIT_MS = 3_000

/** The page of a path, in the chunk it comes in. The frame of what every player may see stays from page to page. */
function Page({ at }: { at: string }) {
  const { page, path, auth } = findRoute(at) ?? {}
  const { gameId, id, name } = path?.exec(at)?.groups ?? {}
  if (gameId) return <LazyPart part={gamePage} props={{ gameId, name: name ?? '' }} key={gameId} />
  if (page === 'home') return <LazyPart part={lobbyFrame} props={{ id, name }} />
  if (page === 'logout') return <LogoutPage />
  if (page === 'crash') return <CrashPage />
  const other = <LazyPart part={otherPages} props={{ page }} />
  return auth === USER ? <LazyPart part={lobbyFrame} props={{ children: other }} /> : other
}

/** The app of a signed-in player, and the few pages that guests may see too. */
export function SignedInApp() {
  const current = session.value
  const playerId = current.status === 'player' ? current.user.id : undefined
  // As it was meant: nothing in it is encoded any more.
  const [path] = useLocation()
  // Its code is requested before the art of the lobby, which is drawn next.
  useLayoutEffect(() => (playerId === undefined ? undefined : startPlayerSession(playerId)), [playerId])
  if (playerId !== undefined && settings.value.idlePinLock && typeof lock.loaded.value !== 'function')
    return <LazyPart part={lock} props={{}} />
  return (
    <>
      <ErrorBoundary at={path}>
        <Page at={path} />
      </ErrorBoundary>
      <Layers />
    </>
  )
}

/**
 * With the lobby where the address names it or leads to it, so that nothing is drawn before it. A game loads once there
 * is a player.
 */
export async function loadSignedInApp(): Promise<typeof SignedInApp> {
  const page = findRoute(pathname.peek())?.page
  if (page === 'home' || page === '/lobby')
    await Promise.race([lobbyFrame.preload(), new Promise((done) => setTimeout(done, MAX_LOBBY_WAIT_MS))])
  return SignedInApp
}

/** Logs out, and says so meanwhile; App.tsx goes on saying it once the player is gone from the page. */
export function LogoutPage() {
  useEffect(() => {
    void logout()
  }, [])
  return <PageLoading text={t('session.loggingOut')} />
}
