import type { MouseEvent, ReactNode } from 'react'
import { Button } from './Button.tsx'
import { dialogAround, focusPage } from './focus-page.ts'

interface Props {
  title: string
  lead?: string | undefined
  /** The label of the button. */
  action?: string
  onAction?: () => void
  children?: ReactNode
  /** It is the whole page, and its title the page's heading. */
  isPage?: boolean
}

/** A message in place of the content: empty, failed or not found. */
export function EmptyState({ title, lead, action, onAction, children, isPage }: Props) {
  const Title = isPage ? 'h1' : 'h2'
  const act = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button usually goes with the message.
    focusPage(dialogAround(currentTarget))
    onAction?.()
  }
  return (
    <section className="empty-state">
      {children}
      <Title>{title}</Title>
      {lead && <p>{lead}</p>}
      {action && (
        <Button kind="primary" onClick={act}>
          {action}
        </Button>
      )}
    </section>
  )
}
