import { type ComponentType, useRef } from 'react'
import { Link } from 'wouter'
import { isActive, NAVIGATION, visibleItems } from '../access/navigation.ts'
import { t } from '../i18n/index.ts'
import { pathname } from '../session/gate.ts'
import { session } from '../session/state.ts'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { MENU_ID } from './layers.ts'
import styles from './Menu.module.css'
import { HomeIcon, LogoutIcon, ProfileIcon, SessionsIcon, TransactionsIcon } from './menu-icons.tsx'

const ICONS: Record<string, ComponentType> = {
  home: HomeIcon,
  profile: ProfileIcon,
  sessions: SessionsIcon,
  transactions: TransactionsIcon,
  logout: LogoutIcon,
}

/**
 * The player's menu: who is here, where they may go, and the language. The browser's own popover: it closes on
 * Escape and on a touch beside it. A layer, because nobody waits for it.
 */
export function Menu() {
  const panel = useRef<HTMLDivElement>(null)
  const now = session.value
  if (now.status !== 'player') return null
  const { user } = now
  const close = () => panel.current?.hidePopover()
  const fullName = [user.name, user.lastname].filter(Boolean).join(' ')
  const items = visibleItems(NAVIGATION, user).filter((item) => item.type === 'item')
  return (
    <div className={styles.menu} id={MENU_ID} popover="auto" ref={panel}>
      <div className={styles.who}>
        <strong>{fullName || user.username}</strong>
        {fullName && <span>{user.username}</span>}
      </div>
      <nav className={styles.items} aria-label={t('shell.menu')}>
        {items.map((item) => {
          const Icon = ICONS[item.id]
          return (
            <Link
              key={item.id}
              href={item.url}
              className={styles.item}
              aria-current={isActive(item, pathname.value) ? 'page' : undefined}
              onClick={close}
            >
              {Icon && <Icon />}
              {t(`shell.${item.id}`)}
            </Link>
          )
        })}
      </nav>
      <div className={styles.foot}>
        <LanguageSwitch />
        <small>{t('shell.version', { version: __VERSION__ })}</small>
      </div>
    </div>
  )
}
