import * as v from 'valibot'
import { TimeAck, TimeRequest } from './clock.ts'
import { ErrorAnswer, MAX_TOKEN_LENGTH, MachineStatus, Params, Seq } from './http.ts'
import { Amount, Cents, Id, RequestId } from './money.ts'
import { list, optional, withRun } from './tolerant.ts'

/*
 * The two live channels, Socket.IO. A socket is a notification socket or a game socket by its first `init`.
 * Requests are events with one acknowledgement; notifications are events without.
 *
 *   notification socket   init {id}                      -> HelloAck
 *                         pushes: machine, jackpot, balance, session, info
 *   game socket           init {machineID, token, page?} -> GameInitAck
 *                         load {requestId, amount}       -> MoneyAck
 *                         spin {requestId, stake}        -> SpinAck
 *                         cashout {requestId?}           -> CashoutAck
 *                         time {}                        -> TimeAck
 *   both                  auth {token}                   -> AuthAck
 *                         pushes: game, video, balance, info, quit
 */

const ok = <T extends v.ObjectEntries>(entries: T) => v.object({ ok: v.literal(true), ...entries })
const refused = v.object({ ok: v.literal(false), ...ErrorAnswer.entries })
const ack = <T extends v.ObjectEntries>(entries: T) => v.union([ok(entries), refused])
const wallet = { balance: Cents, seq: Seq }

// ---- pushes

/** Several at once come as a list, one alone or as a list of one; an item that cannot be read is left out. */
/* @__NO_SIDE_EFFECTS__ */
function oneOrMany<const S extends v.GenericSchema>(
  item: S,
): v.GenericSchema<v.InferInput<S> | v.InferInput<S>[], v.InferOutput<S>[]> {
  const many = list(item)
  return withRun(v.union([many, item]), (value, config) =>
    many['~run']({ value: Array.isArray(value) ? value : [value] }, config),
  ) as v.GenericSchema<v.InferInput<S> | v.InferInput<S>[], v.InferOutput<S>[]>
}

/** A machine's new status; several at once come as a list. Without `reservedUntil` (as for a machine of the list) no reservation's end is known. */
export const MachineChange = v.object({
  id: Id,
  status: MachineStatus,
  reservation: optional(v.boolean()),
  reservedUntil: optional(v.string()),
})
export const MachinePush = oneOrMany(MachineChange)
export type MachineChange = v.InferOutput<typeof MachineChange>

/** What a brand's jackpots hold now: `id` and `jackpot` are the brand's. */
export const JackpotChange = v.object({ id: Id, jackpot: v.string() })
export const JackpotPush = oneOrMany(JackpotChange)
export type JackpotChange = v.InferOutput<typeof JackpotChange>

export const BalancePush = v.object(wallet)
export type BalancePush = v.InferOutput<typeof BalancePush>

/**
 * The player has a machine, or (status false) has none any more. `machine_status` is as its owner sees it: `playing`
 * while a page of theirs plays it, `waiting` or `in-bonus` when it waits for them.
 */
export const SessionPush = v.object({
  status: v.boolean(),
  id: v.nullish(Id),
  name: optional(v.string()),
  machine_status: v.nullish(MachineStatus),
})
export type SessionPush = v.InferOutput<typeof SessionPush>

/**
 * Something to show. An idle session ends by these on the game socket: 18800 (credit is 0) or 18802
 * with `seconds` once a second from 10 down, 18801 when the end begins, then 50100 with action `leave`, and the
 * socket is closed. A load, spin, cashout or init that succeeds ends the countdown: no other push says so.
 */
export const InfoPush = v.object({
  code: optional(v.number(), 0),
  params: optional(Params, {}),
  message: optional(v.string(), ''),
  action: v.nullish(v.fallback(v.picklist(['none', 'leave', 'logout']), 'none'), 'none'),
})
export type InfoPush = v.InferOutput<typeof InfoPush>

/** The operator removes the player from the game. What it says, if anything, has no translation. */
export const QuitPush = optional(v.object({ message: optional(v.string(), '') }), {})

/**
 * What a machine shows, all amounts in cents. `seq` grows with every change of this machine; an older one is
 * dropped. While `spinning`, `credit` is what is left after the stake, and `win` is 0 until the reels stand.
 * `freeSpins` left to play at `stake` cost nothing; `bonusWin` is what they have brought so far.
 * `spin` is the spin under way, or the last one that ended; its `jackpot` is a part of its `win`.
 */
export const GameState = v.object({
  seq: v.pipe(v.number(), v.safeInteger()),
  phase: v.picklist(['idle', 'spinning']),
  credit: Cents,
  stake: Cents,
  win: Cents,
  freeSpins: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  bonusWin: Cents,
  spin: v.nullish(
    v.object({ id: Id, stake: Cents, win: Cents, free: v.boolean(), jackpot: v.nullish(Cents, 0) }),
  ),
})
export type GameState = v.InferOutput<typeof GameState>

// ---- requests

export const HelloRequest = v.object({ id: v.nullish(Id) })
export const HelloAck = ack({ ...wallet, session: optional(SessionPush) })
export type HelloAck = v.InferOutput<typeof HelloAck>

