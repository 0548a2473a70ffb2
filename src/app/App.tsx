import { gate } from '../core/gates/state.ts'
import { findRoute } from '../core/router/find-route.ts'
import { pathname } from '../core/router/pathname.ts'
import { loadUrlTokenEntry } from '../core/session/late.ts'
import { session } from '../core/session/state.ts'
import { t } from '../i18n/index.ts'
import { LazyPart, lazy, PageLoading, pick } from '../ui/lazy.tsx'
import { startFailed } from './late.ts'

/** The login's own script. index.html requests it at once for a page without a token. */
export const loginPage = lazy(() =>
  import('../features/login/LoginPage.tsx').then((module) => module.LoginPage),
)
/** All that comes after the login; none of it is on its way before the login can be used. */
export const signedInParts = lazy(async () => {
  const { SignedInApp, preloadFirstPage, afterFirstScreen } = await import('./SignedInApp.tsx')
  await preloadFirstPage()
  return { SignedInApp, afterFirstScreen }
})
const signedInApp = pick(signedInParts, (parts) => parts.SignedInApp)
/** What stands before everything where the app may not, or not yet, be used. */
const gatePage = lazy(() => import('../features/gates/GatePage.tsx').then((module) => module.GatePage))

/** Asks which of two players goes on. */
const tokenQuestion = lazy(() => loadUrlTokenEntry().then((chunk) => chunk.TokenQuestion))

/** The login as index.html holds it. Behind a gate it keeps what was typed and cannot be reached. */
export function Login() {
  return (
    <div hidden={gate.value !== undefined}>
      <LazyPart part={loginPage} props={{}} />
    </div>
  )
}

/** Who is here decides what is drawn; where they may be is decided in core/router/authorize.ts. */
function Page() {
  const current = session.value
  const page = findRoute(pathname.value)?.page
  if (current.status === 'guest' && page === 'login') return <Login />
  if (gate.value) return null
  if (current.status === 'unknown') {
    if (current.question) return <LazyPart part={tokenQuestion} props={current.question} />
    if (current.failure) return <LazyPart part={startFailed} props={{ failure: current.failure }} />
    return <PageLoading text={current.leaving && t('app.loggingOut')} />
  }
  if (page === 'callback') return <PageLoading />
  return <LazyPart part={signedInApp} props={{}} />
}

/** The gates first, then the page. */
export function App() {
  return (
    <>
      {gate.value && <LazyPart part={gatePage} props={{}} />}
      <Page />
    </>
  )
}
