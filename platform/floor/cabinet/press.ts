import { createHash } from 'node:crypto'
import { Code } from '../../../src/contract/codes.ts'
import type { GameState } from '../../../src/contract/live.ts'
import { type Result, refused } from '../../lib/result.ts'
import { type Cabinet, pressableButtons } from '../../machines/cabinet/cabinet.ts'
import type { ButtonKind } from '../../machines/cabinet/controller-messages.ts'
import { stakeOfPress } from '../../machines/cabinet/refusals.ts'
import { notPlayingError, stakeError } from '../command-checks.ts'
import type { FloorContext } from '../context.ts'
import { gameState, type MachineState } from '../machine.ts'
import { runPlay } from '../run-on-machine.ts'

/* Presses of a cabinet's buttons. */

type Answer = Result<{ game: GameState }>

/** The same command of the app is the same press, however often it arrives. */
const pressId = (machineId: string, playerId: string, requestId: string) =>
  createHash('sha256').update(`${machineId} ${playerId} ${requestId}`).digest('hex').slice(0, 32)

interface Press {
  readonly requestId: string
  readonly button: { readonly id: string; readonly kind: ButtonKind }
  /** What it may stake of the credit, cents; undefined: nothing. */
  readonly stake: number | undefined
}

/** Nothing is stored with a press: its player's limits are read anew, as another process may change them. */
async function press(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  playerId: string,
  { requestId, button, stake }: Press,
): Promise<Answer> {
  const id = pressId(machine.id, playerId, requestId)
  if (cabinet.press?.id === id)
    return cabinet.press.button === button.id
      ? { ok: true, game: gameState(machine) }
      : refused(Code.requestIdReused)
  const error = await stakeError(floor, machine, playerId, { command: button.kind, stake })
  if (error) return error
  cabinet.press = { id, button: button.id }
  if (stake) machine.playedAt = floor.clock.steady()
  cabinet.unanswered.set(id, floor.clock.steady())
  cabinet.send({ type: 'press', id, button: button.id, stake: stake ?? 0 })
  floor.resetIdle(machine)
  return { ok: true, game: gameState(machine) }
}

/**
 * Presses the cabinet's spin button, within work that runs on the machine. What it stakes is the cabinet's
 * own stake. Codes: notSeated, sessionTerminated, machineOutOfOrder without a controller or with a fault,
 * machineBusy during a game, a transfer, a hand pay or the minimum cycle, stakeNotOffered for another stake
 * than the cabinet shows or one above the maximum, creditTooLow, requestIdReused, stopping, and those of
 * own-limits.ts. A repeated press is not sent again.
 */
export async function pressSpin(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  playerId: string,
  { requestId, stake }: { requestId: string; stake: number },
): Promise<Answer> {
  const error = notPlayingError(floor, machine, playerId)
  if (error) return error
  const button = cabinet.hello?.buttons.find(({ kind }) => kind === 'spin')
  if (!button) return refused(Code.machineOutOfOrder)
  return press(floor, machine, cabinet, playerId, { requestId, button, stake })
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
  return runPlay(floor, machineId, async (machine): Promise<Answer> => {
    const error = notPlayingError(floor, machine, playerId)
    if (error) return error
    const { cabinet } = machine.driver
    if (!cabinet) return refused(Code.notFound)
    if (!cabinet.hello) return refused(Code.machineOutOfOrder)
    const button = pressableButtons(cabinet).find((one) => one.id === id)
    if (!button) return refused(Code.notFound)
    const stake = stakeOfPress(cabinet, button.kind)
    return press(floor, machine, cabinet, playerId, { requestId, button, stake })
  })
}
