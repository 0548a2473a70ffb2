import { useSignal } from '@preact/signals-react'
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { plural } from '../../i18n/plural.ts'
import { Button } from '../../ui/Button.tsx'
import { CloseIcon } from '../../ui/close-icon.tsx'
import { loadSearchedMachines, navigateTo } from './actions.ts'
import styles from './Combobox.module.css'
import { SearchIcon } from './icons.tsx'
import { isOpen } from './machine-state.ts'
import type { Entry } from './rank.ts'
import { Suggestion } from './Suggestion.tsx'
import { suggestions, terms } from './search-index.ts'
import { query, setQuery } from './state.ts'

export interface Props {
  /** The id of the field; the ids of its parts begin with it. */
  id: string
  /** In a sheet the suggestions are always shown, below the field instead of over the page. */
  inSheet?: boolean
  /** Called when an entry is opened. */
  onNavigate?: () => void
}

/** The open state and the active suggestion of a combobox, and what its keys do. */
function useCombobox({ id, inSheet = false, onNavigate }: Props, field: RefObject<HTMLInputElement | null>) {
  const open = useSignal(false)
  const activeKey = useSignal<string | undefined>(undefined)
  const shown = inSheet || open.value
  const list = shown ? suggestions.value : []
  const activeIndex = list.findIndex(({ key }) => key === activeKey.value)

  useEffect(() => {
    if (activeIndex >= 0)
      document.getElementById(`${id}-${activeIndex}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [id, activeIndex])

  const setOpen = (next: boolean) => {
    if (next && !open.peek()) void loadSearchedMachines()
    open.value = next
    activeKey.value = undefined
  }
  const select = (entry: Entry, newTab: boolean) => {
    if (!isOpen(entry)) return
    setOpen(false)
    setQuery('')
    onNavigate?.()
    navigateTo(entry, newTab)
  }
  const clear = () => {
    setQuery('')
    activeKey.value = undefined
    field.current?.focus()
  }
  const activate = (index: number) => {
    if (list.length) activeKey.value = list.at(index % list.length)?.key
    return true
  }
  /** Returns whether the key was handled; the field keeps its default for the others. */
  const handleKey = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    switch (key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (shown && !altKey)
          return activate(key === 'ArrowDown' ? activeIndex + 1 : Math.max(activeIndex, 0) - 1)
        setOpen(key === 'ArrowDown')
        return true
      case 'Home':
        return activeIndex >= 0 && activate(0)
      case 'End':
        return activeIndex >= 0 && activate(-1)
      case 'Enter': {
        const entry = list[Math.max(activeIndex, 0)]
        // With an empty query, Enter opens only an entry that the arrow keys have reached.
        if (!entry || (activeIndex < 0 && terms.value.length === 0)) return false
        select(entry, ctrlKey || metaKey)
        return true
      }
      case 'Escape':
        // In a sheet, Escape closes the sheet.
        if (inSheet || (!open.value && !query.value)) return false
        if (open.value) setOpen(false)
        else clear()
        return true
      default:
        return false
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // 229: the key belongs to an input method, in browsers that do not set `isComposing`.
    if (event.isComposing || event.keyCode === 229) return
    if (!handleKey(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return { shown, list, activeIndex, setOpen, select, clear, onKeyDown }
}

/**
 * The search field with suggestions: the ARIA pattern of an editable combobox. The focus stays in the field;
 * `aria-activedescendant` names the suggestion that the arrow keys have reached.
 */
export function Combobox(props: Props) {
  const { id, inSheet = false } = props
  const field = useRef<HTMLInputElement>(null)
  const { shown, list, activeIndex, setOpen, select, clear, onKeyDown } = useCombobox(props, field)
  const hasSuggestions = list.length > 0
  const hasNoMatch = shown && terms.value.length > 0 && !hasSuggestions
  return (
    <search className={styles.search} data-sheet={inSheet || undefined}>
      <div className={styles.field}>
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
          spellCheck="false"
          placeholder={t('search.placeholder')}
          aria-label={t('search.label')}
          aria-autocomplete="list"
          aria-expanded={hasSuggestions}
          aria-controls={hasSuggestions ? `${id}-list` : undefined}
          aria-activedescendant={activeIndex >= 0 ? `${id}-${activeIndex}` : undefined}
          aria-keyshortcuts={inSheet ? undefined : 'Control+K'}
          value={query.value}
          onInput={(event) => {
            setQuery(event.currentTarget.value)
            setOpen(true)
          }}
          onClick={() => setOpen(true)}
          onBlurCapture={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        {query.value ? (
          <Button kind="quiet" square aria-label={t('search.clear')} onMouseDown={keepFocus} onClick={clear}>
            <CloseIcon />
          </Button>
        ) : (
          !inSheet && (
            <span className={styles.keyHint} dir="ltr" aria-hidden="true">
              Ctrl K
            </span>
          )
        )}
      </div>
      {/* The count is for screen readers only; "no match" is also visible. */}
      <div className={hasNoMatch ? `${styles.panel} ${styles.noMatch}` : 'quiet-text'}>
        <p aria-live="polite" aria-atomic>
          {hasNoMatch && t('search.none')}
          {hasSuggestions && terms.value.length > 0 && plural('search.count', list.length)}
        </p>
        {hasNoMatch && (
          <Button onMouseDown={keepFocus} onClick={clear}>
            {t('search.clear')}
          </Button>
        )}
      </div>
      {hasSuggestions && (
        <div id={`${id}-list`} role="listbox" aria-label={t('search.suggestions')} className={styles.panel}>
          {list.map((entry, index) => (
            <Suggestion
              key={entry.key}
              id={`${id}-${index}`}
              entry={entry}
              active={index === activeIndex}
              onMouseDown={keepFocus}
              onSelect={(event) => select(entry, event.ctrlKey || event.metaKey)}
            />
          ))}
        </div>
      )}
    </search>
  )
}

/** A pointer press on these elements must not take the focus from the field. */
const keepFocus = (event: MouseEvent) => event.preventDefault()
