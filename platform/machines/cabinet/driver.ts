import type { Capabilities } from '../../../src/contract/live.ts'
import type { MachineDriver, MachineFacts } from '../driver.ts'
import { type Cabinet, hasOpenHandPay, isOffered, mayOweGame, pressableButtons, reportOf } from './cabinet.ts'
import type { ToController } from './controller-messages.ts'
import { cabinetGameState } from './game-state.ts'
import { cabinetRefusal } from './refusals.ts'

function capabilitiesOf(cabinet: Cabinet): Capabilities {
  const canSpin = cabinet.hello?.buttons.some(({ kind }) => kind === 'spin')
  // The app sets the stake by its number, which a cabinet's buttons cannot: it is only shown.
  return {
    buttons: canSpin ? ['spin'] : [],
    cabinetButtons: pressableButtons(cabinet),
    stakes: [],
    transfer: true,
    bands: [],
  }
}

const factsOf = (cabinet: Cabinet): MachineFacts => ({
  freeStatus() {
    if (isOffered(cabinet)) return 'available'
    return cabinet.connection === 0 ? 'offline' : 'error'
  },
  fault() {
    if (cabinet.connection === 0) return 'offline'
    return cabinet.fault ? 'error' : undefined
  },
  pending: () => cabinet.pending,
  owesGame: () => mayOweGame(cabinet),
  awaitsHandPay: (visitId) => hasOpenHandPay(cabinet, visitId) && !cabinet.isHandPayLost,
  report: (visitId) => reportOf(cabinet, visitId),
  gameState: (booked) => cabinetGameState(cabinet, booked),
})

/** A machine that is a cabinet. `command`: sends to the process with the controller's connection. */
export function createCabinet(
  command: (connection: number, message: ToController) => void,
): MachineDriver & { readonly cabinet: Cabinet } {
  const cabinet: Cabinet = {
    ...{ connection: 0, hello: undefined, report: undefined, fault: undefined },
    ...{ lastGame: undefined, extra: 0, closed: undefined, pending: undefined },
    ...{ lastBooked: undefined, handPays: [] },
    ...{
      deferred: undefined,
      postponed: undefined,
      missingSince: undefined,
      handPayOverSince: undefined,
      isHandPayLost: false,
      bookedSums: { upTo: 0, coinIn: 0, coinOut: 0 },
      handPaidOddSince: undefined,
      command: undefined,
      failedCashOuts: undefined,
      press: undefined,
      runningGame: undefined,
      unanswered: new Map(),
      waiting: new Set(),
    },
    send(message) {
      if (cabinet.connection > 0) command(cabinet.connection, message)
    },
  }
  return {
    ...factsOf(cabinet),
    drawnGame: undefined,
    cabinet,
    get stakes() {
      return cabinet.hello?.stakes ?? []
    },
    // The app cannot set the stake: it is the one that the cabinet shows.
    offers: (stake) => cabinet.report?.stake === stake,
    leastStake() {
      const stakes = cabinet.hello?.stakes ?? []
      return stakes.length > 0 ? Math.min(...stakes) : (cabinet.report?.stake ?? 0)
    },
    refuses: (command, now) => cabinetRefusal(cabinet, command, now),
    durationMs: 0,
    capabilities: () => capabilitiesOf(cabinet),
    // Its camera shows them.
    showMeters() {},
    showSpin() {},
    execute(pending, now) {
      const { id, direction, cents } = pending
      Object.assign(cabinet, { pending, command: { id, at: now } })
      cabinet.send(direction === 'load' ? { type: 'credit', id, cents } : { type: 'cashout', id })
    },
    showVisit: (visitId) => cabinet.send({ type: 'seat', visit: visitId === null ? null : String(visitId) }),
    restore(record) {
      // The transfer of a deferred answer may be over: an operator, or a transaction whose own answer was
      // lost, has ended it.
      const isOver = cabinet.deferred?.id !== record.pending?.id
      Object.assign(cabinet, record, isOver && { deferred: undefined })
      if (!cabinet.pending) for (const end of cabinet.waiting) end()
    },
    // The next owner hears of its controller by itself.
    disown() {
      Object.assign(cabinet, { connection: 0, report: undefined, runningGame: undefined })
      cabinet.unanswered.clear()
    },
  }
}
