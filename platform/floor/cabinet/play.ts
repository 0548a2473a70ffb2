import { createHash } from 'node:crypto'
import { Code } from '../../../src/contract/codes.ts'
import { type Result, refused } from '../../lib/result.ts'
import type { Cabinet } from '../../machines/cabinet.ts'
import { CYCLE_TOLERANCE_MS, type FloorContext } from '../context.ts'
import { gameState, type MachineState } from '../machine.ts'
import { notPlayingError, runOnMachine } from '../run-on-machine.ts'

/** The same command of the app is the same press, however often it arrives. */
const pressId = (machineId: string, playerId: string, requestId: string) =>
  createHash('sha256').update(`${machineId} ${playerId} ${requestId}`).digest('hex').slice(0, 32)

/** Whether the minimum cycle since the last press still runs. The app's cycle may appear shorter here. */
const isWithinCycle = ({ clock, minCycleMs }: FloorContext, { press }: Cabinet): boolean =>
  minCycleMs > 0 && press !== undefined && clock.steady() - press.at < minCycleMs - CYCLE_TOLERANCE_MS

/**
 * The player's own limits, as another process may just have changed them: nothing is stored with a press
 * that would fail for it, as with a spin.
 */
async function checkLimits({ db, ownLimits }: FloorContext, playerId: string, stake: number) {
  const overLimit = await ownLimits.check(playerId, stake)
  if (overLimit) return overLimit
  const newest = await db
    .selectFrom('player_limits')
    .select((row) => row.fn.max('id').as('id'))
    .where('player_id', '=', Number(playerId))
    .executeTakeFirst()
  if ((newest?.id ?? 0) === ownLimits.knownId(playerId)) return undefined
  ownLimits.forget(playerId)
  return ownLimits.check(playerId, stake)
}

/**
 * Presses the cabinet's spin button. What it stakes is the cabinet's own stake. Codes: notSeated,
 * sessionTerminated, machineOutOfOrder without a controller, machineBusy during a game, a transfer, a hand
 * pay or the minimum cycle, stakeNotOffered for another stake than the cabinet shows or one above the
 * maximum, creditTooLow, stopping, and those of own-limits.ts. A repeated press is answered alone.
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
      const id = pressId(machine.id, playerId, requestId)
      if (cabinet.press?.id === id) return { ok: true, game: gameState(machine) }
      if (report.phase !== 'idle' || cabinet.pending || isWithinCycle(floor, cabinet))
        return refused(Code.machineBusy)
      if (report.stake !== stake || stake > floor.maxStake) return refused(Code.stakeNotOffered)
      // What nobody loaded is not the player's to play.
      if (machine.credit < stake) return refused(Code.creditTooLow)
      const overLimit = await checkLimits(floor, playerId, stake)
      if (overLimit) return overLimit
      cabinet.press = { id, at: floor.clock.steady() }
      cabinet.send({ type: 'press', id, button: button.id })
      floor.resetIdle(machine)
      return { ok: true, game: gameState(machine) }
    },
  )
}
