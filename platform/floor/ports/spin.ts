import type { GameState } from '../../../src/contract/live.ts'
import type { Result } from '../../lib/result.ts'
import { pressSpin } from '../cabinet/press.ts'
import type { FloorContext } from '../context.ts'
import { runPlay } from '../run-on-machine.ts'
import { spinReels } from '../start-spin.ts'

/**
 * Starts a game; its outcome is emitted when the reels stop. `stake` in cents. Codes: as of `spinReels`, and
 * at a cabinet of `pressSpin`.
 */
export function spin(
  floor: FloorContext,
  playerId: string,
  machineId: string,
  command: { requestId: string; stake: number },
): Promise<Result<{ game: GameState }>> {
  return runPlay(floor, machineId, (machine) => {
    const { cabinet } = machine.driver
    return cabinet
      ? pressSpin(floor, machine, cabinet, playerId, command)
      : spinReels(floor, machine, playerId, command)
  })
}
