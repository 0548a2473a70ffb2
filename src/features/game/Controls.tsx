import { useComputed } from '@preact/signals-react'
import type { ReactNode } from 'react'
import { money } from '../../i18n/format.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import css from './Controls.module.css'
import { pressWithFeedback } from './cabinet/press-with-feedback.ts'
import { isPressBlocked, ownButtons, stakeButtons } from './cabinet/state.ts'
import { CabinetReason } from './late.tsx'
import { CashOutIcon, LoadIcon, MinusIcon, PlusIcon } from './play/icons.tsx'
import {
  blockedBy,
  canCashOut,
  capabilities,
  hasButton,
  isFree,
  isStateless,
  moveStake,
  pending,
  spinBlock,
  spinning,
  stake,
  stakeLocked,
  videoBlock,
} from './play/state.ts'
import { SpinButton } from './Spin.tsx'

interface Props {
  onLoad: () => void
  onCashOut: () => void
  /** Late parts; their room is reserved until `hasLateParts`. */
  bands?: ReactNode
  quickTools?: ReactNode
  besideSpin?: ReactNode
  hasLateParts: boolean
}

/** The controls that the machine's capabilities announce. */
export function Controls({ onLoad, onCashOut, ...late }: Props) {
  const { transfer, bands } = capabilities.value
  const buttons = ownButtons.value.length
  const row = (buttons > 0 || Boolean(bands?.length)) && (
    <div
      className={css.bands}
      data-at="bands"
      style={buttons ? { '--pairs': Math.ceil(buttons / 2) } : undefined}
    >
      {late.bands}
    </div>
  )
  const stakeBox = !isStateless.value && <Stake />
  const stateless = isStateless.value
  const loadDisabled = useComputed(
    () =>
      (videoBlock.value ?? blockedBy.value) !== undefined || pending.value !== undefined || spinning.value,
  )
  const cashOutDisabled = useComputed(() => !canCashOut.value)
  return (
    <div className={css.controls} data-at="controls">
      <Reason />
      {(transfer || stateless) && (
        <div className={css.transfer} data-at="transfer">
          {transfer && (
            <Button
              kind={spinBlock.value === 'noCredit' ? 'primary' : 'secondary'}
              data-key="load"
              onClick={onLoad}
              disabled={loadDisabled.value}
              busy={pending.value === 'load'}
            >
              <LoadIcon />
              {t('game.load')}
            </Button>
          )}
          <Button
            data-key="cashOut"
            onClick={onCashOut}
            disabled={cashOutDisabled.value}
            busy={pending.value === 'cashout'}
          >
            <CashOutIcon />
            <span>
              {t('game.cashOut')}
              {isFree.value && <small>{t('game.afterFreeSpins')}</small>}
            </span>
          </Button>
        </div>
      )}
      <div className={css.tools}>
        {buttons ? stakeBox : row}
        <div className={css.quick} data-at="quick">
          {late.quickTools}
        </div>
      </div>
      {buttons ? row : stakeBox}
      <div className={css.play} data-at="play">
        <div className={css.beside} data-at="beside" data-room={late.hasLateParts ? undefined : ''}>
          {late.besideSpin}
        </div>
        {hasButton('spin') && <SpinButton onNoCredit={onLoad} />}
      </div>
    </div>
  )
}

/** Why spins are blocked. Its space is reserved against layout shift. */
function Reason() {
  const reason = useComputed(() => {
    const block = isStateless.value ? undefined : spinBlock.value
    return block !== 'busy' && block !== 'spinning' && block !== 'cooldown' ? block : undefined
  })
  return (
    <p className={css.reason} data-at="reason" role="status" data-testid="reason">
      {reason.value === 'cabinet' ? <CabinetReason /> : reason.value && t(`game.refusal.${reason.value}`)}
    </p>
  )
}

function Stake() {
  const text = useComputed(() => (stake.value === undefined ? '–' : money(stake.value)))
  return (
    <div className={css.stake} data-at="stake">
      <StakeStep to="down" />
      <output className={css.stakeValue} aria-live="polite">
        <span>{t(isFree.value ? 'game.stakeFree' : 'game.stake')}</span>
        <span className="figures" data-testid="stake">
          {text}
        </span>
      </output>
      <StakeStep to="up" />
      {(hasButton('bet-max') || hasButton('max-bet')) && (
        <Button
          kind="quiet"
          data-key="stakeMax"
          disabled={stakeLocked.value}
          onClick={() => moveStake('max')}
        >
          {t('game.stakeMax')}
        </Button>
      )}
    </div>
  )
}

/** Moves the stake by one, with the cabinet's own button where it has one. */
function StakeStep({ to }: { to: 'down' | 'up' }) {
  const own = stakeButtons.value[to]
  if (!own && !hasButton(`bet-${to}`)) return null
  const { stakes } = capabilities.value
  const isDown = to === 'down'
  const isLast = stake.value === stakes.at(isDown ? 0 : -1)
  return (
    <Button
      square
      data-key={isDown ? 'stakeDown' : 'stakeUp'}
      aria-label={t(isDown ? 'game.stakeDown' : 'game.stakeUp')}
      disabled={own ? isPressBlocked(own) : stakeLocked.value || isLast}
      onClick={() => (own ? void pressWithFeedback(own) : moveStake(to))}
    >
      {isDown ? <MinusIcon /> : <PlusIcon />}
    </Button>
  )
}
