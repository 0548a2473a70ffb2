import { useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import texts from '../../locales/tr.json?groups=lobby,shell,status'
import { addTexts, loadRest } from '../i18n/index.ts'
import { LogoutPage } from '../session/LogoutPage.tsx'
import { session } from '../session/state.ts'
import { CrashGuard } from './CrashGuard.tsx'
import { enter } from './enter.ts'
import { layers } from './layers.ts'
import { Lazy, lazyPage } from './lazy-page.tsx'
import { Toasts } from './Toasts.tsx'

const lobbyPage = lazyPage(() => import('./Floor.tsx').then((module) => module.Floor))
const gamePage = lazyPage(() => {
  void loadRest()
  return import('../game/GamePage.tsx').then((module) => module.default)
})
const notFoundPage = lazyPage(() => import('./NotFoundPage.tsx').then((module) => module.NotFoundPage))

addTexts('tr', texts)

const NOT_FOUND = '/pages/errors/error-404'

/** Every route of a player. Login and its guard are decided before this is drawn, in session/paths.ts. */
function Routes() {
  return (
    <Switch>
      <Route path="/">
        <Redirect to="/lobby" replace />
      </Route>
      <Route path="/lobby/:id?/:name?">
        {({ id, name }) => <Lazy page={lobbyPage} props={{ id, name }} />}
      </Route>
      <Route path="/game/:gameId/:name?">
        {({ gameId, name }) => <Lazy page={gamePage} props={{ gameId, name: name ?? '' }} key={gameId} />}
      </Route>
      <Route path="/game">
        <Redirect to="/lobby" replace />
      </Route>
      <Route path="/logout">
        <LogoutPage />
      </Route>
      <Route path={NOT_FOUND}>
        <Lazy page={notFoundPage} props={{}} />
      </Route>
      <Route>
        <Redirect to={NOT_FOUND} replace />
      </Route>
    </Switch>
  )
}

/** The app of somebody who is signed in (and the few pages that anybody may see). */
export function Inside() {
  const now = session.value
  const playerId = now.status === 'player' ? now.user.id : undefined
  const [path] = useLocation()
  useEffect(() => (playerId === undefined ? undefined : enter(playerId)), [playerId])
  return (
    <>
      <CrashGuard at={path}>
        <Routes />
      </CrashGuard>
      {layers.value.map(({ id, Layer }) => (
        <Layer key={id} />
      ))}
      <Toasts />
    </>
  )
}
