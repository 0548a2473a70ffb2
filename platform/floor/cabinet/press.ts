import { createHash } from 'node:crypto'
import { Code } from '../../../src/contract/codes.ts'
import type { GameState } from '../../../src/contract/live.ts'
import { type Refused, type Result, refused } from '../../lib/result.ts'
import { type Cabinet, pressableButtons, runningGameOf } from '../../machines/cabinet.ts'
import type { CabinetReport } from '../../machines/controller-messages.ts'
import { CYCLE_TOLERANCE_MS, type FloorContext } from '../context.ts'
import { gameState, type MachineState } from '../machine.ts'
import { notPlayingError, runOnMachine } from '../run-on-machine.ts'

/* Presses of a cabinet's buttons. */

type Answer = Result<{ game: GameState }>

/** The same command of the app is the same press, however often it arrives. */
const pressId = (machineId: string, playerId: string, requestId: string) =>
  createHash('sha256').update(`${machineId} ${playerId} ${requestId}`).digest('hex').slice(0, 32)

/** Whether the minimum cycle since the last game still runs. The app's cycle may appear shorter here. */
const isWithinCycle = ({ clock, minCycleMs }: FloorContext, { playedAt }: Cabinet): boolean =>
  minCycleMs > 0 && playedAt !== undefined && clock.steady() - playedAt < minCycleMs - CYCLE_TOLERANCE_MS

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

/** Why a press is refused now; `stake`: what it may stake of the credit, in cents. */
type Checked = Refused | { readonly stake: number }

/**
 * Checks a press that may stake so much of the credit, cents. While an earlier press has no answer, the state
 * may still show the stake from before it.
 */
async function checkStake(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  playerId: string,
  stake: number,
): Promise<Checked> {
  if (cabinet.unanswered.size > 0 || isWithinCycle(floor, cabinet)) return refused(Code.machineBusy)
  if (stake > floor.maxStake) return refused(Code.stakeNotOffered)
  // The player stakes no credit that nobody loaded.
  if (machine.credit < stake) return refused(Code.creditTooLow)
  return (await checkLimits(floor, playerId, stake)) ?? { stake }
}

interface Press {
  readonly requestId: string
  /** The id of a button. */
  readonly button: string
  check(report: CabinetReport): Promise<Checked>
}

async function press(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  playerId: string,
  { requestId, button, check }: Press,
): Promise<Answer> {
  const { report } = cabinet
  if (!report || machine.fault || cabinet.fault) return refused(Code.machineOutOfOrder)
  const id = pressId(machine.id, playerId, requestId)
  if (cabinet.press?.id === id)
    return cabinet.press.button === button
      ? { ok: true, game: gameState(machine) }
      : refused(Code.requestIdReused)
  if (cabinet.pending) return refused(Code.machineBusy)
  const checked = await check(report)
  if ('code' in checked) return checked
  cabinet.press = { id, button }
  if (checked.stake > 0) cabinet.playedAt = floor.clock.steady()
  cabinet.unanswered.set(id, floor.clock.steady())
  cabinet.send({ type: 'press', id, button, stake: checked.stake })
  await floor.confirmPage(machine)
  floor.resetIdle(machine)
  return { ok: true, game: gameState(machine) }
}

const isIdle = (cabinet: Cabinet, { phase }: CabinetReport) =>
  phase === 'idle' && runningGameOf(cabinet) === undefined

/**
 * Presses the cabinet's spin button. What it stakes is the cabinet's own stake. Codes: notSeated,
 * sessionTerminated, machineOutOfOrder without a controller or with a fault, machineBusy during a game, a
 * transfer, a hand pay or the minimum cycle, stakeNotOffered for another stake than the cabinet shows or one
 * above the maximum, creditTooLow, requestIdReused, stopping, and those of own-limits.ts. A repeated press is
 * answered alone.
 */
export function pressSpin(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  playerId: string,
  { requestId, stake }: { requestId: string; stake: number },
): Promise<Answer> {
  return runOnMachine(floor, machine.id, async () => {
    const error = notPlayingError(floor, machine, playerId)
    if (error) return error
    const button = cabinet.hello?.buttons.find(({ kind }) => kind === 'spin')
    if (!button) return refused(Code.machineOutOfOrder)
    return press(floor, machine, cabinet, playerId, {
      requestId,
      button: button.id,
      async check(report) {
        if (!isIdle(cabinet, report)) return refused(Code.machineBusy)
        if (report.stake !== stake) return refused(Code.stakeNotOffered)
        return checkStake(floor, machine, cabinet, playerId, stake)
      },
    })
  })
}

/**
 * Presses another button that the cabinet has announced. `max` may start a game at the highest stake, so it
 * is refused as a spin at that stake. `gamble` stakes a win: during a game it is no credit yet, and between
 * games it is refused as a spin at that stake. Other buttons stake nothing. Codes: those of a spin, and
 * notFound for a button that is not announced.
 */
export function pressButton(
  floor: FloorContext,
  playerId: string,
  machineId: string,
  { requestId, button: id }: { requestId: string; button: string },
): Promise<Answer> {
  return runOnMachine(floor, machineId, async (machine): Promise<Answer> => {
    const error = notPlayingError(floor, machine, playerId)
    if (error) return error
    if (machine.driver.kind !== 'cabinet') return refused(Code.notFound)
    const { cabinet } = machine.driver
    if (!cabinet.hello) return refused(Code.machineOutOfOrder)
    const button = pressableButtons(cabinet).find((one) => one.id === id)
    if (!button) return refused(Code.notFound)
    const { kind } = button
    return press(floor, machine, cabinet, playerId, {
      requestId,
      button: id,
      async check(report) {
        const isBetween = isIdle(cabinet, report)
        // A kind without a case does not compile: what it stakes has to be decided.
        switch (kind) {
          case 'stake-up':
          case 'stake-down':
          case 'other':
            return isBetween ? { stake: 0 } : refused(Code.machineBusy)
          case 'max': {
            if (!isBetween) return refused(Code.machineBusy)
            const stake = Math.max(report.stake, ...machine.driver.stakes)
            return checkStake(floor, machine, cabinet, playerId, stake)
          }
          case 'gamble': {
            if (!isBetween && report.phase !== 'playing') return refused(Code.machineBusy)
            if (!isBetween) return (await checkLimits(floor, playerId, 0)) ?? { stake: 0 }
            return checkStake(floor, machine, cabinet, playerId, report.win)
          }
        }
      },
    })
  })
}
