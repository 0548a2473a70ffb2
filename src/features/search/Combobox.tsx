import { useSignal } from '@preact/signals-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { count } from '../../i18n/format.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { CloseIcon } from '../../ui/line-icons.tsx'
import { fetchAllMachines } from './actions.ts'
import styles from './Combobox.module.css'
import { SearchIcon } from './icons.tsx'
import { navigateTo } from './navigate-to.ts'
import type { Entry } from './rank.ts'
import { Suggestion } from './Suggestion.tsx'
import { suggestions, terms } from './search-index.ts'
import { query, setQuery } from './state.ts'
import { unavailableReason } from './unavailable-reason.ts'

export interface Props {
  /** Names its parts in the page. */
  id: string
  /** Its suggestions are always there, below it, instead of over the page while they are asked for. */
  inSheet?: boolean
  /** Somebody goes somewhere. */
  onGo?: () => void
}

/**
 * The search: a field with suggestions, by the pattern of an editable combobox. The focus stays in the field; what
 * the arrow keys have reached is told by `aria-activedescendant`.
 */
export function Combobox({ id, inSheet = false, onGo }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const open = useSignal(false)
  const reached = useSignal<string | undefined>(undefined)
  const shown = inSheet || open.value
  const list = shown ? suggestions.value : []
  const at = list.findIndex(({ key }) => key === reached.value)
  const none = shown && terms.value.length > 0 && list.length === 0

  const show = (next: boolean) => {
    if (next && !open.peek()) void fetchAllMachines()
    open.value = next
    reached.value = undefined
  }
  const leave = (entry: Entry, newTab: boolean) => {
    if (unavailableReason(entry)) return
    show(false)
    setQuery('')
    onGo?.()
    navigateTo(entry, newTab)
  }
  const clear = () => {
    setQuery('')
    reached.value = undefined
    field.current?.focus()
  }
  useEffect(() => {
    if (at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [id, at])

  /** What a key does; false: what it does in every field. */
  const press = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    const reach = (place: number) => {
      if (list.length) reached.value = list.at(place % list.length)?.key
      return true
    }
    switch (key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (shown && !altKey) return reach(key === 'ArrowDown' ? at + 1 : Math.max(at, 0) - 1)
        show(key === 'ArrowDown')
        return true
      case 'Home':
        return at >= 0 && reach(0)
      case 'End':
        return at >= 0 && reach(-1)
      case 'Enter': {
        const entry = list[Math.max(at, 0)]
        // Nothing was asked for yet.
        if (!entry || (at < 0 && terms.value.length === 0)) return false
        leave(entry, ctrlKey || metaKey)
        return true
      }
      case 'Escape':
        // The sheet closes by it as every window.
        if (inSheet || (!open.value && !query.value)) return false
        if (open.value) show(false)
        else clear()
        return true
      default:
        return false
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The keys of an input method are its own.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (!press(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <search className={styles.search} data-sheet={inSheet || undefined}>
      <div className={styles.box}>
        <SearchIcon />
        <input
          ref={field}
          id={id}
          type="text"
          role="combobox"
          inputMode="search"
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={t('find.placeholder')}
          aria-label={t('search.label')}
          aria-autocomplete="list"
          aria-expanded={list.length > 0}
          aria-controls={list.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
          aria-keyshortcuts={inSheet ? undefined : '/ Control+K'}
          value={query.value}
          onInput={(event) => {
            setQuery(event.currentTarget.value)
            show(true)
          }}
          onClick={() => show(true)}
          onBlur={() => show(false)}
          onKeyDown={onKeyDown}
        />
        {query.value ? (
          <Button kind="quiet" square aria-label={t('search.clear')} onMouseDown={stay} onClick={clear}>
            <CloseIcon />
          </Button>
        ) : (
          !inSheet && (
            <span className={styles.key} aria-hidden="true">
              /
            </span>
          )
        )}
      </div>
      {/* What it says is read out; nothing found is also shown. */}
      <div aria-live="polite" aria-atomic className={none ? `${styles.panel} ${styles.none}` : 'quiet-text'}>
        {none && t('search.none')}
        {list.length > 0 && terms.value.length > 0 && t('search.count', { count: count(list.length) })}
      </div>
      {list.length > 0 && (
        <div id={`${id}-list`} role="listbox" aria-label={t('search.suggestions')} className={styles.panel}>
          {list.map((entry, place) => (
            <Suggestion
              key={entry.key}
              id={`${id}-${place}`}
              entry={entry}
              reached={place === at}
              onPress={stay}
              onChoose={(event) => leave(entry, event.ctrlKey || event.metaKey)}
            />
          ))}
        </div>
      )}
    </search>
  )
}

/** A press beside the field leaves the focus in it. */
const stay = (event: MouseEvent) => event.preventDefault()
