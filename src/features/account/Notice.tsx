import type { ReactNode } from 'react'
import type { Failure } from '../../contract/result.ts'
import { failureText, t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkDownIcon } from '../../ui/link-down-icon.tsx'
import { WarnIcon } from './icons.tsx'
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

/** Announces why something did not load, with a way to try again. */
export function FailureNotice({ failure, onRetry }: { failure: Failure; onRetry(): void }) {
  return (
    <div role="alert">
      <Notice
        kind="bad"
        icon={failure.category === 'network' ? <LinkDownIcon /> : <WarnIcon />}
        action={t('app.retry')}
        onAction={onRetry}
      >
        {failureText(failure)}
      </Notice>
    </div>
  )
}
