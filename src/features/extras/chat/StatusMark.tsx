import type { ChatStatus } from '../../../contract/extras.ts'
import css from './Chat.module.css'

/** Each status has its own shape, so that it does not depend on colour. */
const SHAPES: Record<ChatStatus, string> = {
  // A tick.
  online: 'M4.6 8.2l2.3 2.3 4.5-4.8',
  // No entry.
  'do-not-disturb': 'M4.6 8h6.8',
  // The hands of a clock.
  away: 'M8 4.4V8l2.4 1.6',
  // A cross.
  offline: 'M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8',
}

/** A chat status as an icon; its parent gives the accessible text. */
export function StatusMark({ status }: { status: ChatStatus }) {
  return (
    <svg className={css.mark} data-status={status} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="7" />
      <path d={SHAPES[status]} />
    </svg>
  )
}
