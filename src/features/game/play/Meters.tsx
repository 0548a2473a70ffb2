import { useComputed } from '@preact/signals-react'
import type { GameState } from '../../../contract/live.ts'
import { money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { useCountUp } from '../../../ui/count-up.ts'
import { isGain } from './is-gain.ts'
import css from './Meters.module.css'
import { credit, game, isStateless } from './state.ts'

/** For the style sheet: so many characters must fit into the meter. */
const lengthOf = (text: string) => ({ '--chars': text.length })

/** Whether what the free spins have brought stands in place of the last spin's win. */
const isInBonus = ({ spin, freeSpins, bonusWin }: GameState) => bonusWin > 0 && (spin?.free || freeSpins > 0)

/**
 * Credit and win. Every figure comes from the server; only the win is animated. A server that reports no
 * state of its machine has none.
 */
export function Meters() {
  const isTotal = useComputed(() => game.value && isInBonus(game.value))
  const won = useComputed(() => (isTotal.value ? game.value?.bonusWin : game.value?.win) ?? 0)
  const gained = useComputed(() => won.value > 0 && isGain(game.value?.spin, won.value))
  const counted = useCountUp(won)
  const creditText = useComputed(() => (credit.value === undefined ? '–' : money(credit.value)))
  const winText = useComputed(() => {
    if (!game.value) return '–'
    return money(gained.value ? counted.value : won.value)
  })
  const winning = useComputed(() => (gained.value ? 'yes' : won.value > 0 ? 'returned' : 'no'))
  const title = useComputed(() => {
    if (isTotal.value) return t('game.totalWin')
    return t(won.value > 0 && !gained.value ? 'game.returned' : 'game.win')
  })
  const spokenWin = useComputed(() => money(won.value))

  if (isStateless.value) return null
  return (
    <dl className={css.meters} data-at="meters">
      <div className={css.meter}>
        <dt>{t('game.credit')}</dt>
        <dd className="figures" data-testid="credit" style={lengthOf(creditText.value)}>
          {creditText}
        </dd>
      </div>
      <div className={css.meter} data-winning={winning}>
        <dt>{title}</dt>
        <dd className="figures" data-testid="win" aria-hidden="true" style={lengthOf(money(won.value))}>
          {winText}
        </dd>
        <dd className="quiet-text">{spokenWin}</dd>
      </div>
    </dl>
  )
}
