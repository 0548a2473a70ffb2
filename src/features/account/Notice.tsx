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
  /** The label and the handler of the button. */
  action?: string
  onAction?: () => void
}

/** A message beside the element that it refers to. */
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

/** Announces a failed request, with a Retry button. */
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
