import { useEffect } from 'react'
import { logout } from '../../core/session/actions.ts'
import { Waiting } from '../../core/slots/lazy.tsx'
import { t } from '../../i18n/index.ts'

/** Logs out, and says so meanwhile; App.tsx goes on saying it once the player is gone from the page. */
export function LogoutPage() {
  useEffect(() => {
    void logout()
  }, [])
  return <Waiting text={t('session.loggingOut')} />
}
