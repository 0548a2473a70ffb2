import { useSignal } from '@preact/signals-react'
import { type MouseEvent, useCallback } from 'react'
import { InfoPageDialog } from '../../core/info-pages/InfoPageDialog.tsx'
import { PAGES, type PageName, pagePath } from '../../core/info-pages/pages.ts'
import { pathname } from '../../core/router/pathname.ts'
import { USER } from '../../core/router/roles.ts'
import { findRoute } from '../../core/router/routes.ts'
import { session } from '../../core/session/state.ts'
import { settings } from '../../core/settings/settings.ts'
import { locale, t } from '../../i18n/index.ts'
import styles from './Footer.module.css'

const names = Object.keys(PAGES) as PageName[]

/** Does the player want the link itself: in a tab, in a window, downloaded? */
const isMore = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  ctrlKey || metaKey || shiftKey || altKey

/** Does this page have a foot? A game has nothing around it, and who logs out is on the way out. */
function hasFoot(path: string): boolean {
  const { page, auth } = findRoute(path) ?? {}
  return auth === USER && page !== 'game' && page !== 'logout'
}

/** The footer of every page of a player but the game. A layer, because no page waits for it. */
export function FooterLayer() {
  return session.value.status === 'player' && hasFoot(pathname.value) ? <Footer /> : null
}

/** The version, and where the operator wants it the links to the information pages. */
function Footer() {
  const shown = useSignal<PageName | undefined>(undefined)
  const open = (event: MouseEvent, page: PageName) => {
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
              href={pagePath(page, locale.value)}
              aria-haspopup="dialog"
              onClick={(event) => open(event, page)}
            >
              {t(`info.${page}`)}
            </a>
          ))}
        </nav>
      )}
      <small>{t('shell.version', { version: __VERSION__ })}</small>
      {shown.value && <InfoPageDialog page={shown.value} onClose={close} />}
    </footer>
  )
}
