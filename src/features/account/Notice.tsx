import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import css from './Notice.module.css'

interface Props {
  kind: 'good' | 'bad'
  icon: ReactNode
  title?: string
  children: ReactNode
  /** What the one button says and does. */
  action?: string
  onAction?: () => void
}

/** A word beside what it is about: what did not work, or did. */
export function Notice({ kind, icon, title, children, action, onAction }: Props) {
  return (
    <div className={css.notice} data-kind={kind}>
      {icon}
      <div>
        {title && <strong>{title}</strong>}
        <p>{children}</p>
      </div>
      {action && <Button onClick={onAction}>{action}</Button>}
    </div>
  )
}
