import { useSignal } from '@preact/signals-react'
import { t } from '../../i18n/index.ts'
import { setShortcuts } from '../preferences/actions.ts'
import { shortcuts } from '../preferences/state.ts'
import { SearchIcon, StarIcon } from './icons.tsx'
import { SHORTCUTS_EDITOR_ID } from './open-sheet.ts'
import type { Entry } from './rank.ts'
import { Sheet } from './Sheet.tsx'
import styles from './ShortcutsEditor.module.css'
import { EntryIcon } from './Suggestion.tsx'
import { searchPages } from './search-index.ts'

/** Stars or unstars a page. Ids of unknown pages stay in the list. */
function toggle(id: string): void {
  const before = shortcuts.peek()
  void setShortcuts(before.includes(id) ? before.filter((one) => one !== id) : [...before, id])
}

function Row({ entry }: { entry: Entry }) {
  const on = shortcuts.value.includes(entry.key)
  return (
    <li>
      <button type="button" className={styles.row} aria-pressed={on} onClick={() => toggle(entry.key)}>
        <EntryIcon entry={entry} />
        <bdi>{entry.title}</bdi>
        <StarIcon full={on} />
      </button>
    </li>
  )
}

/** Lists every page with its star. */
export function ShortcutsEditor() {
  const text = useSignal('')
  const list = searchPages(text.value)
  return (
    <Sheet
      id={SHORTCUTS_EDITOR_ID}
      label={t('search.edit')}
      headed
      onClose={() => {
        text.value = ''
      }}
    >
      <div className={styles.body}>
        <div className={styles.find}>
          <SearchIcon />
          <input
            type="text"
            inputMode="search"
            autoComplete="off"
            spellCheck="false"
            placeholder={t('search.findPage')}
            aria-label={t('search.findPage')}
            value={text.value}
            onInput={(event) => {
              text.value = event.currentTarget.value
            }}
          />
        </div>
        <ul className={styles.rows} aria-label={t('search.pages')}>
          {list.map((entry) => (
            <Row key={entry.key} entry={entry} />
          ))}
        </ul>
        <p role="status" className={list.length ? 'quiet-text' : styles.none}>
          {list.length ? '' : t('search.none')}
        </p>
      </div>
    </Sheet>
  )
}
