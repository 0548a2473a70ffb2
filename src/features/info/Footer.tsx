import { useSignal } from '@preact/signals-react'
import { type MouseEvent, useCallback } from 'react'
import { InfoPageDialog } from '../../core/info-pages/InfoPageDialog.tsx'
import { INFO_PAGES, type InfoPageName, infoPagePath } from '../../core/info-pages/info-pages.ts'
import { findRoute } from '../../core/router/find-route.ts'
import { pathname } from '../../core/router/pathname.ts'
import { USER } from '../../core/router/roles.ts'
import { session } from '../../core/session/state.ts'
import { kiosk } from '../../core/settings/kiosk-mode.ts'
import { settings } from '../../core/settings/settings.ts'
import { locale, t } from '../../i18n/index.ts'
import styles from './Footer.module.css'

const names = Object.keys(INFO_PAGES) as InfoPageName[]

/** Whether the click asks the browser for a new tab, a new window or a download. */
const isMore = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  ctrlKey || metaKey || shiftKey || altKey

/** A player's pages have a footer, except a game and the logout. */
function hasFoot(path: string): boolean {
  const { page, auth } = findRoute(path) ?? {}
  return auth === USER && page !== 'game' && page !== 'logout'
}

/** The footer of a player's pages. No page waits for it. */
export function FooterLayer() {
  return session.value.status === 'player' && hasFoot(pathname.value) ? <Footer /> : null
}

/** The version, and links to the information pages if the operator has enabled them. */
function Footer() {
  const shown = useSignal<InfoPageName | undefined>(undefined)
  const open = (event: MouseEvent, page: InfoPageName) => {
    if (isMore(event)) return
    event.preventDefault()
    shown.value = page
  }
  const close = useCallback(() => {
    shown.value = undefined
  }, [shown])
  return (
    <footer className={styles.foot}>
      {settings.value.externalInfo && (
        <nav className={styles.bar} aria-label={t('info.bar')}>
          {names.map((page) => (
            <a
              key={page}
              href={infoPagePath(page, locale.value)}
              aria-haspopup="dialog"
              onClick={(event) => open(event, page)}
            >
              {t(`info.${page}`)}
            </a>
          ))}
        </nav>
      )}
      {/* Guests of a kiosk have no use for it; the support report has it. */}
      {!kiosk.value && <small>{t('navigation.version', { version: __VERSION__ })}</small>}
      {shown.value && <InfoPageDialog page={shown.value} onClose={close} />}
    </footer>
  )
}
