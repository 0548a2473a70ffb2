import type { ReactNode } from 'react'
import css from './Theme.module.css'

interface Props<T extends string> {
  name: string
  title: string
  /** The panel has said it already. */
  quiet?: boolean
  options: readonly T[]
  now: T
  onChoose: (next: T) => void
  draw: (option: T) => ReactNode
}

/** Options side by side over native radio buttons, which the arrow keys move between (decision 19). */
export function RadioGroup<T extends string>({ name, title, quiet, options, now, onChoose, draw }: Props<T>) {
  return (
    <fieldset className={css.choice} data-choice={name}>
      <legend className={quiet ? 'quiet-text' : undefined}>{title}</legend>
      <div>
        {options.map((option) => (
          <label key={option}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === now}
              onChange={() => onChoose(option)}
            />
            {draw(option)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
