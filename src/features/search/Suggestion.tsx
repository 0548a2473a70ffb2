import type { MouseEvent } from 'react'
import { t } from '../../i18n/index.ts'
import styles from './Combobox.module.css'
import { EntryIcon } from './EntryIcon.tsx'
import { type Entry, highlight } from './rank.ts'
import { terms } from './search-index.ts'
import { unavailableReason } from './unavailable-reason.ts'

interface Props {
  id: string
  entry: Entry
  /** The arrow keys are at it. */
  reached: boolean
  onPress: (event: MouseEvent) => void
  onChoose: (event: MouseEvent) => void
}

/** What else there is to say about an entry. */
function noteOf({ kind, number = '' }: Entry): string {
  if (kind === 'brand') return t('search.brand')
  if (kind === 'machine') return t('search.machine', { number })
  return kind === 'link' ? t('search.newTab') : ''
}

/** A text with what was typed marked in it. */
function Marked({ text }: { text: string }) {
  const cut = highlight(text, terms.value)
  return (
    <bdi className={styles.title}>
      {cut.map(({ at, text, hit }) => (hit ? <mark key={at}>{text}</mark> : text))}
    </bdi>
  )
}

/** One suggestion; what can't be gone to now says why. */
export function Suggestion({ id, entry, reached, onPress, onChoose }: Props) {
  const refused = unavailableReason(entry)
  const note = noteOf(entry)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      id={id}
      role="option"
      aria-selected={reached}
      aria-disabled={refused ? true : undefined}
      className={styles.option}
      onMouseDown={onPress}
      onClick={onChoose}
    >
      <EntryIcon entry={entry} />
      <span className={styles.text}>
        <Marked text={entry.title} />
        {note && <small>{note}</small>}
      </span>
      {refused && <span className={styles.refused}>{refused}</span>}
    </div>
  )
}
