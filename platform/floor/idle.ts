import { Code, type CodeValue } from '../../src/contract/codes.ts'
import { CLOSE_AGAIN_MS, closeOut } from './close.ts'
import { onMachine } from './command.ts'
import { callOff, type FloorContext, later, tellLeave } from './context.ts'
import { hasBonus, isSpinning, type MachineState } from './machine.ts'

/*
 * A seat that nobody plays is not kept from others for ever. Who sits there is warned by the second, and any
 * command that is carried out ends the warning; at its end everything goes home and the seat is free. It only
 * counts while a page is there: a seat whose page is gone is held, and closed at the end of the hold.
 */

/** Seconds that a player is warned for. */
export const WARNING_S = 10
const SECOND_MS = 1000

const idle = (machine: MachineState) => `idle ${machine.id}`

/** Is there a page that could play? */
const isThere = ({ seat }: MachineState) => seat !== undefined && seat.heldUntil === undefined

function tell(floor: FloorContext, machine: MachineState, code: CodeValue, params = {}): void {
  const playerId = machine.seat?.playerId
  if (!playerId) return
  const info = { code, params, message: '', action: 'none' as const }
  floor.events.emit('info', { playerId, machineId: machine.id, info })
}

/** Somebody played: a warning that is under way is over, and the wait begins anew, after the spin if one runs. */
export function played(floor: FloorContext, machine: MachineState): void {
  machine.plays += 1
  callOff(floor, idle(machine))
  if (floor.idleMs === 0 || floor.stopping || !isThere(machine)) return
  const spinMs = isSpinning(machine) ? machine.game.durationMs : 0
  later(floor, idle(machine), floor.idleMs + spinMs, () => countDown(floor, machine))
}

/** Warns once a second, for `seconds`, then ends the session. While reels turn it waits: that is play. */
export function countDown(floor: FloorContext, machine: MachineState, seconds = WARNING_S): void {
  if (floor.stopping || !isThere(machine)) return
  const next = (left: number) => later(floor, idle(machine), SECOND_MS, () => countDown(floor, machine, left))
  if (isSpinning(machine)) {
    next(seconds)
  } else if (seconds === 0) {
    terminate(floor, machine)
  } else {
    const hasNothing = machine.credit === 0 && !hasBonus(machine)
    tell(floor, machine, hasNothing ? Code.infoDeposit : Code.infoContinue, { seconds })
    next(seconds - 1)
  }
}

/** Ends the session in its turn, unless a command before it in the line was play after all. */
function terminate(floor: FloorContext, machine: MachineState): void {
  const { plays, seat } = machine
  if (!seat) return
  let begun = false
  const isOurs = () => machine.seat?.visitId === seat.visitId
  const attempt = (): void => {
    void onMachine(floor, machine.id, async () => {
      if (floor.stopping) return { ok: true }
      if (isOurs()) {
        if (machine.plays !== plays || !isThere(machine)) return { ok: true }
        begun = true
        tell(floor, machine, Code.infoTerminating)
        await closeOut(floor, machine)
      } else if (!begun || machine.seat) return { ok: true }
      machine.terminated = seat.playerId
      tellLeave(floor, machine, seat.playerId, Code.sessionTerminated)
      return { ok: true }
    }).then((done) => {
      if (!done.ok && !floor.stopping) later(floor, idle(machine), CLOSE_AGAIN_MS, attempt)
    })
  }
  attempt()
}
