import { useEffect, useLayoutEffect } from 'react'
import { Route, Router, Switch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { PAGE_ROUTES } from '../contract/pages.ts'
import { findRoute, parsePattern } from '../core/router/find-route.ts'
import { pathname } from '../core/router/pathname.ts'
import { logout } from '../core/session/actions.ts'
import { session } from '../core/session/state.ts'
import { settings } from '../core/settings/settings.ts'
import { t } from '../i18n/index.ts'
import { LazyPart, PageLoading } from '../ui/lazy.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Layers } from './Layers.tsx'
import { crashPage } from './late.ts'
import { gamePage, loadPopovers, lobbyFrame, lock, logoutPart, secondaryRoutes } from './late-signed-in.ts'
import { startPlayerSession } from './start-player-session.ts'

export { afterFirstScreen } from './after-first-screen.ts'

/** After this the session begins without the lobby's files, and their wait is drawn. */
const MAX_LOBBY_WAIT_MS = 3_000

const PLAYER_PATHS = Object.values(PAGE_ROUTES)
  .filter(({ access }) => access === 'user')
  .map(({ path }) => path)

/**
 * wouter's location: the path that the guard has judged, as it is in the address. wouter decodes the path as
 * a whole before it matches a pattern. `encodeURI` undoes that, because `parsePattern` decodes each value by
 * itself.
 */
const useAddress = (): [string, typeof navigate] => [encodeURI(pathname.value), navigate]

/**
 * The page of the address. All pages of a player but the game and the logout share the lobby's frame. Its key
 * keeps the frame mounted from page to page.
 */
function Page() {
  const other = <LazyPart part={secondaryRoutes} props={{}} />
  return (
    <Switch>
      <Route path={PAGE_ROUTES.game.path}>
        {({ gameId, name = '' }) => <LazyPart part={gamePage} props={{ gameId, name }} key={gameId} />}
      </Route>
      <Route path={PAGE_ROUTES.logout.path}>
        <LogoutPage />
      </Route>
      <Route path={PAGE_ROUTES.crash.path}>
        <LazyPart part={crashPage} props={{}} />
      </Route>
      <Route path={PAGE_ROUTES.home.path} key="frame">
        {({ id, name }) => <LazyPart part={lobbyFrame} props={{ id, name }} />}
      </Route>
      {PLAYER_PATHS.map((path) => (
        <Route path={path} key="frame">
          <LazyPart part={lobbyFrame} props={{ children: other }} />
        </Route>
      ))}
      <Route>{other}</Route>
    </Switch>
  )
}

/** The app of a signed-in player, and the few pages that guests may see too. */
export function SignedInApp() {
  const current = session.value
  // A server of the specification names no id.
  const playerId = current.status === 'player' ? current.user.id || current.user.username : undefined
  // Its code is requested before the art of the lobby, which is drawn next.
  useLayoutEffect(() => (playerId === undefined ? undefined : startPlayerSession(playerId)), [playerId])
  if (playerId !== undefined && settings.value.idlePinLock && typeof lock.loaded.value !== 'function')
    return <LazyPart part={lock} props={{}} />
  return (
    <Router hook={useAddress} parser={parsePattern}>
      <ErrorBoundary at={pathname.value}>
        <Page />
      </ErrorBoundary>
      <Layers />
    </Router>
  )
}

/**
 * Loads the lobby where the address names it or leads to it, so that nothing is drawn before it. A game loads
 * once there is a player.
 */
export async function preloadFirstPage(): Promise<void> {
  await loadPopovers()
  const page = findRoute(pathname.peek())?.page
  if (page === 'home' || page === '/lobby')
    await Promise.race([lobbyFrame.preload(), new Promise((done) => setTimeout(done, MAX_LOBBY_WAIT_MS))])
}

/** The page of the logout. Without its code the player is logged out unasked. */
export function LogoutPage() {
  const props = { progress: <PageLoading text={t('app.loggingOut')} />, loggingOut: <LoggingOut /> }
  return (
    <LazyPart
      part={logoutPart}
      props={props}
      fallback={(failed) => (failed ? props.loggingOut : props.progress)}
    />
  )
}

/** Logs out, and says so meanwhile; App.tsx goes on saying it once the player is gone from the page. */
function LoggingOut() {
  useEffect(() => {
    void logout()
  }, [])
  return <PageLoading text={t('app.loggingOut')} />
}
