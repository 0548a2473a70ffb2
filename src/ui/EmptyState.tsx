import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

interface Props {
  title: string
  lead?: string | undefined
  /** The label of the button. */
  action?: string
  onAction?: () => void
  children?: ReactNode
}

/** A message in place of the content: empty, failed or not found. */
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
