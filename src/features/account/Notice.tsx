import type { ReactNode } from 'react'
import type { Failure } from '../../contract/result.ts'
import { failureText, t } from '../../i18n/index.ts'
import { LinkDownIcon } from '../../ui/link-down-icon.tsx'
import { TransientButton } from '../../ui/TransientButton.tsx'
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
  /** The id of the element that has the focus when the button has removed the message. */
  next?: string
}

/** A message beside the element that it refers to. */
export function Notice({ kind, icon, title, children, action, onAction, next = '' }: Props) {
  return (
    <div className={css.notice} data-kind={kind}>
      {icon}
      <div>
        {title && <strong>{title}</strong>}
        <p>{children}</p>
      </div>
      {action && (
        <TransientButton next={next} onClick={onAction}>
          {action}
        </TransientButton>
      )}
    </div>
  )
}

interface FailureProps extends Required<Pick<Props, 'next'>> {
  failure: Failure
  onRetry(): void
}

/** Announces a failed request, with a Retry button. */
export function FailureNotice({ failure, onRetry, next }: FailureProps) {
  return (
    <div role="alert">
      <Notice
        kind="bad"
        icon={failure.category === 'network' ? <LinkDownIcon /> : <WarnIcon />}
        action={t('app.retry')}
        onAction={onRetry}
        next={next}
      >
        {failureText(failure)}
      </Notice>
    </div>
  )
}
