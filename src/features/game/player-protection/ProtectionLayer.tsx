import { useLayoutEffect } from 'react'
import { clockDuration } from '../../../i18n/clock-duration.ts'
import { money, clock as time } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { blockPlay } from '../play/state.ts'
import { sessionTotals } from '../play-record/state.ts'
import { LimitDialogLayer } from './LimitDialog.tsx'
import css from './Limits.module.css'
import { limits } from './state.ts'
import { startProtection } from './watch.ts'

/** Time of day, time played and net result, where the jurisdiction or the operator requires them. */
export function Clock() {
  if (!limits.value.clock) return null
  const { at, played, net } = sessionTotals.value
  return (
    <dl className={css.clock} data-testid="clock">
      <div>
        <dt className="quiet-text">{t('player-protection.clock')}</dt>
        <dd data-testid="clock-day">{time(at)}</dd>
      </div>
      <div>
        <dt>{t('player-protection.time')}</dt>
        <dd className="figures" data-testid="clock-time" dir="ltr">
          {clockDuration(Math.max(0, Math.floor(played / 1000)), true)}
        </dd>
      </div>
      <div>
        <dt>{t('player-protection.net')}</dt>
        <dd className="figures" data-testid="clock-net">
          {money(net, { signDisplay: 'exceptZero' })}
        </dd>
      </div>
    </dl>
  )
}

/** Enforces the limits while the game is open. Required protection blocks play until it runs. */
export function ProtectionLayer() {
  useLayoutEffect(() => {
    const stop = startProtection()
    blockPlay(false, 'tools')
    blockPlay(false, 'noTools')
    return stop
  }, [])
  return <LimitDialogLayer />
}
