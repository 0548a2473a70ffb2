import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { NavIcon } from '../../core/router/nav-icons.tsx'
import { isActive } from '../../core/router/nav-items.ts'
import { pathname } from '../../core/router/pathname.ts'
import { t } from '../../i18n/index.ts'
import { StarIcon } from './icons.tsx'
import { openSheet, SHORTCUTS_EDITOR_ID } from './open-sheet.ts'
import { canPin, pinned } from './page-entries.ts'
import type { Entry } from './rank.ts'
import styles from './Shortcuts.module.css'

function Shortcut({ entry }: { entry: Entry }) {
  const { url, item } = entry
  const inside: ReactNode = (
    <>
      {item && <NavIcon item={item} />}
      <bdi className={styles.name}>{entry.title}</bdi>
    </>
  )
  if (item?.type === 'link')
    return (
      <a href={url} target={item.target ?? '_blank'} rel="noopener noreferrer" className={styles.shortcut}>
        {inside}
      </a>
    )
  const active = item && isActive(item, pathname.value)
  return (
    <Link href={url} className={styles.shortcut} aria-current={active ? 'page' : undefined}>
      {inside}
    </Link>
  )
}

/** The starred pages, and the button that edits them. Hidden if the server does not store shortcuts. */
export function Shortcuts() {
  if (!canPin.value) return null
  return (
    <nav className={styles.bar} aria-label={t('search.shortcuts')}>
      {pinned.value.map((entry) => (
        <Shortcut key={entry.key} entry={entry} />
      ))}
      <button
        type="button"
        className={styles.shortcut}
        aria-haspopup="dialog"
        onClick={() => openSheet(SHORTCUTS_EDITOR_ID)}
      >
        <StarIcon />
        <span className={styles.name}>{t('search.edit')}</span>
      </button>
    </nav>
  )
}
