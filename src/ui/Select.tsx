import css from './Select.module.css'

interface Props<T extends string | number> {
  label: string
  value: T
  options: readonly (readonly [T, string])[]
  onSelect(value: T): void
}

/** A labelled native select. Not Fluent's: the lobby shows one before Fluent has loaded. */
export function Select<T extends string | number>({ label, value, options, onSelect }: Props<T>) {
  return (
    <label className={css.select}>
      <span>{label}</span>
      <select
        value={value}
        onInput={(event) => {
          const { value: next } = event.currentTarget
          const selected = options.find(([key]) => String(key) === next)
          if (selected) onSelect(selected[0])
        }}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
