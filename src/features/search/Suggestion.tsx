import type { MouseEvent } from 'react'
import { NavIcon } from '../../core/router/nav-icons.tsx'
import { t } from '../../i18n/index.ts'
import { HotFlag } from '../../ui/HotFlag.tsx'
import { brandHotColor, machineHotColor } from '../lobby/hot-flag/state.ts'
import styles from './Combobox.module.css'
import { BrandIcon, MachineIcon } from './icons.tsx'
import { isOpen, machineState } from './machine-state.ts'
import { type Entry, highlight } from './rank.ts'
import { terms } from './search-index.ts'

interface Props {
  id: string
  entry: Entry
  /** The arrow keys have selected it. */
  active: boolean
  onMouseDown: (event: MouseEvent) => void
  onSelect: (event: MouseEvent) => void
}

export function EntryIcon({ entry: { item, kind } }: { entry: Entry }) {
  if (item) return <NavIcon item={item} />
  return kind === 'brand' ? <BrandIcon /> : <MachineIcon />
}

function noteOf({ kind, number = '' }: Entry): string {
  if (kind === 'brand') return t('search.brand')
  if (kind === 'machine') return t('search.machine', { number })
  return kind === 'link' ? t('search.newTab') : ''
}

/** The colour of an entry's hot flag; undefined for one that is not hot. */
function hotColorOf({ kind, brandId, number = '' }: Entry) {
  if (kind === 'machine') return machineHotColor(number)
  return kind === 'brand' && brandId !== undefined ? brandHotColor(brandId) : undefined
}

/** A text with the matches marked. */
function HighlightedText({ text }: { text: string }) {
  return (
    <bdi className={styles.title}>
      {highlight(text, terms.value).map(({ at, text, hit }) => (hit ? <mark key={at}>{text}</mark> : text))}
    </bdi>
  )
}

/** One suggestion; a machine shows its state. */
export function Suggestion({ id, entry, active, onMouseDown, onSelect }: Props) {
  const state = machineState(entry)
  const note = noteOf(entry)
  const heat = hotColorOf(entry)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      id={id}
      role="option"
      aria-selected={active}
      aria-disabled={!isOpen(entry) || undefined}
      className={styles.option}
      onMouseDown={onMouseDown}
      onClick={onSelect}
    >
      <EntryIcon entry={entry} />
      <span className={styles.text}>
        <span className={styles.line}>
          <HighlightedText text={entry.title} />
          {heat && <HotFlag color={heat} text={t('search.hot')} inline />}
        </span>
        {note && <small>{note}</small>}
      </span>
      {state && (
        <span className={styles.state} data-availability={state.availability}>
          {state.text}
        </span>
      )}
    </div>
  )
}
