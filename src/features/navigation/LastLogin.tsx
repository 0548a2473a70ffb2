import { useEffect } from 'react'
import { dateTime } from '../../i18n/dates.ts'
import { t } from '../../i18n/index.ts'
import { currentUser } from './current-user.ts'
import css from './LastLogin.module.css'

const UNKNOWN = '—'

/** Where the player is, when and from where they were here last, and the version of this app. */
export function LastLogin() {
  const { id, ip, lastLogon, lastLogonIp, open } = currentUser.value ?? {}
  useEffect(() => {
    // A server that has said nothing of it with the token says it with the profile, if at all.
    if (id !== undefined && open)
      import('../account/actions.ts').then(
        ({ loadProfile }) => loadProfile(),
        () => {},
      )
  }, [id, open])
  const time = lastLogon === null ? t('navbar.firstTime') : lastLogon ? dateTime(lastLogon) : UNKNOWN
  return (
    <section className={css.last} aria-label={t('navbar.lastLogin')}>
      <dl>
        <div>
          <dt>{t('navbar.ip')}</dt>
          <dd dir="ltr">{ip ?? UNKNOWN}</dd>
        </div>
        <div>
          <dt>{t('navbar.lastTime')}</dt>
          <dd>{time}</dd>
        </div>
        {lastLogon !== null && (
          <div>
            <dt>{t('navbar.lastIp')}</dt>
            <dd dir="ltr">{lastLogonIp ?? UNKNOWN}</dd>
          </div>
        )}
      </dl>
      <small>{t('shell.version', { version: __VERSION__ })}</small>
    </section>
  )
}
