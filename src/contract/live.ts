import * as v from 'valibot'
import { ErrorAnswer, MachineStatus, Params } from './http.ts'
import { Amount, Cents, Id, RequestId } from './money.ts'

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
 *                         pushes: game, video, balance, info, quit
 */

const ok = <T extends v.ObjectEntries>(entries: T) => v.object({ ok: v.literal(true), ...entries })
const refused = v.object({ ok: v.literal(false), ...ErrorAnswer.entries })
const ack = <T extends v.ObjectEntries>(entries: T) => v.union([ok(entries), refused])
const wallet = { balance: Cents, seq: v.optional(v.number()) }

// ---- pushes

/** Several at once come as a list, one alone or as a list of one. */
const oneOrMany = <T extends v.GenericSchema>(one: T) =>
  v.union([
    v.array(one),
    v.pipe(
      one,
      v.transform((alone) => [alone]),
    ),
  ])

/** A machine's new status. Without `reservedUntil` (as for a machine of the list) no reservation's end is known. */
export const MachineChange = v.object({
  id: Id,
  status: MachineStatus,
  reservation: v.optional(v.boolean()),
  reservedUntil: v.nullish(v.string()),
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
  name: v.nullish(v.string()),
  machine_status: v.nullish(MachineStatus),
})
export type SessionPush = v.InferOutput<typeof SessionPush>

/**
 * Something to show. A session that nobody plays ends by these on the game socket: 18800 (credit is 0) or 18802
 * with `seconds` once a second from 10 down, 18801 when the end begins, then 50100 with action `leave`, and the
 * socket is closed. A load, spin, cashout or init that succeeds ends the countdown: no other push says so.
 */
export const InfoPush = v.object({
  code: v.optional(v.number(), 0),
  params: v.optional(Params, {}),
  message: v.optional(v.string(), ''),
  action: v.optional(v.fallback(v.picklist(['none', 'leave', 'logout']), 'none'), 'none'),
})
export type InfoPush = v.InferOutput<typeof InfoPush>

/** The operator removes the player from the game. What it says, if anything, has no translation. */
export const QuitPush = v.nullish(v.object({ message: v.optional(v.string(), '') }), {})

/**
 * What a machine shows, all amounts in cents. `seq` grows with every change of this machine; an older one is
 * dropped. While `spinning`, `credit` is what is left after the stake, and `win` is 0 until the reels stand.
 * `freeSpins` left to play at `stake` cost nothing; `bonusWin` is what they have brought so far.
 * `spin` is the spin under way, or the last one that ended; its `jackpot` is a part of its `win`.
 */
export const GameState = v.object({
  seq: v.number(),
  phase: v.picklist(['idle', 'spinning']),
  credit: Cents,
  stake: Cents,
  win: Cents,
  freeSpins: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  bonusWin: Cents,
  spin: v.nullish(
    v.object({ id: Id, stake: Cents, win: Cents, free: v.boolean(), jackpot: v.optional(Cents, 0) }),
  ),
})
export type GameState = v.InferOutput<typeof GameState>

// ---- requests

export const HelloRequest = v.object({ id: v.nullish(Id) })
export const HelloAck = ack({ ...wallet, session: v.nullish(SessionPush) })
export type HelloAck = v.InferOutput<typeof HelloAck>

/**
 * `page` (optional) names one visit of one page: when it comes back by itself after another page of the player took
 * the machine over, it is refused (takenOver), so that two pages never fight.
 */
export const GameInitRequest = v.object({
  machineID: Id,
  token: v.pipe(v.string(), v.maxLength(4096)),
  page: v.optional(v.pipe(v.string(), v.maxLength(64))),
})

/** Where the picture is. `url` is a WHEP endpoint; `camera` hides the rotate control. */
export const VideoSource = v.object({
  type: v.optional(v.picklist(['camera', 'screen']), 'screen'),
  url: v.pipe(v.string(), v.minLength(1)),
  iceServers: v.optional(
    v.array(
      v.object({
        urls: v.union([v.string(), v.array(v.string())]),
        username: v.optional(v.string()),
        credential: v.optional(v.string()),
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
  name: v.optional(v.string(), ''),
  Order: v.optional(v.number(), 0),
  kind: v.optional(v.picklist(['crop', 'bet']), 'crop'),
  region: v.optional(v.fallback(v.optional(Region), undefined)),
  stakes: v.optional(v.array(Amount)),
})
export type Band = v.InferOutput<typeof Band>

/** What this machine can do; what is not announced is not shown. `stakes` in cents, ascending. */
export const Capabilities = v.object({
  buttons: v.optional(v.array(v.string()), []),
  stakes: v.optional(v.array(Amount), []),
  transfer: v.optional(v.boolean(), false),
  bands: v.optional(v.array(Band)),
})
export type Capabilities = v.InferOutput<typeof Capabilities>

export const GameInitAck = ack({
  ...wallet,
  machine: v.object({ id: Id, name: v.string(), brand: v.optional(v.string(), ''), status: MachineStatus }),
  game: GameState,
  video: v.nullish(VideoSource),
  capabilities: Capabilities,
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
} as const
export type RequestName = keyof typeof REQUESTS
