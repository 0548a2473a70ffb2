import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { session } from '../../core/session/state.ts'
import { dateTime } from '../../i18n/dates.ts'
import { t } from '../../i18n/index.ts'
import { useScrollRestoration } from '../../ui/use-scroll-restoration.ts'
import { Activity } from './Activity.tsx'
import { WarnIcon } from './icons.tsx'
import { Logins } from './Logins.tsx'
import { depositLimitUrl } from './limits/DepositLimitLink.tsx'
import { Limits } from './limits/Limits.tsx'
import { LinkPage } from './link/LinkPage.tsx'
import { FailureNotice, Notice } from './Notice.tsx'
import { PASSWORD_ID, PasswordForm } from './PasswordForm.tsx'
import css from './ProfilePage.module.css'
import { loadProfile } from './profile/actions.ts'
import { profile, profileFailure, profileLoad } from './profile/state.ts'
import { useLoadOnOpen } from './use-load-on-open.ts'

const AUTHENTICATION_ID = 'account-authentication'

type Row = readonly [label: string, value: ReactNode]

/** Labelled values; `undefined` is drawn as a placeholder. */
function Facts({ title, rows, id }: { title: string; rows: readonly Row[]; id?: string }) {
  return (
    <section className={css.card}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      <dl className={css.facts}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value === undefined ? <i className={css.ghost} /> : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The player's data from the login, which is known without the profile. */
function known() {
  const now = session.value
  return now.status === 'player' ? now.user : undefined
}

function Account() {
  const user = known()
  const full = profile.value
  const { name = '', lastname = '', username = '' } = full ?? user ?? {}
  const fullName = [name, lastname].filter(Boolean).join(' ')
  const rows: Row[] = [
    [t('account.username'), username || t('account.unknown')],
    [t('account.fullName'), fullName || t('account.unknown')],
  ]
  if (profileLoad.value !== 'absent') {
    const note = <span className={css.none}>{t('account.noEmail')}</span>
    rows.push([t('account.email'), full && (full.email || note)])
  }
  return <Facts title={t('account.information')} rows={rows} />
}

function Authentication() {
  const full = profile.value
  const load = profileLoad.value
  if (load === 'absent' || load === 'failed') {
    const failure = profileFailure.value
    return (
      <section className={css.card}>
        <h2 id={AUTHENTICATION_ID} tabIndex={-1}>
          {t('account.authentication')}
        </h2>
        {load === 'absent' || !failure ? (
          <p className={css.none}>{t('account.absentLead')}</p>
        ) : (
          <FailureNotice failure={failure} onRetry={loadProfile} next={AUTHENTICATION_ID} />
        )}
      </section>
    )
  }
  const { last_logon, last_logon_ip, last_password_change } = full ?? {}
  const rows: Row[] = [
    [t('account.lastLogin'), full && (last_logon ? dateTime(last_logon) : t('account.firstLogin'))],
  ]
  // A row without a value says nothing.
  if (!full || last_logon_ip) rows.push([t('account.lastLoginIp'), full && <bdi>{last_logon_ip}</bdi>])
  if (!full || last_password_change)
    rows.push([t('account.lastPasswordChange'), last_password_change && dateTime(last_password_change)])
  return <Facts title={t('account.authentication')} rows={rows} id={AUTHENTICATION_ID} />
}

/** The profile; at `/profile/link` the confirmation of a login at a kiosk. */
export function ProfilePage() {
  const { profileId } = useParams<{ profileId?: string }>()
  return profileId === 'link' ? <LinkPage /> : <Profile />
}

/** The player's data, password, limits and logins, and the account's events. */
function Profile() {
  useLoadOnOpen(profileLoad, loadProfile)
  useScrollRestoration('profile')
  const hasLimits = profile.value?.limits === true
  const toPassword = () => document.getElementById(PASSWORD_ID)?.focus()
  return (
    <main className={css.page}>
      <h1>{t('account.profile')}</h1>
      {profile.value?.password_expired && (
        <div role="alert" className={css.expired}>
          <Notice
            kind="bad"
            icon={<WarnIcon />}
            title={t('account.passwordExpired')}
            action={t('account.changePassword')}
            onAction={toPassword}
          >
            {t('account.passwordExpiredLead')}
          </Notice>
        </div>
      )}
      <div className={css.columns}>
        <div>
          <Account />
          <Authentication />
          <PasswordForm username={profile.value?.username ?? known()?.username ?? ''} />
          {(hasLimits || depositLimitUrl.value) && <Limits isKept={hasLimits} />}
        </div>
        <div>
          <Logins />
          <Activity />
        </div>
      </div>
    </main>
  )
}
