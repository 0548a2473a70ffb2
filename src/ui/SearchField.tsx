import { useRef } from 'react'
import { Button } from './Button.tsx'
import { LineIcon } from './LineIcon.tsx'
import css from './SearchField.module.css'

interface Props {
  label: string
  /** The label of the clear button. */
  clearLabel: string
  value: string
  maxLength: number
  onText(text: string): void
  onClear(): void
  onEnter?(field: HTMLInputElement): void
}

/** A search field; the caller runs the search. */
export function SearchField({ label, clearLabel, value, maxLength, onText, onClear, onEnter }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    onClear()
    field.current?.focus()
  }
  return (
    <div className={css.search}>
      <LineIcon d="M4.5 11a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0M16 16l4.5 4.5" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        autoComplete="off"
        enterKeyHint="search"
        value={value}
        onInput={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter?.(event.currentTarget)
        }}
      />
      {value && (
        <Button kind="quiet" square aria-label={clearLabel} onClick={clear}>
          <LineIcon d="m6.5 6.5 11 11m0-11-11 11" />
        </Button>
      )}
    </div>
  )
}
