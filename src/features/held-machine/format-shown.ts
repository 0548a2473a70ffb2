import { money } from '../../i18n/format.ts'
import { t } from '../../i18n/index.ts'
import { balanceHidden, HIDDEN_BALANCE } from '../wallet/state.ts'

/** An amount (cents) of the player's money, unless the player has hidden the balance. Reads a signal. */
export const formatShown = (cents: number): string => (balanceHidden.value ? HIDDEN_BALANCE : money(cents))

/** What the end of the hold brings, in `time`: the credit's return, or another player's chance. */
export const formatHoldEnd = (credit: number | undefined, time: string): string =>
  t(credit === 0 ? 'held-machine.keptFor' : 'held-machine.returnsIn', { time })
