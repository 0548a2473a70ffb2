import type { Machine } from '../../contract/floor.ts'

export interface PlayerSituation {
  heldId: string | undefined
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
  if (player.heldId !== undefined) return 'elsewhere'
  return player.walletEmpty ? 'walletEmpty' : 'free'
}
