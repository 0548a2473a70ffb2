import { Code } from '../../../src/contract/codes.ts'
import { refused } from '../../lib/result.ts'
import type { Cabinet } from '../../machines/cabinet/cabinet.ts'
import type { FromController, Hello } from '../../machines/cabinet/controller-messages.ts'
import { emitGame, type FloorContext, schedule } from '../context.ts'
import type { MachineState } from '../machine.ts'
import { expectUnchangedIfKnown, runOnMachine } from '../run-on-machine.ts'
import { type Answer, acknowledge, answer, askStatus } from './answers.ts'
import { bookHandPay, noteHandPay } from './book-reports.ts'
import { disconnect, greet } from './connection.ts'
import { checkMeters } from './meters.ts'
import { onDone, onGame, onReturned } from './report-order.ts'
import { onState } from './reported-state.ts'

/* The messages of controllers, as the owner of their machine handles them. */

/** A controller that is not heard of for this long is gone. */
export const CONTROLLER_DEAD_MS = 6000

/** `beat`: the connection lives. */
export type ControllerEvent = FromController | { readonly type: 'beat' } | { readonly type: 'gone' }

/** Whether a message of this connection counts; a newer one takes the machine over with its hello. */
function acceptConnection(cabinet: Cabinet, connection: number, event: ControllerEvent): boolean {
  if (event.type === 'hello') return connection >= cabinet.connection
  return connection === cabinet.connection
}

async function handle(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  event: Exclude<ControllerEvent, Hello>,
): Promise<Answer> {
  // An operator may have settled its transfer or its visit by hand.
  if (machine.seat && (event.type === 'beat' || event.type === 'state'))
    await expectUnchangedIfKnown(floor, machine)
  switch (event.type) {
    case 'beat':
      return answer(...askStatus(floor, cabinet))
    case 'state':
      return onState(floor, machine, cabinet, event)
    case 'done':
      return onDone(floor, machine, cabinet, event)
    case 'ok':
      if (event.id !== undefined) cabinet.unanswered.delete(event.id)
      return answer()
    case 'refused':
    case 'unknown':
      if (cabinet.unanswered.delete(event.id)) return answer()
      return onReturned(floor, machine, cabinet, event)
    case 'game':
      return onGame(floor, machine, cabinet, event)
    case 'handpay': {
      const { handPays } = cabinet
      const noted = await noteHandPay(floor, machine, cabinet, event)
      if (cabinet.handPays !== handPays) floor.resetIdle(machine)
      emitGame(floor, machine)
      return acknowledge(floor, machine, cabinet, 'handpay', event.id, noted)
    }
    case 'handpay-done': {
      // Sent again until it is acknowledged: first the transfer must be over.
      if (cabinet.pending) return answer(...askStatus(floor, cabinet))
      const { handPays } = cabinet
      const booked = await bookHandPay(floor, machine, cabinet, event)
      if (cabinet.handPays !== handPays) floor.resetIdle(machine)
      emitGame(floor, machine)
      return acknowledge(floor, machine, cabinet, 'handpay-done', event.id, booked)
    }
    case 'fault':
      cabinet.failedCashOuts = undefined
      cabinet.fault = event.code === undefined ? undefined : { code: event.code, text: event.text ?? '' }
      if (event.code !== undefined)
        floor.log.warn(
          { code: 'cabinet-fault', machine: machine.id, fault: event.code },
          'a cabinet has a fault',
        )
      emitGame(floor, machine)
      return answer()
    case 'meters':
      await checkMeters(floor, machine, cabinet, event)
      return answer()
    case 'gone':
      disconnect(floor, machine, cabinet)
      return answer()
    default:
      return answer()
  }
}

/**
 * Handles a message of a machine's controller, after those before it. Codes: machineNotFound; takenOver for
 * a connection that a newer one has replaced; notFound while this process knows no hello of it, which is
 * then to be sent again; stopping.
 */
export function onController(
  floor: FloorContext,
  machineId: string,
  connection: number,
  event: ControllerEvent,
): Promise<Answer> {
  return runOnMachine(floor, machineId, async (machine) => {
    const { cabinet } = machine.driver
    if (!cabinet) return refused(Code.machineNotFound)
    if (connection < cabinet.connection) return refused(Code.takenOver)
    if (!acceptConnection(cabinet, connection, event)) return refused(Code.notFound)
    if (event.type !== 'gone')
      schedule(floor, `controller ${machine.id}`, CONTROLLER_DEAD_MS, () => {
        if (cabinet.connection === connection) disconnect(floor, machine, cabinet)
      })
    return event.type === 'hello'
      ? greet(floor, machine, cabinet, connection, event)
      : handle(floor, machine, cabinet, event)
  })
}
