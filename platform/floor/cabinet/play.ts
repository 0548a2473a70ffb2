import { createHash } from 'node:crypto'
import { Code } from '../../../src/contract/codes.ts'
import { type Result, refused } from '../../lib/result.ts'
import type { Cabinet } from '../../machines/cabinet.ts'
import type { FloorContext } from '../context.ts'
import { gameState, type MachineState } from '../machine.ts'
import { notPlayingError, runOnMachine } from '../run-on-machine.ts'

/** The same command of the app is the same press, however often it arrives. */
const pressId = (machineId: string, playerId: string, requestId: string) =>
  createHash('sha256').update(`${machineId} ${playerId} ${requestId}`).digest('hex').slice(0, 32)

/**
 * Presses the cabinet's spin button. What it stakes is the cabinet's own stake. Codes: notSeated,
 * sessionTerminated, machineOutOfOrder without a controller, machineBusy during a game, a transfer or a hand
 * pay, stakeNotOffered for another stake than the cabinet shows, creditTooLow, stopping.
 */
export function pressSpin(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  playerId: string,
  { requestId, stake }: { requestId: string; stake: number },
) {
  return runOnMachine(
    floor,
    machine.id,
    async (): Promise<Result<{ game: ReturnType<typeof gameState> }>> => {
      const error = notPlayingError(floor, machine, playerId)
      if (error) return error
      const { report, hello } = cabinet
      const button = hello?.buttons.find(({ kind }) => kind === 'spin')
      if (!report || !button || machine.fault || cabinet.fault) return refused(Code.machineOutOfOrder)
      if (report.phase !== 'idle' || cabinet.pending) return refused(Code.machineBusy)
      if (report.stake !== stake || stake > floor.maxStake) return refused(Code.stakeNotOffered)
      // What nobody loaded is not the player's to play.
      if (machine.credit < stake) return refused(Code.creditTooLow)
      const overLimit = await floor.ownLimits.check(playerId, stake)
      if (overLimit) return overLimit
      cabinet.send({ type: 'press', id: pressId(machine.id, playerId, requestId), button: button.id })
      floor.resetIdle(machine)
      return { ok: true, game: gameState(machine) }
    },
  )
}
