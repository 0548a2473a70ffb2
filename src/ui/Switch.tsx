import { useId } from 'react'
import css from './Switch.module.css'

interface Props {
  title: string
  /** What it does, in a line. */
  lead?: string
  on: boolean
  onToggle: () => void
}

/** Something that is on or off, with what it does; all of the line can be touched. */
export function Switch({ title, lead, on, onToggle }: Props) {
  const id = useId()
  return (
    <button
      type="button"
      role="switch"
      className={css.line}
      aria-checked={on}
      aria-labelledby={`${id}-title`}
      aria-describedby={lead ? `${id}-lead` : undefined}
      onClick={onToggle}
    >
      <span>
        <span id={`${id}-title`}>{title}</span>
        {lead && <small id={`${id}-lead`}>{lead}</small>}
      </span>
      <i className={css.track} />
    </button>
  )
}
