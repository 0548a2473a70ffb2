import { useRef } from 'react'
import { Button } from './Button.tsx'
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
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="11" cy="11" r="6.5" />
        <path d="m16 16 4.5 4.5" />
      </svg>
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
          <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="m6.5 6.5 11 11m0-11-11 11" />
          </svg>
        </Button>
      )}
    </div>
  )
}
