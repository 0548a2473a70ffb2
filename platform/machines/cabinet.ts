import type { Capabilities } from '../../src/contract/live.ts'
import type { CabinetReport, Done, Game, Hello, ToController } from './controller-messages.ts'
import type { CabinetDriver } from './driver.ts'

/** A load or a cash-out whose outcome is not known yet. Cents. */
export interface PendingTransfer {
  readonly id: string
  readonly direction: 'load' | 'cash-out'
  readonly cents: number
  readonly playerId: string
  readonly visitId: number
}

/** What the database stores of a cabinet. */
export interface CabinetRecord {
  /** The number of the last booked game; undefined: no controller has reported one yet. */
  lastGame: number | undefined
  /** Cents of its credit that nobody loaded. */
  extra: number
  /** Why no new player is admitted until an operator acknowledges it. */
  closed: string | undefined
  pending: PendingTransfer | undefined
}

/** A cabinet behind its controller. */
export interface Cabinet extends CabinetRecord {
  /** The number of the controller's connection; 0: it is not connected. */
  connection: number
  hello: Hello | undefined
  /** Its last state; undefined while it is not connected. */
  report: CabinetReport | undefined
  fault: string | undefined
  /** An answer that waits for the games before it. */
  deferred: Done | undefined
  /** A game that waits until it is known whether the pending transfer was before it. */
  postponed: Game | undefined
  /** When its state first named games that it has not reported, in steady ms. */
  missingSince: number | undefined
  /** Since when its meter of hand pays differs from the books, in steady ms. */
  handPaidOddSince: number | undefined
  /** The last press of its spin button, `at` in steady ms; without an id, of an earlier connection. */
  press: { readonly id: string | undefined; readonly at: number } | undefined
  /** The transfer whose command was sent last, `at` in steady ms. */
  command: { readonly id: string; readonly at: number } | undefined
  /** Those that wait for the end of the pending transfer. */
  readonly waiting: Set<() => void>
  /** Sends a command; without a connection it is lost. */
  send(message: ToController): void
}

/** Whether a new player may sit down. */
export const isOffered = ({ connection, report, fault, closed, extra, pending }: Cabinet): boolean =>
  connection > 0 &&
  report !== undefined &&
  (report.phase === 'idle' || report.phase === 'playing') &&
  fault === undefined &&
  closed === undefined &&
  extra === 0 &&
  report.credit === 0 &&
  pending === undefined

/** The app's name of the buttons that it has a control of its own for. */
const CONTROLS = { spin: 'spin', 'stake-up': 'bet-up', 'stake-down': 'bet-down', max: 'bet-max' } as const

function capabilitiesOf({ hello }: Cabinet): Capabilities {
  const kinds = new Set(hello?.buttons.map(({ kind }) => kind))
  // The app sets the stake by its number, which a cabinet's buttons cannot: it is only shown.
  return {
    buttons: kinds.has('spin') ? [CONTROLS.spin] : [],
    stakes: [],
    transfer: true,
    bands: [],
  }
}

/** A machine that is a cabinet. `command`: sends to the process with the controller's connection. */
export function createCabinet(command: (connection: number, message: ToController) => void): CabinetDriver {
  const cabinet: Cabinet = {
    ...{ connection: 0, hello: undefined, report: undefined, fault: undefined },
    ...{ lastGame: undefined, extra: 0, closed: undefined, pending: undefined },
    ...{
      deferred: undefined,
      postponed: undefined,
      missingSince: undefined,
      handPaidOddSince: undefined,
      command: undefined,
      press: undefined,
      waiting: new Set(),
    },
    send(message) {
      if (cabinet.connection > 0) command(cabinet.connection, message)
    },
  }
  return {
    kind: 'cabinet',
    cabinet,
    get stakes() {
      return cabinet.hello?.stakes ?? []
    },
    durationMs: 0,
    capabilities: () => capabilitiesOf(cabinet),
    // Its camera shows them.
    showMeters() {},
    showSpin() {},
  }
}
