import { useEffect } from 'react'
import { logout } from '../../core/session/actions.ts'
import { t } from '../../i18n/index.ts'
import { PageLoading } from '../../ui/lazy-component.tsx'

/** Logs out, and says so meanwhile; App.tsx goes on saying it once the player is gone from the page. */
export function LogoutPage() {
  useEffect(() => {
    void logout()
  }, [])
  return <PageLoading text={t('session.loggingOut')} />
}
