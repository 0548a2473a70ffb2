import type { MouseEvent, ReactNode } from 'react'
import { Button } from './Button.tsx'
import { focusPage, pageAround } from './focus-page.ts'

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
  const act = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button usually goes with the message.
    focusPage(pageAround(currentTarget))
    onAction?.()
  }
  return (
    <section className="empty-state">
      {children}
      <h2>{title}</h2>
      {lead && <p>{lead}</p>}
      {action && (
        <Button kind="primary" onClick={act}>
          {action}
        </Button>
      )}
    </section>
  )
}
