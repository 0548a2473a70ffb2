import type { GameState, SpinWin } from '../../../contract/live.ts'
import { lossesSpoken } from '../../../core/audio/feedback-preferences.ts'
import { count, money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { localize } from '../../../i18n/localize.ts'
import { plural } from '../../../i18n/plural.ts'
import { isGain } from '../play/is-gain.ts'
import { autoplayLeft, freeSpinsPlayed, ownCreditOf } from '../play/state.ts'

/** "Blossom 3 times on line 2: ₺4.00" */
export function combinationText({ symbol, count: times, line, amount }: SpinWin): string {
  const symbols = plural('wins.symbols', times, { name: localize(symbol) })
  const words = line ? t('wins.onLine', { symbols, line: count(line) }) : symbols
  return `${words}: ${money(amount)}`
}

/**
 * What an ended spin brought: its win and combinations, the free spins that it won, those that are left or
 * their total, and the credit. Paid spins of autoplay, and a player who chose wins only, leave out what
 * brought nothing.
 */
function describe(state: GameState, freeSpinsWon: number): string {
  const { spin, freeSpins, bonusWin, stake } = state
  const win = spin?.win ?? state.win
  const jackpot = spin?.jackpot ?? 0
  const isLost = win === 0 && freeSpinsWon <= 0
  const isBonusOver = spin?.free && freeSpins === 0
  const winsOnly = (autoplayLeft.peek() ?? 0) > 0 || !lossesSpoken()
  if (isLost && winsOnly && !isBonusOver) return ''
  return [
    isLost && t('game.noWin'),
    win > 0 && t(isGain(spin, win) ? 'game.won' : 'game.returnedAmount', { amount: money(win) }),
    ...(spin?.wins ?? []).map(combinationText),
    jackpot > 0 && t('wins.jackpotPart', { amount: money(jackpot) }),
    freeSpinsWon > 0 && plural('wins.awarded', freeSpinsWon),
    freeSpinsWon > 0 && t('wins.freeAt', { amount: money(stake) }),
    freeSpins > 0 && freeSpins !== freeSpinsWon && plural('wins.left', freeSpins),
    isBonusOver && t('wins.ended', { amount: money(bonusWin) }),
    `${t('game.credit')} ${money(ownCreditOf(state))}`,
  ]
    .filter(Boolean)
    .join('. ')
}

/**
 * For a screen reader: what each next state of a game brings in words, each spin once; empty for the others.
 * The last spin of the first state is from before the page.
 */
export function createOutcomeText(): (state: GameState | undefined) => string {
  let before: GameState | undefined
  let saidKey = ''
  return (state) => {
    const last = before
    before = state
    if (!state) return ''
    const { phase, spin, freeSpins, win } = state
    const isNew = spin?.id !== last?.spin?.id
    if (phase === 'spinning')
      return isNew && spin?.free && freeSpinsPlayed.peek() === 1 ? t('wins.begun') : ''
    const key = [spin?.id, spin?.win ?? win].join()
    const isEnd = last?.phase === 'spinning' || (last && spin && key !== saidKey)
    saidKey = key
    if (!isEnd) return ''
    // The free spin itself, if its start was not reported.
    const used = isNew && spin?.free ? 1 : 0
    return describe(state, freeSpins - (last.freeSpins - used))
  }
}
