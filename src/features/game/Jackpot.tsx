import { useSignal } from '@preact/signals-react'
import { money } from '../../i18n/format.ts'
import { t } from '../../i18n/index.ts'
import css from './Jackpot.module.css'
import { game } from './state.ts'

/** The rarest of news, until the next spin or a touch. Over the bar: the reels that won it stay in sight. */
export function Jackpot() {
  const seen = useSignal('')
  const now = game.value?.phase === 'idle' ? game.value.spin : undefined
  if (!now?.jackpot || seen.value === now.id) return null
  return (
    <button
      type="button"
      className={css.jackpot}
      data-slot=""
      onClick={() => {
        seen.value = now.id
      }}
    >
      <span role="status">
        {t('stage.jackpot')} <b className="figures">{money(now.jackpot)}</b>
      </span>
    </button>
  )
}
