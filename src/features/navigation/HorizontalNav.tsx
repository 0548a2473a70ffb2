import { type ReactNode, useRef } from 'react'
import { Slot } from '../../core/frame/Slot.tsx'
import { menu, titleOf } from '../../core/router/menu.ts'
import { containsActive, type NavGroup, type NavItem } from '../../core/router/nav-items.ts'
import { pathname } from '../../core/router/pathname.ts'
import { session } from '../../core/session/state.ts'
import { settings } from '../../core/settings/settings.ts'
import { locale, t } from '../../i18n/index.ts'
import { wide } from '../../ui/breakpoints.ts'
import { layoutStyle } from '../frame/state.ts'
import { shortcuts } from '../preferences/state.ts'
import { Flyout } from './Flyout.tsx'
import css from './HorizontalNav.module.css'
import { ChevronIcon } from './icons.tsx'
import { LastLogin } from './LastLogin.tsx'
import contents from './NavContents.module.css'
import entry from './NavItem.module.css'
import { NavItemFace, NavItemLink } from './NavItem.tsx'
import list from './NavList.module.css'
import { useOverflowCount } from './overflow-count.ts'
import { Avatar, UserBlock } from './UserBlock.tsx'

const chevron = (
  <span className={css.chevron}>
    <ChevronIcon />
  </span>
)

/** The items of a flyout; a `collapse` among them opens beside it. */
function Nodes({ items }: { items: readonly NavItem[] }) {
  return (
    <ul className={list.list}>
      {items.map((item) => {
        if (item.type === 'divider') return <li key={item.id} className={list.divider} aria-hidden="true" />
        if (item.type === 'group')
          return (
            <li key={item.id}>
              <p className={list.heading}>
                <span>{titleOf(item)}</span>
              </p>
              <Nodes items={item.children} />
            </li>
          )
        return (
          <li key={item.id}>
            {'children' in item ? <NavGroupFlyout item={item} beside /> : <NavItemLink item={item} />}
          </li>
        )
      })}
    </ul>
  )
}

function NavGroupFlyout({ item, beside = false }: { item: NavGroup; beside?: boolean }) {
  return (
    <Flyout
      className={entry.entry}
      inside={containsActive(item.children, pathname.value)}
      beside={beside}
      face={<NavItemFace item={item}>{chevron}</NavItemFace>}
    >
      <Nodes items={item.children} />
    </Flyout>
  )
}

/** An item of the row; a `group` opens like a `collapse`. */
function RowItem({ item }: { item: NavItem }): ReactNode {
  if (item.type === 'divider') return null
  return 'children' in item ? <NavGroupFlyout item={item} /> : <NavItemLink item={item} />
}

/** The items that fit, and a button with the rest. */
function Row() {
  const row = useRef<HTMLUListElement>(null)
  const items = menu.value
  const names = items.map((item) => `${item.id} ${titleOf(item)}`).join()
  const fits = useOverflowCount(row, `${locale.value} ${layoutStyle.value} ${names}`)
  const rest = items.slice(fits)
  return (
    <nav className={css.nav} aria-label={t('navigation.menu')}>
      <ul ref={row} className={css.row}>
        {items.slice(0, fits).map((item) => (
          <li
            key={item.id}
            data-fit
            data-divider={item.type === 'divider' ? '' : undefined}
            aria-hidden={item.type === 'divider' || undefined}
          >
            <RowItem item={item} />
          </li>
        ))}
        {(rest.length > 0 || fits === Number.POSITIVE_INFINITY) && (
          <li data-last>
            <Flyout
              className={entry.entry}
              inside={containsActive(rest, pathname.value)}
              face={
                <>
                  <span className={entry.title}>{t('navigation.more')}</span>
                  {chevron}
                </>
              }
            >
              <Nodes items={rest} />
            </Flyout>
          </li>
        )}
      </ul>
    </nav>
  )
}

/** The player's avatar, with what the side navbar shows of the player. */
function Account() {
  return (
    <div className={css.account}>
      <Flyout
        className={css.face}
        face={
          <>
            <Avatar />
            <span className="quiet-text">{t('navigation.account')}</span>
          </>
        }
      >
        <UserBlock />
        {(layoutStyle.value === 'layout3' || shortcuts.value.length === 0) && (
          <div className={contents.part}>
            <Slot name="shortcuts" />
          </div>
        )}
        <div className={contents.part}>
          <Slot name="support" />
        </div>
        <LastLogin />
      </Flyout>
    </div>
  )
}

/** The additions to a wide header bar: the shortcuts, and the menu as a row in the layouts that have one. */
export function HorizontalNav() {
  if (!wide.value || session.value.status !== 'player' || settings.value.headerBarHide) return null
  const style = layoutStyle.value
  return (
    <>
      {style !== 'layout3' && shortcuts.value.length > 0 && <Slot name="shortcuts" />}
      {style !== 'layout1' && (
        <div className={css.place}>
          <Row />
          <Account />
        </div>
      )}
    </>
  )
}
