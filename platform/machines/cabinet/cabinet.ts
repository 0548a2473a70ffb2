import type { CabinetState } from '../../../src/contract/live.ts'
import type { CabinetReport, Done, Game, Hello, ToController } from './controller-messages.ts'

/** A load or a cash-out whose outcome is not known yet. Cents. */
export interface PendingTransfer {
  readonly id: string
  readonly direction: 'load' | 'cash-out'
  readonly cents: number
  readonly playerId: string
  readonly visitId: number
}

/** An amount that an attendant pays, and the visit in which it was won. Cents. */
export interface WaitingHandPay {
  readonly id: string
  readonly cents: number
  readonly visitId: number | undefined
}

/** A booked game. Cents. */
export interface BookedGame {
  readonly number: number
  readonly stake: number
  readonly win: number
  readonly visitId: number | undefined
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
  /** The last booked game of the last visit that had one. */
  lastBooked: BookedGame | undefined
  handPays: readonly WaitingHandPay[]
}

/** A cabinet behind its controller. */
export interface Cabinet extends CabinetRecord {
  /** The number of the controller's connection; 0: it is not connected. */
  connection: number
  hello: Hello | undefined
  /** Its last state; undefined while it is not connected. */
  report: CabinetReport | undefined
  /** Its fault, and what the cabinet says about it. */
  fault: { readonly code: string; readonly text: string } | undefined
  /** The number of a game that a state has named as running, or as ended: the report may have come since. */
  runningGame: number | undefined
  /** An answer that waits for the games before it. */
  deferred: Done | undefined
  /** A game that waits until it is known whether the pending transfer was before it. */
  postponed: Game | undefined
  /** When its state first named games that it has not reported, in steady ms. */
  missingSince: number | undefined
  /** Since when its states show no hand pay while one waits, in steady ms; `isHandPayLost`: for too long. */
  handPayOverSince: number | undefined
  isHandPayLost: boolean
  /** The sums of its booked games up to a number, which never change again. Cents. */
  bookedSums: { readonly upTo: number; readonly coinIn: number; readonly coinOut: number }
  /** Since when its meter of hand pays differs from the books, in steady ms. */
  handPaidOddSince: number | undefined
  /** The last press of a button. */
  press: { readonly id: string; readonly button: string } | undefined
  /** The presses without an answer: when each was sent, in steady ms, by its id. */
  readonly unanswered: Map<string, number>
  /** The transfer whose command was sent last, `at` in steady ms. */
  command: { readonly id: string; readonly at: number } | undefined
  /** Cash-outs in a row after which credit stayed on it, and the last one's time in steady ms. */
  failedCashOuts: { readonly count: number; readonly at: number } | undefined
  /** Those that wait for the end of the pending transfer. */
  readonly waiting: Set<() => void>
  /** Sends a command; without a connection it is lost. */
  send(message: ToController): void
}

/** The number of the game that runs, or has ended and is not booked yet; undefined: none. */
export function runningGameOf({ runningGame = 0, lastGame = 0, report }: Cabinet): number | undefined {
  if (runningGame > lastGame) return runningGame
  return report && report.games > lastGame ? lastGame + 1 : undefined
}

/** Whether its credit can be compared: while a game runs, its stake is off it and not yet reported. */
export const isBetweenGames = ({ report }: Cabinet): boolean =>
  report !== undefined && report.phase !== 'playing'

/**
 * Whether a game may have begun whose win is not booked. Until a state counts the last booked game, another
 * game may have followed it. A closed cabinet may have reset its count, and never send such a state.
 */
export const mayOweGame = (cabinet: Cabinet): boolean => {
  const { report, lastGame = 0, closed } = cabinet
  if (runningGameOf(cabinet) !== undefined) return true
  return report !== undefined && report.games < lastGame && closed === undefined
}

/** Whether a new player may sit down: a game that runs would win for them. */
export const isOffered = (cabinet: Cabinet): boolean => {
  const { connection, report, fault, closed, extra, pending } = cabinet
  return (
    connection > 0 &&
    report?.phase === 'idle' &&
    !mayOweGame(cabinet) &&
    fault === undefined &&
    closed === undefined &&
    extra === 0 &&
    report.credit === 0 &&
    pending === undefined
  )
}

/** Whether a hand pay of this visit has no reported end. */
export const hasOpenHandPay = ({ handPays }: Cabinet, visit: number | undefined) =>
  handPays.some(({ visitId }) => visitId !== undefined && visitId === visit)

/** The buttons that a player presses by `press`: the app has controls of its own for the others. */
export const pressableButtons = ({ hello }: Cabinet) =>
  hello?.buttons.flatMap(({ kind, ...button }) =>
    kind === 'spin' || kind === 'collect' ? [] : { ...button, kind },
  ) ?? []

function statusOf({ connection, report, fault }: Cabinet): CabinetState['status'] {
  if (connection === 0) return 'unreachable'
  if (fault) return 'fault'
  if (!report) return 'unreachable'
  if (report.phase === 'handpay') return 'hand-pay'
  return report.phase === 'locked' ? 'locked' : 'ready'
}

/** What a cabinet reports beside its credit, to the player of a visit. */
export function reportOf(cabinet: Cabinet, visitId: number | undefined): CabinetState {
  const status = statusOf(cabinet)
  const { fault, pending, extra, handPays } = cabinet
  const handPay = handPays
    .filter((waiting) => waiting.visitId === visitId)
    .reduce((sum, { cents }) => sum + cents, 0)
  return {
    status,
    ...(handPay > 0 && { handPay }),
    ...(pending && { transfer: { direction: pending.direction, amount: pending.cents } }),
    ...(extra > 0 && { foreignCredit: extra }),
    ...(status === 'fault' && fault && { fault: fault.text || fault.code }),
  }
}
