import { failureText, t } from './i18n/index.ts'
import { pathname } from './session/gate.ts'
import { LoginPage } from './session/LoginPage.tsx'
import { isOpen } from './session/paths.ts'
import { session } from './session/state.ts'
import { Lazy, lazyPage, Waiting } from './shell/lazy-page.tsx'
import { Button } from './ui/Button.tsx'

/** All that comes after the login; none of it is on its way before the login can be used. */
export const inside = lazyPage(() => import('./shell/Inside.tsx').then((module) => module.Inside))

/** The stored token could not be checked, because no answer came. */
function StartFailed({ text }: { text: string }) {
  const again = () => import('./session/actions.ts').then(({ resume }) => resume())
  return (
    <main className="waiting">
      <p className="waiting-text" role="alert">
        {text}
      </p>
      <Button kind="primary" onClick={again}>
        {t('app.retry')}
      </Button>
    </main>
  )
}

/** Who is here decides what is drawn; where they may be is decided in session/paths.ts. */
export function App() {
  const now = session.value
  if (now.status === 'unknown')
    return now.failure ? <StartFailed text={failureText(now.failure)} /> : <Waiting />
  if (now.status === 'guest' && !isOpen(pathname.value)) return <LoginPage />
  return <Lazy page={inside} props={{}} />
}
