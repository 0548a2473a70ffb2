import { cancelMachine } from '../../held-machine/actions.ts'
import { heldMachine } from '../../lobby/state.ts'

/**
 * Cancels the player's held machine, which returns its credit to the wallet. A machine that the player plays
 * on another device stays open.
 */
export async function cancelHeldMachine(isWanted: () => boolean): Promise<void> {
  const held = heldMachine.peek()
  if (held && held.status !== 'playing' && isWanted()) await cancelMachine(held.id, isWanted)
}
