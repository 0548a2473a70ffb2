import { useEffect } from 'react'
import { kiosk } from '../../core/settings/kiosk-mode.ts'
import { dateTime } from '../../i18n/dates.ts'
import { t } from '../../i18n/index.ts'
import { loadProfile } from '../account/profile/actions.ts'
import { currentUser } from './current-user.ts'
import css from './LastLogin.module.css'

const UNKNOWN = '—'

/** The player's IP address, the time and IP address of the last login, and the app version. */
export function LastLogin() {
  const { id, ip, lastLogon, lastLogonIp, open } = currentUser.value ?? {}
  useEffect(() => {
    // A server that does not send the last login with the token may send it with the profile.
    if (id !== undefined && open) void loadProfile()
  }, [id, open])
  // A kiosk's addresses and version say nothing to its guests.
  const isPersonal = !kiosk.value
  const time = lastLogon === null ? t('navigation.firstTime') : lastLogon ? dateTime(lastLogon) : UNKNOWN
  return (
    <section className={css.last} aria-label={t('navigation.lastLogin')}>
      <dl>
        {isPersonal && (
          <div>
            <dt>{t('navigation.ip')}</dt>
            <dd>
              <bdi dir="ltr">{ip ?? UNKNOWN}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('navigation.lastTime')}</dt>
          <dd>{time}</dd>
        </div>
        {isPersonal && lastLogon !== null && (
          <div>
            <dt>{t('navigation.lastIp')}</dt>
            <dd>
              <bdi dir="ltr">{lastLogonIp ?? UNKNOWN}</bdi>
            </dd>
          </div>
        )}
      </dl>
      {isPersonal && <small>{t('navigation.version', { version: __VERSION__ })}</small>}
    </section>
  )
}
