import * as v from 'valibot'
import { inOneLine, oneLine } from '../../../src/contract/one-line.ts'

/*
 * The messages between the platform and the controller of a cabinet: JSON over WebSocket, amounts in cents.
 * The platform makes the ids of its commands; each command may be repeated and takes effect once.
 */

export const PROTOCOL = 1
const MAX_CENTS = 1_000_000_000_000

const Cents = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_CENTS))
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** Without control characters and halves of surrogate pairs, which the database does not store. */
const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(64), oneLine)
/** Players read the texts of a cabinet, each in one line. */
const toOneLine = v.transform((text: string) => inOneLine(text.replaceAll(/\s+/g, ' ')))
const Text = v.pipe(v.string(), v.maxLength(200), toOneLine)

/** The database has no time before the year 1, and JavaScript reads no zone without minutes, such as +03. */
const FIRST_TIME_MS = Date.parse('0001-01-02T00:00:00Z')
const Time = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((at) => Date.parse(at) >= FIRST_TIME_MS),
)

const Button = v.object({
  id: Id,
  label: v.pipe(v.string(), v.minLength(1), v.maxLength(40), toOneLine),
  kind: v.picklist(['spin', 'stake-up', 'stake-down', 'max', 'collect', 'gamble', 'other']),
})

/** What a controller sends. */
export const FROM_CONTROLLER = {
  hello: v.object({
    type: v.literal('hello'),
    protocol: v.literal(PROTOCOL),
    /** The machine's id in the floor file: the key must be its. */
    machine: Id,
    firmware: Text,
    buttons: v.pipe(v.array(Button), v.maxLength(20)),
    stakes: v.pipe(v.array(Cents), v.maxLength(50)),
    /** The number of the last game that has ended. */
    games: Count,
  }),
  state: v.object({
    type: v.literal('state'),
    seq: Count,
    phase: v.picklist(['idle', 'playing', 'handpay', 'locked']),
    credit: Cents,
    stake: Cents,
    win: Cents,
    /** The number of the last game that has ended: `credit` is the one after it. */
    games: Count,
  }),
  /** A transfer is done. Of a cash-out, `cents` is what was taken off the cabinet. */
  done: v.object({ type: v.literal('done'), id: Id, cents: Cents, credit: Cents, games: Count }),
  refused: v.object({ type: v.literal('refused'), id: Id, code: Text }),
  pending: v.object({ type: v.literal('pending'), id: Id }),
  /** The id was never seen, and will never be executed. */
  unknown: v.object({ type: v.literal('unknown'), id: Id }),
  ok: v.object({ type: v.literal('ok'), id: v.optional(Id) }),
  /** A game has ended; numbers grow by one. Sent again until it is acknowledged. */
  game: v.object({
    type: v.literal('game'),
    number: v.pipe(Count, v.minValue(1)),
    stake: Cents,
    win: Cents,
    /** After the game. */
    credit: Cents,
    /** By the cabinet's clock, which may be wrong. */
    at: Time,
  }),
  /** The cabinet waits for an attendant with an amount that is not part of a game's `win`. */
  handpay: v.object({ type: v.literal('handpay'), id: Id, cents: v.pipe(Cents, v.minValue(1)) }),
  'handpay-done': v.object({
    type: v.literal('handpay-done'),
    id: Id,
    to: v.picklist(['machine', 'attendant']),
  }),
  /** A door, a tilt, a bill jam; without a code: its end. */
  fault: v.object({ type: v.literal('fault'), code: v.optional(Id), text: v.optional(Text) }),
  meters: v.object({
    type: v.literal('meters'),
    coinIn: Cents,
    coinOut: Cents,
    handPaid: Cents,
    transferIn: Cents,
    transferOut: Cents,
    games: Count,
  }),
} as const

/** What is acknowledged, or refused with an error. */
const ReportType = v.picklist(['game', 'handpay', 'handpay-done'])

/** What a report that cannot be read as a whole says of itself, as in its acknowledgement. */
export const UnreadableReport = v.union([
  v.pipe(
    v.object({
      type: v.literal('game'),
      number: v.pipe(v.union([v.number(), v.string()]), v.toString(), Id),
    }),
    v.transform(({ type, number }) => ({ of: type, id: number })),
  ),
  v.pipe(
    v.object({ type: v.picklist(['handpay', 'handpay-done']), id: Id }),
    v.transform(({ type, id }) => ({ of: type, id })),
  ),
])

export const FromController = v.variant('type', Object.values(FROM_CONTROLLER))
export type FromController = v.InferOutput<typeof FromController>
type Received<T extends FromController['type']> = Extract<FromController, { type: T }>
export type Hello = Received<'hello'>
export type CabinetReport = Received<'state'>
export type Done = Received<'done'>
export type Game = Received<'game'>
export type ButtonKind = Hello['buttons'][number]['kind']
export type HandPay = Received<'handpay'>
export type HandPayDone = Received<'handpay-done'>
export type CabinetMeters = Received<'meters'>

/** What the platform sends. */
export const TO_CONTROLLER = {
  /** A remote player sits: lock the cabinet's own inputs. Without a visit: free them. */
  seat: v.object({ type: v.literal('seat'), visit: v.nullable(Id) }),
  /** Put credit on the cabinet. Answer: done, refused, or pending while it works. */
  credit: v.object({ type: v.literal('credit'), id: Id, cents: Cents }),
  /** Take all credit off. Answer: done, refused, or pending. */
  cashout: v.object({ type: v.literal('cashout'), id: Id }),
  /** Press an announced button, if it stakes at most `stake` of the credit. Answer: ok, refused. */
  press: v.object({ type: v.literal('press'), id: Id, button: Id, stake: v.optional(Cents) }),
  /** What became of a transfer or a press. Answer: done, ok, refused, pending, unknown. */
  status: v.object({ type: v.literal('status'), id: Id }),
  /** Send the meters now. */
  meters: v.object({ type: v.literal('meters') }),
  /** A game, hand pay or end of one is booked. `id`: the game's number, or the hand pay's id. */
  ack: v.object({ type: v.literal('ack'), of: ReportType, id: Id }),
  /** A message that was not taken; it is not to be sent again. `of`: which report. */
  error: v.object({
    type: v.literal('error'),
    code: v.picklist(['unreadable', 'hello-first', 'unknown-id', 'number-back', 'conflict']),
    of: v.optional(ReportType),
    id: v.optional(Id),
    text: Text,
  }),
} as const
export const ToController = v.variant('type', Object.values(TO_CONTROLLER))
export type ToController = v.InferOutput<typeof ToController>