/**
 * `page` (optional) names one visit of one page: when it comes back by itself after another page of the player took
 * the machine over, it is refused (takenOver), so that two pages never fight.
 */
export const GameInitRequest = v.object({
  machineID: Id,
  token: v.pipe(v.string(), v.maxLength(MAX_TOKEN_LENGTH)),
  page: v.optional(v.pipe(v.string(), v.maxLength(64))),
})

/**
 * Where the picture is. `url` is a WHEP endpoint; `camera` hides the rotate control. `token`, where there is one, is sent to
 * it instead of the player's; it may be short-lived: when `url` answers 401, the app asks for another one by `init`.
 */
export const VideoSource = v.object({
  type: optional(v.picklist(['camera', 'screen']), 'screen'),
  url: v.pipe(v.string(), v.minLength(1)),
  token: optional(v.pipe(v.string(), v.maxLength(MAX_TOKEN_LENGTH))),
  iceServers: optional(
    list(
      v.object({
        urls: v.union([v.string(), v.array(v.string())]),
        username: v.nullish(v.string()),
        credential: v.nullish(v.string()),
      }),
    ),
    [],
  ),
})
export type VideoSource = v.InferOutput<typeof VideoSource>

const Fraction = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
const inside = (at: number, size: number) => size > 0 && at + size <= 1.0001

/** A part of the picture, in fractions of its width and height. */
export const Region = v.pipe(
  v.object({ x: Fraction, y: Fraction, width: Fraction, height: Fraction }),
  v.check(({ x, y, width, height }) => inside(x, width) && inside(y, height)),
)
export type Region = v.InferOutput<typeof Region>

/**
 * A band of the machine: a part of its picture (`crop`, with its `region`) or a range of stakes (`bet`, with its
 * `stakes` in cents). Shown with the highest `Order` first. `cabinet`, `reels`, `sign` and `meters` are ids that the
 * app names in the player's language; of any other the `name` is shown.
 */
export const Band = v.object({
  id: Id,
  name: optional(v.string(), ''),
  Order: optional(v.pipe(v.number(), v.finite()), 0),
  kind: v.nullish(v.picklist(['crop', 'bet']), 'crop'),
  region: optional(Region),
  stakes: v.nullish(list(Amount)),
})
export type Band = v.InferOutput<typeof Band>

/** What this machine can do; what is not announced is not shown. `stakes` in cents, ascending. */
export const Capabilities = v.object({
  buttons: optional(list(v.string()), []),
  stakes: optional(list(Amount), []),
  transfer: optional(v.boolean(), false),
  bands: optional(list(Band)),
})
export type Capabilities = v.InferOutput<typeof Capabilities>

export const GameInitAck = ack({
  ...wallet,
  machine: v.object({
    id: Id,
    name: optional(v.string(), ''),
    brand: optional(v.string(), ''),
    status: MachineStatus,
  }),
  game: GameState,
  video: optional(VideoSource),
  capabilities: optional(Capabilities, {}),
})
export type GameInitAck = v.InferOutput<typeof GameInitAck>

/** Load balance: moves `amount` cents from the wallet to the machine's credit. */
export const LoadRequest = v.object({ requestId: RequestId, amount: Amount })
export const LoadAck = ack({ ...wallet, game: GameState })
export type LoadAck = v.InferOutput<typeof LoadAck>

/** Stakes `stake` cents, or plays a free spin when the machine holds one. The outcome comes as a `game` push. */
export const SpinRequest = v.object({ requestId: RequestId, stake: Amount })
export const SpinAck = ack({ game: GameState })
export type SpinAck = v.InferOutput<typeof SpinAck>

/** Moves the whole credit back to the wallet; `amount` cents were moved. */
export const CashoutRequest = v.object({ requestId: v.optional(RequestId) })
export const CashoutAck = ack({ ...wallet, amount: Cents, game: GameState })
export type CashoutAck = v.InferOutput<typeof CashoutAck>

/** A renewed token of the player, sent on an open socket, which a server may end with the token that it has. */
export const AuthRequest = v.object({ token: GameInitRequest.entries.token })
export const AuthAck = ack({})

/** Every push by its event name, with its schema. */
export const PUSHES = {
  machine: MachinePush,
  jackpot: JackpotPush,
  balance: BalancePush,
  session: SessionPush,
  info: InfoPush,
  quit: QuitPush,
  game: GameState,
  /** The picture's source is new, or its server was started again: open it anew. */
  video: VideoSource,
} as const
export type PushName = keyof typeof PUSHES
export type Push<N extends PushName> = v.InferOutput<(typeof PUSHES)[N]>

/** Every request by its event name, with the schemas of its payload and its acknowledgement. */
export const REQUESTS = {
  load: [LoadRequest, LoadAck],
  spin: [SpinRequest, SpinAck],
  cashout: [CashoutRequest, CashoutAck],
  /** Optional: without an answer the age of the video is not measured. */
  time: [TimeRequest, TimeAck],
  /** Optional: the app does not wait for the acknowledgement. */
  auth: [AuthRequest, AuthAck],
} as const
export type RequestName = keyof typeof REQUESTS
