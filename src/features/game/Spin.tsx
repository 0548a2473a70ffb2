import { useComputed } from '@preact/signals-react'
import type { MouseEvent } from 'react'
import { count } from '../../i18n/format.ts'
import { t } from '../../i18n/index.ts'
import css from './Controls.module.css'
import { spinWithFeedback } from './play/play-with-feedback.ts'
import {
  autoplayLeft,
  freeSpins,
  freeSpinsPlayed,
  isFree,
  pending,
  type SpinBlockReason,
  spinBlock,
  spinning,
} from './play/state.ts'

/** Blocks that pass by themselves: a tap during them does not shake the button. */
const TRANSIENT_BLOCKS: readonly SpinBlockReason[] = ['busy', 'spinning', 'cooldown', 'tools']

interface Props {
  onNoCredit: () => void
}

/**
 * The spin button. It responds in the frame of the tap, before the network. Long presses belong to autoplay
 * (autoplay/AutoplayButton.tsx).
 */
export function SpinButton({ onNoCredit }: Props) {
  const state = useComputed(() => {
    if (spinning.value || pending.value === 'spin') return 'spinning'
    if (spinBlock.value === 'cooldown') return 'cooldown'
    return spinBlock.value ? 'refused' : 'ready'
  })
  // Enabled without credit (it opens the load dialog) and during autoplay (it stops it).
  const refused = useComputed(() => {
    const block = autoplayLeft.value === undefined ? spinBlock.value : undefined
    return block !== undefined && block !== 'noCredit'
  })
  const label = useComputed(() => {
    if (autoplayLeft.value !== undefined) return t('game.stop')
    return t(isFree.value ? 'game.freeSpin' : 'game.spin')
  })
  const detail = useComputed(() => (isFree.value ? bonusText() : runText()))
  const onClick = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const refusal = spinWithFeedback()
    if (refusal === 'noCredit') onNoCredit()
    else if (refusal && !TRANSIENT_BLOCKS.includes(refusal)) shake(currentTarget)
  }
  return (
    <button
      type="button"
      className={css.spin}
      data-at="spin"
      data-testid="spin"
      data-key="spin"
      data-state={state}
      data-auto={autoplayLeft.value === undefined ? undefined : ''}
      data-free={isFree.value ? '' : undefined}
      aria-disabled={refused}
      onClick={onClick}
    >
      {autoplayLeft.value === undefined ? <SpinIcon /> : <StopIcon />}
      <span>
        {label}
        {detail.value && <small>{detail}</small>}
      </span>
    </button>
  )
}

/** How far the free spins are. */
function bonusText(): string {
  const played = freeSpinsPlayed.value
  const left = freeSpins.value
  return played === undefined
    ? t('game.left', { left: count(left) })
    : t('game.freeSpinOf', { at: count(played), of: count(played + left) })
}

/** What autoplay still has to play. */
function runText(): string {
  const left = autoplayLeft.value
  return left ? t('game.left', { left: left === Number.POSITIVE_INFINITY ? '∞' : count(left) }) : ''
}

/** Signals a refusal; the reason is shown beside the button. */
function shake(element: HTMLElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.animate({ translate: ['0', '-6px', '5px', '-3px', '0'] }, 240)
}

const SpinIcon = () => (
  <svg className={css.spinIcon} viewBox="0 0 48 48" aria-hidden="true">
    <path d="M40 24a16 16 0 1 1-5-11.6M36 5v8.5h-8.5" />
  </svg>
)

const StopIcon = () => (
  <svg className={css.spinIcon} viewBox="0 0 48 48" aria-hidden="true">
    <path d="M13 13h22v22H13Z" fill="currentcolor" />
  </svg>
)
