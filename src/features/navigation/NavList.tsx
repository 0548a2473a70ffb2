import { useSignal } from '@preact/signals-react'
import { useEffect, useId } from 'react'
import { titleOf } from '../../core/router/menu.ts'
import { containsActive, type NavGroup, type NavItem } from '../../core/router/nav-items.ts'
import { pathname } from '../../core/router/pathname.ts'
import { ChevronIcon } from './icons.tsx'
import entry from './NavItem.module.css'
import { NavItemFace, NavItemLink } from './NavItem.tsx'
import css from './NavList.module.css'

export function NavList({ items }: { items: readonly NavItem[] }) {
  return (
    <ul className={css.list}>
      {items.map((item) => (
        <Node key={item.id} item={item} />
      ))}
    </ul>
  )
}

function Node({ item }: { item: NavItem }) {
  switch (item.type) {
    case 'divider':
      return <li className={css.divider} aria-hidden="true" />
    case 'group':
      return <Group item={item} />
    case 'collapse':
      return <Collapse item={item} />
    default:
      return (
        <li>
          <NavItemLink item={item} />
        </li>
      )
  }
}

function Group({ item }: { item: NavGroup }) {
  return (
    <li className={css.group}>
      <p className={css.heading}>
        <span>{titleOf(item)}</span>
      </p>
      <NavList items={item.children} />
    </li>
  )
}

/** Opens automatically when it contains the current page; the player can close and open it. */
function Collapse({ item }: { item: NavGroup }) {
  const id = useId()
  const path = pathname.value
  const inside = containsActive(item.children, path)
  const open = useSignal(inside)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens at each navigation to one of its pages
  useEffect(() => {
    if (inside) open.value = true
  }, [path, inside, open])
  const toggle = () => {
    open.value = !open.value
  }
  return (
    <li>
      <button
        type="button"
        className={entry.entry}
        aria-expanded={open.value}
        aria-controls={id}
        data-inside={inside ? '' : undefined}
        onClick={toggle}
      >
        <NavItemFace item={item}>
          <span className={css.chevron}>
            <ChevronIcon />
          </span>
        </NavItemFace>
      </button>
      <div id={id} className={css.inner} hidden={!open.value}>
        <NavList items={item.children} />
      </div>
    </li>
  )
}
