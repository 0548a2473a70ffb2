import { useEffect } from 'react'
import { gate } from '../../../core/gates/state.ts'
import { findRoute } from '../../../core/router/find-route.ts'
import { pathname } from '../../../core/router/pathname.ts'
import { session } from '../../../core/session/state.ts'
import { kioskSettings } from '../../../core/settings/kiosk.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { LazyDialog } from '../../../ui/LazyDialog.tsx'
import { phoneLoginDialog } from '../late.ts'
import { closePhoneLogin, openPhoneLogin } from './actions.ts'
import css from './PhoneLogin.module.css'
import { phoneLogin } from './state.ts'

/** Offers the login from a phone below the login form, where the operator has switched it on. */
export function PhoneLoginButton() {
  const current = session.value
  const isAtLogin =
    current.status === 'guest' && findRoute(pathname.value)?.page === 'login' && gate.value === undefined
  const isOffered = isAtLogin && kioskSettings.value.phoneLogin
  useEffect(() => (isOffered ? closePhoneLogin : undefined), [isOffered])
  if (!isOffered) return null
  return (
    <>
      <div className={css.offer}>
        <Button onClick={openPhoneLogin}>{t('phone-login.open')}</Button>
      </div>
      <LazyDialog
        part={phoneLoginDialog}
        props={{}}
        open={phoneLogin.value.status !== 'closed'}
        onFailed={closePhoneLogin}
      />
    </>
  )
}
