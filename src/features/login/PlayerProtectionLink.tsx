import { locale, t } from '../../i18n/index.ts'

/** The link that every login screen has. A plain one: it works before any script, and costs the login few bytes. */
export function PlayerProtectionLink() {
  return (
    <a
      className="button"
      data-kind="quiet"
      // One of PAGES, which this screen does not wait for.
      href={`/player-protection-information.html#${locale.value}`}
      target="_blank"
      rel="noopener"
    >
      {t('login.playerProtection')}
    </a>
  )
}
