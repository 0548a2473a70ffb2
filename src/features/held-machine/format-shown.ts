import { money } from '../../i18n/format.ts'
import { balanceHidden, HIDDEN_BALANCE } from '../wallet/state.ts'

/** An amount (cents) of the player's money, unless the player has hidden the balance. Reads a signal. */
export const formatShown = (cents: number): string => (balanceHidden.value ? HIDDEN_BALANCE : money(cents))
