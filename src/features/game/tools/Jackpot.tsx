import { useSignal } from '@preact/signals-react'
import { money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { game } from '../play/state.ts'
import css from './Jackpot.module.css'

/**
 * Announces a jackpot win until the next spin or a tap. It lies over the bar, so that the reels stay visible.
 */
export function Jackpot() {
  const dismissed = useSignal('')
  const spin = game.value?.phase === 'idle' ? game.value.spin : undefined
  if (!spin?.jackpot || dismissed.value === spin.id) return null
  return (
    <button
      type="button"
      className={css.jackpot}
      data-slot=""
      onClick={() => {
        dismissed.value = spin.id
      }}
    >
      <span role="status">
        {t('tools.jackpot')} <b className="figures">{money(spin.jackpot)}</b>
      </span>
    </button>
  )
}
