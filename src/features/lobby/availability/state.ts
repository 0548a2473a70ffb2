import { computed } from '@preact/signals-react'
import type { Machine } from '../../../contract/floor.ts'
import { settings } from '../../../core/settings/settings.ts'
import { balance } from '../../wallet/state.ts'
import { isLost } from '../lost/state.ts'
import { emptySeatId, heldMachine } from '../state.ts'

export interface PlayerSituation {
  heldId: string | undefined
  /** Nothing is on the held machine: it is left when another is opened. */
  isSeatEmpty: boolean
  /** The wallet is empty, and the operator does not allow play with an empty wallet. */
  walletEmpty: boolean
}

/**
 * `held` and `free`: the player may open the machine. The others are reasons: its status, another held
 * machine, the wallet, the lost connection (lost/state.ts).
 */
export type Availability = 'held' | 'free' | 'status' | 'elsewhere' | 'walletEmpty' | 'lost'

/** Whether a player may open a machine. Links follow this rule; the server decides. */
export function availabilityOf(
  machine: Pick<Machine, 'id' | 'status' | 'reservation'>,
  player: PlayerSituation,
): Availability {
  const isInOrder = machine.status !== 'offline' && machine.status !== 'error'
  if (machine.reservation || machine.id === player.heldId) return isInOrder ? 'held' : 'status'
  if (machine.status !== 'available') return 'status'
  if (player.heldId !== undefined && !player.isSeatEmpty) return 'elsewhere'
  return player.walletEmpty ? 'walletEmpty' : 'free'
}

// Shared by all cards: they re-render only when one of these values changes.
const heldId = computed(() => heldMachine.value?.id)
const isSeatEmpty = computed(() => emptySeatId.value !== undefined)
const walletEmpty = computed(() => balance.value === 0 && !settings.value.zeroBalancePlay)

/** The same for the logged-in player, now. Reads signals. */
export const currentAvailability = (machine: Machine): Availability =>
  isLost.value
    ? 'lost'
    : availabilityOf(machine, {
        heldId: heldId.value,
        isSeatEmpty: isSeatEmpty.value,
        walletEmpty: walletEmpty.value,
      })

export const canOpen = (availability: Availability): boolean =>
  availability === 'held' || availability === 'free'

/** The text that shows a machine's status, or the reason why the player may not open it. */
export function statusKey({ status }: Pick<Machine, 'status'>, availability: Availability) {
  if (availability === 'held') return 'status.yours'
  if (availability === 'elsewhere') return 'lobby.elsewhere'
  return availability === 'walletEmpty' ? 'lobby.noBalance' : (`status.${status}` as const)
}
