import type { ReactNode } from 'react'

interface Props<T extends string | number> {
  name: string
  title: string
  /** Hides the title visually, if a text above says the same. */
  hiddenTitle?: boolean
  className: string | undefined
  options: readonly T[]
  value: T
  onChange: (next: T) => void
  renderOption: (option: T) => ReactNode
  /** The accessible name of an option that is drawn without text. */
  labelOf?: (option: T) => string | undefined
}

/**
 * Options side by side, as native radio buttons (docs/decisions/0019-widgets.md). The caller's class styles
 * `legend`, `div`, `label` and `input`.
 */
export function RadioGroup<T extends string | number>(props: Props<T>) {
  const { name, options, value, onChange, renderOption, labelOf } = props
  return (
    <fieldset className={props.className} data-choice={name}>
      <legend className={props.hiddenTitle ? 'quiet-text' : undefined}>{props.title}</legend>
      <div>
        {options.map((option) => (
          <label key={option}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              aria-label={labelOf?.(option)}
              onChange={() => onChange(option)}
            />
            {renderOption(option)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
