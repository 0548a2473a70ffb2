import { useRef } from 'react'
import { Link } from 'wouter'
import { t } from '../i18n/index.ts'
import { session } from '../session/state.ts'
import { HomeIcon, LogoutIcon } from '../ui/icons.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import styles from './Menu.module.css'

export const MENU_ID = 'menu'

/** The player's menu. The browser's own popover: it closes on Escape and on a touch beside it. */
export function Menu() {
  const panel = useRef<HTMLDivElement>(null)
  const now = session.value
  const user = now.status === 'player' ? now.user : undefined
  const close = () => panel.current?.hidePopover()
  const fullName = user && [user.name, user.lastname].filter(Boolean).join(' ')
  return (
    <div className={styles.menu} id={MENU_ID} popover="auto" ref={panel}>
      <div className={styles.who}>
        <strong>{fullName || user?.username}</strong>
        {fullName && <span>{user?.username}</span>}
      </div>
      <nav className={styles.items} aria-label={t('shell.menu')}>
        <Link href="/lobby" className={styles.item} onClick={close}>
          <HomeIcon />
          {t('shell.home')}
        </Link>
        <Link href="/logout" className={styles.item} onClick={close}>
          <LogoutIcon />
          {t('shell.logout')}
        </Link>
      </nav>
      <div className={styles.foot}>
        <LanguageSwitch />
        <small>{t('shell.version', { version: __VERSION__ })}</small>
      </div>
    </div>
  )
}
