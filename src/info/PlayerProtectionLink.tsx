import { locale, t } from '../i18n/index.ts'
import { pagePath } from './pages.ts'

/** The link that every login screen has. A plain one: it works before any script, and costs the login few bytes. */
export function PlayerProtectionLink() {
  return (
    <a
      className="button"
      data-kind="quiet"
      href={pagePath('playerProtection', locale.value)}
      target="_blank"
      rel="noopener"
    >
      {t('login.playerProtection')}
    </a>
  )
}
