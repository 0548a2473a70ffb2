import { Code, type CodeValue, VISIT_END_WARNING_S } from '../../src/contract/codes.ts'
import { refused } from '../lib/result.ts'
import {
  cancelTimer,
  dismissPage,
  emitGame,
  emitStatus,
  type FloorContext,
  isActive,
  nextIdleAt,
  schedule,
} from './context.ts'
import { CLOSE_RETRY_MS, endVisit, holdSeat, setHeld } from './end-visit.ts'
import { awaitsHandPay, hasBonus, isPlaying, type MachineState } from './machine.ts'
import { expectCurrent, runOnMachine } from './run-on-machine.ts'

/*
 * Ends visits without activity: a countdown warns the player, any successful command cancels it, and at its
 * end the visit ends. It runs only while a page is connected; a disconnected seat ends with its hold.
 */

/** A warning with less time left starts from the beginning. */
const MIN_CONTINUED_S = 3
const SECOND_MS = 1000

const timerName = (machine: MachineState) => `idle ${machine.id}`

const hasConnectedPlayer = ({ seat }: MachineState) => seat !== undefined && seat.heldUntil === undefined

function emitInfo(floor: FloorContext, machine: MachineState, code: CodeValue, params = {}): void {
  const playerId = machine.seat?.playerId
  if (!playerId) return
  const info = { code, params, message: '', action: 'none' as const }
  floor.events.emit('info', { playerId, machineId: machine.id, info })
}

/**
 * Counts an activity: cancels a countdown and restarts the idle time, after the running spin if there is one.
 */
export function resetIdle(floor: FloorContext, machine: MachineState): void {
  machine.commandCount += 1
  machine.idleAt = nextIdleAt(floor, machine)
  continueIdle(floor, machine)
}

/** Continues the idle time or its warning; a warning that the player cannot have seen starts anew. */
function continueIdle(floor: FloorContext, machine: MachineState): void {
  cancelTimer(floor, timerName(machine))
  const { idleAt } = machine
  if (idleAt === undefined || floor.stopping || !hasConnectedPlayer(machine)) return
  const maxMs = floor.idleMs + machine.driver.durationMs
  const ms = Math.min(maxMs, idleAt - floor.clock.now())
  const left = VISIT_END_WARNING_S + Math.ceil(ms / SECOND_MS)
  if (ms > 0) schedule(floor, timerName(machine), ms, () => runIdleCountdown(floor, machine))
  else runIdleCountdown(floor, machine, left < MIN_CONTINUED_S ? VISIT_END_WARNING_S : left)
}

/** Stores that the player is back at a seat: that is activity, unless the page only lost its process. */
export async function storeReturn(floor: FloorContext, machine: MachineState): Promise<void> {
  const idleAt = expectCurrent(machine.seat).interrupted ? machine.idleAt : undefined
  await setHeld(floor, machine, undefined, idleAt ?? nextIdleAt(floor, machine))
}

/** A page is connected to its player's seat. `page`: the presence it had before. Returns the new one. */
export function connectPage(
  floor: FloorContext,
  machine: MachineState,
  node: string | undefined,
  page?: number,
): number {
  const seat = expectCurrent(machine.seat)
  const isReturn = seat.interrupted === true
  cancelTimer(floor, `hold ${machine.id}`)
  machine.presences += 1
  const { presences: presence } = machine
  Object.assign(seat, { presence, page: page ?? presence, node })
  Object.assign(seat, { interrupted: false, hasLeft: false, isKickUnknown: false })
  if (isReturn) continueIdle(floor, machine)
  else resetIdle(floor, machine)
  emitGame(floor, machine)
  return machine.presences
}

/**
 * A command of an interrupted seat's page shows that the page is connected: ends the hold. If this process
 * does not know the page, it would not notice its end before a `resume`: the hold starts again instead.
 */
export async function confirmPage(floor: FloorContext, machine: MachineState): Promise<void> {
  const { seat } = machine
  if (!seat?.interrupted || seat.heldUntil === undefined) return
  if (seat.presence === 0) return holdSeat(floor, machine, floor.holdMs, true)
  await setHeld(floor, machine, undefined)
  cancelTimer(floor, `hold ${machine.id}`)
  seat.interrupted = false
  continueIdle(floor, machine)
  emitStatus(floor, machine)
}

/**
 * Warns once a second, for `seconds`, then ends the visit. A running spin or game, a hand pay and a transfer
 * pause it: the player can only wait for their end.
 */
export function runIdleCountdown(
  floor: FloorContext,
  machine: MachineState,
  seconds = VISIT_END_WARNING_S,
): void {
  if (floor.stopping || !hasConnectedPlayer(machine)) return
  const continueWith = (left: number) =>
    schedule(floor, timerName(machine), SECOND_MS, () => runIdleCountdown(floor, machine, left))
  if (isPlaying(machine) || awaitsHandPay(machine) || machine.driver.pending()) {
    continueWith(seconds)
  } else if (seconds === 0) {
    terminate(floor, machine)
  } else {
    const isBroke = machine.credit === 0 && !hasBonus(machine)
    emitInfo(floor, machine, isBroke ? Code.infoDeposit : Code.infoContinue, { seconds })
    continueWith(seconds - 1)
  }
}

/** Ends the visit, unless a command queued before it counts as activity. */
function terminate(floor: FloorContext, machine: MachineState): void {
  const { commandCount, seat } = machine
  if (!seat) return
  let started = false
  const isSameVisit = () => machine.seat?.visitId === seat.visitId
  const attempt = (): void => {
    void runOnMachine(floor, machine.id, async () => {
      if (floor.stopping) return { ok: true }
      if (isSameVisit()) {
        if (machine.commandCount !== commandCount || !hasConnectedPlayer(machine)) return { ok: true }
        started = true
        emitInfo(floor, machine, Code.infoTerminating)
        if (!(await endVisit(floor, machine))) return refused(Code.machineBusy)
      } else if (!started || machine.seat) return { ok: true }
      machine.terminatedFor = seat.playerId
      dismissPage(floor, machine, seat.playerId, Code.sessionTerminated)
      return { ok: true }
    }).then((done) => {
      if (!done.ok && isActive(floor, machine)) schedule(floor, timerName(machine), CLOSE_RETRY_MS, attempt)
    })
  }
  attempt()
}
