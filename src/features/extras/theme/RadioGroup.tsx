import type { ReactNode } from 'react'
import css from './Theme.module.css'

interface Props<T extends string> {
  name: string
  title: string
  /** Hides the title visually, where the panel's title says the same. */
  hiddenTitle?: boolean
  options: readonly T[]
  value: T
  onChoose: (next: T) => void
  renderOption: (option: T) => ReactNode
}

/** Options side by side over native radio buttons, which the arrow keys move between (decision 19). */
export function RadioGroup<T extends string>({
  name,
  title,
  hiddenTitle,
  options,
  value,
  onChoose,
  renderOption,
}: Props<T>) {
  return (
    <fieldset className={css.choice} data-choice={name}>
      <legend className={hiddenTitle ? 'quiet-text' : undefined}>{title}</legend>
      <div>
        {options.map((option) => (
          <label key={option}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChoose(option)}
            />
            {renderOption(option)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
