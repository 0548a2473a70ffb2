import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { titleOf } from '../../core/router/menu.ts'
import { isDot, NavIcon } from '../../core/router/nav-icons.tsx'
import { isActive, type NavGroup, type NavLink, type NavPage } from '../../core/router/nav-items.ts'
import { pathname } from '../../core/router/pathname.ts'
import { t } from '../../i18n/index.ts'
import { localize } from '../../i18n/localize.ts'
import css from './NavItem.module.css'

/** The content of an item: icon, title and badge. */
export function NavItemFace({
  item,
  children,
}: {
  item: NavPage | NavLink | NavGroup
  children?: ReactNode
}) {
  const { badge } = item
  return (
    <>
      <span className={css.icon} data-marked={badge ? '' : undefined} data-dot={isDot(item) ? '' : undefined}>
        <NavIcon item={item} />
      </span>
      <span className={css.title}>{titleOf(item)}</span>
      {badge && (
        <span className={css.badge} style={{ background: badge.bg, color: badge.fg }}>
          {localize(badge.title)}
        </span>
      )}
      {children}
    </>
  )
}

/** A link to a page of the app, or to another site (in a new tab, unless the operator sets `target`). */
export function NavItemLink({ item }: { item: NavPage | NavLink }) {
  if (item.type === 'item') {
    const here = isActive(item, pathname.value)
    return (
      <Link href={item.url} className={css.entry} aria-current={here ? 'page' : undefined}>
        <NavItemFace item={item} />
      </Link>
    )
  }
  const { url, target = '_blank' } = item
  return (
    <a href={url} target={target} rel="noopener noreferrer" className={css.entry}>
      <NavItemFace item={item}>
        {target === '_blank' && <span className="quiet-text">({t('navigation.newTab')})</span>}
      </NavItemFace>
    </a>
  )
}
