import { dateTime } from '../../i18n/dates.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { FailureNotice } from './Notice.tsx'
import css from './ProfilePage.module.css'
import { endLogin, loadLogins } from './profile/actions.ts'
import { endingLogin, logins, loginsFailure, loginsLoad, type OpenLogin } from './state.ts'
import { useLoadOnOpen } from './use-load-on-open.ts'

function Login({ login }: { login: OpenLogin }) {
  const { id, time, used, ip, device, current } = login
  const name = device || t('account.unknownDevice')
  return (
    <li className={css.login} data-current={current ? '' : undefined}>
      <div>
        <bdi>{name}</bdi>
        <small>
          {t('account.loggedInAt', { time: dateTime(time) })}
          {ip && (
            <>
              {' · '}
              <bdi>{ip}</bdi>
            </>
          )}
        </small>
        {used && !current && <small>{t('account.lastUsedAt', { time: dateTime(used) })}</small>}
      </div>
      {current ? (
        <small>{t('account.thisDevice')}</small>
      ) : (
        <Button
          keepsFocus
          busy={endingLogin.value === id}
          disabled={endingLogin.value !== undefined}
          aria-label={`${t('account.logOutThere')}: ${name}, ${dateTime(time)}`}
          onClick={() => endLogin(id)}
        >
          {t('account.logOutThere')}
        </Button>
      )}
    </li>
  )
}

/** The player's open logins, with a button that ends one on another device. */
export function Logins() {
  useLoadOnOpen(loginsLoad, loadLogins)
  const load = loginsLoad.value
  const failure = loginsFailure.value
  return (
    <section className={css.card} aria-busy={load === 'idle' || load === 'loading'}>
      <h2>{t('account.logins')}</h2>
      {(load === 'idle' || load === 'loading') && <i className={css.ghost} />}
      {load === 'absent' && <p className={css.none}>{t('account.absentLead')}</p>}
      {logins.value.length > 0 && (
        <ul className={css.events}>
          {logins.value.map((login) => (
            <Login key={login.id} login={login} />
          ))}
        </ul>
      )}
      {failure && load !== 'absent' && <FailureNotice failure={failure} onRetry={loadLogins} />}
    </section>
  )
}
