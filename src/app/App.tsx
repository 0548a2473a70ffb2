import { gate } from '../core/gates/state.ts'
import { findRoute } from '../core/router/find-route.ts'
import { pathname } from '../core/router/pathname.ts'
import { session } from '../core/session/state.ts'
import { t } from '../i18n/index.ts'
import { LazyPart, PageLoading } from '../ui/lazy.tsx'
import { gatePage, loginPage, signedInApp, startFailed, tokenQuestion } from './late.ts'

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
