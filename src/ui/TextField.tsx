import type { ReactNode } from 'react'
import type { ElementProps } from '#jsx/jsx-runtime'

type Props = Omit<ElementProps<'input'>, 'className' | 'id'> & {
  id: string
  label: string
  /** The error. Its line is always reserved, so that nothing moves. */
  error?: ReactNode
  /** A control inside the box, after the text. */
  after?: ReactNode
}

/** A labelled text field with its error below. */
export function TextField({ id, label, error, after, ...rest }: Props) {
  return (
    <div className="field" data-bad={error ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input {...rest} id={id} aria-invalid={error ? true : undefined} aria-describedby={`${id}-error`} />
        {after}
      </div>
      <div className="field-error" id={`${id}-error`} aria-live="polite">
        {error}
      </div>
    </div>
  )
}
