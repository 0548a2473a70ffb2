import type { ReactNode } from 'react'
import { t } from '../i18n/index.ts'
import { Button } from './Button.tsx'
import css from './IdleWarning.module.css'
import { TopLayerDialog } from './TopLayerDialog.tsx'

/** The countdown is red from here on, seconds. */
const URGENT_BELOW_S = 5

interface Props {
  /** Whole seconds until the lock. */
  left: number
  /** The duration of the whole warning, seconds. */
  total: number
  leaving: boolean
  /** The explanation, if the lock's does not apply. */
  lead?: string
  topmost?: boolean
  /** What the player should know before. */
  children?: ReactNode
}

/**
 * Warns that the screen is about to lock, or that a kiosk is about to log its player out. Any touch or key
 * closes it; the button is for screen readers.
 */
export function IdleWarning({
  left,
  total,
  leaving,
  lead = t('ui.warnLead'),
  topmost = false,
  children,
}: Props) {
  return (
    <TopLayerDialog
      id={topmost ? 'kiosk-warning' : 'lock-warning'}
      className={css.warning}
      labelledBy="lock-warning-title"
      describedBy="lock-warning-lead"
      leaving={leaving}
      topmost={topmost}
    >
      <div className={css.card}>
        <div className={css.clock} data-soon={left <= URGENT_BELOW_S ? '' : undefined}>
          <svg viewBox="0 0 100 100" aria-hidden="true">
            <circle cx="50" cy="50" r="46" pathLength={total} />
            <circle cx="50" cy="50" r="46" pathLength={total} stroke-dasharray={`${left} ${total}`} />
          </svg>
          <span className="figures" aria-hidden="true" data-testid="lock-left">
            {left}
          </span>
        </div>
        <h2 id="lock-warning-title">{t('ui.warnTitle')}</h2>
        <p id="lock-warning-lead">{lead}</p>
        {children}
        <Button kind="primary">{t('ui.stay')}</Button>
      </div>
    </TopLayerDialog>
  )
}
