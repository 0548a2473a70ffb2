import type { GameState } from '../../../contract/live.ts'
import { money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { plural } from '../../../i18n/plural.ts'
import { isGain } from './is-gain.ts'
import { autoplayLeft, ownCreditOf } from './state.ts'

/** The outcome of the last spin in words: what it brought, the free spins that are left, and the credit. */
function describe(state: GameState): string {
  const { win, spin, freeSpins } = state
  const amount = money(win)
  if (win === 0 && (autoplayLeft.peek() ?? 0) > 0) return ''
  const brought =
    win === 0 ? t('game.noWin') : t(isGain(spin, win) ? 'game.won' : 'game.returnedAmount', { amount })
  return [
    brought,
    freeSpins > 0 && plural('wins.played', freeSpins),
    `${t('game.credit')} ${money(ownCreditOf(state))}`,
  ]
    .filter(Boolean)
    .join('. ')
}

/**
 * For a screen reader: the text for each state of a game, one for each spin. The credit changes between spins
 * too, and the first state's spin is from before the page. Autoplay says wins alone.
 */
export function createOutcomeText(): (state: GameState | undefined) => string {
  let key: string | undefined
  let text = ''
  return (state) => {
    if (state?.phase !== 'idle') return ''
    const { spin, win, freeSpins } = state
    const next = [spin?.id, win, freeSpins].join()
    if (next === key) return text
    text = key === undefined || !spin ? '' : describe(state)
    key = next
    return text
  }
}
