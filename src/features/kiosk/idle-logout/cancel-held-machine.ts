import { heldMachine } from '../../lobby/state.ts'
import { cancelMachine } from '../../reconnect/actions.ts'

/*
 * A module of its own, as attract/store-seen-brands.ts: imported lazily as a whole, the lobby's state would
 * keep a table of all its exports.
 */

/** Cancels the player's held machine, which returns its credit to the wallet. */
export async function cancelHeldMachine(isWanted: () => boolean): Promise<void> {
  const held = heldMachine.peek()
  if (held && isWanted()) await cancelMachine(held.id, isWanted)
}
