import { useComputed } from '@preact/signals-react'
import type { MouseEvent } from 'react'
import { money } from '../i18n/format.ts'
import { t } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import css from './Controls.module.css'
import { CashOutIcon, LoadIcon, MinusIcon, PlusIcon } from './icons.tsx'
import { Place } from './Place.tsx'
import { trySpin } from './play.ts'
import {
  announces,
  canCashOut,
  capabilities,
  freeSpins,
  moveStake,
  pending,
  spinning,
  spinRefusal,
  stake,
  stakeLocked,
  untrusted,
} from './state.ts'

type Props = { onLoad: () => void; onCashOut: () => void }

/** What the machine announces that it can do, under the thumb; nothing else is shown. */
export function Controls({ onLoad, onCashOut }: Props) {
  const { transfer } = capabilities.value
  const loadOff = useComputed(
    () => untrusted.value !== undefined || pending.value !== undefined || spinning.value,
  )
  const cashOff = useComputed(() => !canCashOut.value)
  return (
    <div className={css.controls}>
      <Reason />
      {transfer && (
        <div className={css.transfer}>
          <Button
            kind={spinRefusal.value === 'noCredit' ? 'primary' : 'secondary'}
            onClick={onLoad}
            disabled={loadOff.value}
          >
            <LoadIcon />
            {t('game.load')}
          </Button>
          <Button onClick={onCashOut} disabled={cashOff.value} busy={pending.value === 'cashout'}>
            <CashOutIcon />
            {t('game.cashOut')}
          </Button>
        </div>
      )}
      <Place at="bands" />
      <Stake />
      <Place at="spin" />
      {announces('spin') && <Spin onNoCredit={onLoad} />}
    </div>
  )
}

/** Why the machine takes nothing now. Its place is kept, so that nothing jumps. */
function Reason() {
  const text = useComputed(() => {
    const why = spinRefusal.value
    return why && why !== 'busy' && why !== 'spinning' ? t(`game.refusal.${why}`) : ''
  })
  return (
    <p className={css.reason} role="status" data-testid="reason">
      {text}
    </p>
  )
}

function Stake() {
  const text = useComputed(() => (stake.value === undefined ? '–' : money(stake.value)))
  const { stakes } = capabilities.value
  const locked = stakeLocked.value
  const down = announces('bet-down')
  const up = announces('bet-up')
  return (
    <div className={css.stake}>
      {down && (
        <Button
          square
          aria-label={t('game.stakeDown')}
          disabled={locked || stake.value === stakes[0]}
          onClick={() => moveStake('down')}
        >
          <MinusIcon />
        </Button>
      )}
      <output className={css.stakeValue} aria-live="polite">
        <span>{t('game.stake')}</span>
        <span className="figures" data-testid="stake">
          {text}
        </span>
      </output>
      {up && (
        <Button
          square
          aria-label={t('game.stakeUp')}
          disabled={locked || stake.value === stakes.at(-1)}
          onClick={() => moveStake('up')}
        >
          <PlusIcon />
        </Button>
      )}
      {(announces('bet-max') || announces('max-bet')) && (
        <Button kind="quiet" disabled={locked} onClick={() => moveStake('max')}>
          {t('game.stakeMax')}
        </Button>
      )}
    </div>
  )
}

/** The button it is all about. It answers by itself, in the frame of the tap; the network comes after. */
function Spin({ onNoCredit }: { onNoCredit: () => void }) {
  const state = useComputed(() => {
    if (spinning.value || pending.value === 'spin') return 'spinning'
    return spinRefusal.value ? 'refused' : 'ready'
  })
  // Without credit it is of use all the same: it opens the way to load some.
  const refused = useComputed(() => spinRefusal.value !== undefined && spinRefusal.value !== 'noCredit')
  const press = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const refusal = trySpin()
    if (refusal === 'noCredit') onNoCredit()
    else if (refusal && refusal !== 'spinning' && refusal !== 'busy') shake(currentTarget)
  }
  return (
    <button
      type="button"
      className={css.spin}
      data-testid="spin"
      data-state={state}
      data-free={freeSpins.value > 0 ? '' : undefined}
      aria-disabled={refused}
      onClick={press}
    >
      <SpinFace />
      <span className={css.spinText}>{freeSpins.value > 0 ? t('game.freeSpin') : t('game.spin')}</span>
    </button>
  )
}

/** A short no; the reason stands above. */
function shake(element: HTMLElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.animate({ translate: ['0', '-6px', '5px', '-3px', '0'] }, 240)
}

const SpinFace = () => (
  <svg className={css.spinFace} viewBox="0 0 48 48" aria-hidden="true">
    <path d="M40 24a16 16 0 1 1-5-11.6M36 5v8.5h-8.5" />
  </svg>
)
