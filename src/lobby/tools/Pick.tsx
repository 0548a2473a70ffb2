import styles from './FilterBar.module.css'

interface Props<T extends string> {
  label: string
  value: T
  options: readonly (readonly [T, string])[]
  onPick(value: T): void
}

/** One choice of several, by the device's own list. */
export function Pick<T extends string>({ label, value, options, onPick }: Props<T>) {
  return (
    <label className={styles.pick}>
      <span>{label}</span>
      <select
        value={value}
        onInput={(event) => {
          const { value: next } = event.currentTarget
          const picked = options.find(([key]) => key === next)
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
