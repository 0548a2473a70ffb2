import css from './Select.module.css'

interface Props<T extends string | number> {
  label: string
  value: T
  options: readonly (readonly [T, string])[]
  onPick(value: T): void
}

/** One choice of several, by the device's own list. */
export function Pick<T extends string | number>({ label, value, options, onPick }: Props<T>) {
  return (
    <label className={css.pick}>
      <span>{label}</span>
      <select
        value={value}
        onInput={(event) => {
          const { value: next } = event.currentTarget
          const picked = options.find(([key]) => String(key) === next)
          if (picked) onPick(picked[0])
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
