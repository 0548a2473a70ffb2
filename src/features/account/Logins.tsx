import { dateTime } from '../../i18n/dates.ts'
import { t } from '../../i18n/index.ts'
import { TransientButton } from '../../ui/TransientButton.tsx'
import { PhoneIcon, ScreenIcon } from './icons.tsx'
import { FailureNotice } from './Notice.tsx'
import css from './ProfilePage.module.css'
import { endLogin, loadLogins } from './profile/actions.ts'
import { endingLogin, logins, loginsFailure, loginsLoad, type OpenLogin } from './profile/state.ts'
import { useLoadOnOpen } from './use-load-on-open.ts'

const HEADING_ID = 'account-logins'

function Login({ login }: { login: OpenLogin }) {
  const { id, time, used, ip, device, current } = login
  const name = device || t('account.unknownDevice')
  const facts: (readonly [string, string])[] = []
  // The login in use is used now.
  if (used && !current) facts.push([t('account.lastUsedAt'), dateTime(used)])
  facts.push([t('account.loggedInAt'), dateTime(time)])
  if (ip) facts.push([t('account.ipAddress'), ip])
  return (
    <li className={css.login}>
      {/Android|iOS|iPhone|iPad/.test(name) ? <PhoneIcon /> : <ScreenIcon />}
      <h3>
        <bdi>{name}</bdi>
        {current && <b>{t('account.thisDevice')}</b>}
      </h3>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {!current && (
        <TransientButton
          next={HEADING_ID}
          busy={endingLogin.value === id}
          disabled={endingLogin.value !== undefined}
          aria-label={`${t('account.logOutThere')}: ${name}, ${dateTime(time)}`}
          onClick={() => endLogin(id)}
        >
          {t('account.logOutThere')}
        </TransientButton>
      )}
    </li>
  )
}

/** The player's open logins, this one first, with a button that ends one on another device. */
export function Logins() {
  useLoadOnOpen(loginsLoad, loadLogins)
  const load = loginsLoad.value
  const failure = loginsFailure.value
  const inOrder = [...logins.value].sort((a, b) => Number(b.current) - Number(a.current))
  return (
    <section className={css.card} aria-busy={load === 'idle' || load === 'loading'}>
      <h2 id={HEADING_ID} tabIndex={-1}>
        {t('account.logins')}
      </h2>
      {(load === 'idle' || load === 'loading') && <i className={css.ghost} />}
      {load === 'absent' && <p className={css.none}>{t('account.absentLead')}</p>}
      {logins.value.length > 0 && (
        <ul className={css.events}>
          {inOrder.map((login) => (
            <Login key={login.id} login={login} />
          ))}
        </ul>
      )}
      {failure && load !== 'absent' && (
        <FailureNotice failure={failure} onRetry={loadLogins} next={HEADING_ID} />
      )}
    </section>
  )
}
