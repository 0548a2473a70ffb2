import type { Failure } from '../contract/result.ts'
import { loadActions } from '../core/session/late.ts'
import { storedToken } from '../core/session/stored-token.ts'
import { failureText, t } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'

/** The stored token could not be checked, because no answer came. The player may log out all the same. */
export function StartFailed({ failure }: { failure: Failure }) {
  const retry = () => loadActions().then((actions) => actions.resume())
  const leave = () => loadActions().then((actions) => actions.logout())
  return (
    <main className="waiting">
      <div role="alert">
        <h1 className="waiting-text">{failureText(failure)}</h1>
      </div>
      {failure.category === 'network' && <p>{t('app.startLead')}</p>}
      <Button kind="primary" onClick={retry}>
        {t('app.retry')}
      </Button>
      {storedToken() && <Button onClick={leave}>{t('app.logout')}</Button>}
    </main>
  )
}
