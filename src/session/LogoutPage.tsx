import { useEffect } from 'react'
import { t } from '../i18n/index.ts'
import { Mark } from '../ui/Mark.tsx'
import { logout } from './actions.ts'

/** Logs out, and says so until it is done. */
export function LogoutPage() {
  useEffect(() => {
    logout()
  }, [])
  return (
    <div className="waiting" role="status">
      <Mark spinning />
      <p className="waiting-text">{t('session.loggingOut')}</p>
    </div>
  )
}
