import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

interface Props {
  title: string
  lead?: string
  /** What the one button says and does. */
  action?: string
  onAction?: () => void
  children?: ReactNode
}

/** A state in words, in place of what would be here: empty, failed, not found. */
export function EmptyState({ title, lead, action, onAction, children }: Props) {
  return (
    <section className="empty-state">
      {children}
      <h2>{title}</h2>
      {lead && <p>{lead}</p>}
      {action && (
        <Button kind="primary" onClick={onAction}>
          {action}
        </Button>
      )}
    </section>
  )
}
