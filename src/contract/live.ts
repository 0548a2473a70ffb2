import * as v from 'valibot'
import { TimeAck, TimeRequest } from './clock.ts'
import { ErrorAnswer, MAX_TOKEN_LENGTH, MachineStatus, Params, reportsSuccess, Seq } from './http.ts'
import { Amount, Cents, Id, RequestId } from './money.ts'
import { codeNumber, list, optional, unreadableAs, withRun } from './tolerant.ts'

/*
 * The two live channels, Socket.IO. A socket is a notification socket or a game socket by its first `init`.
 * Requests are events with one acknowledgement; notifications are events without.
 *
 *   notification socket   init {id}                      -> HelloAck
 *                         pushes: machine, jackpot, balance, session, info
 *   game socket           init {machineID, token, page?} -> GameInitAck
 *                         load {requestId, amount}       -> MoneyAck
 *                         spin {requestId, stake}        -> SpinAck
 *                         press {requestId, button}      -> PressAck
 *                         cashout {requestId?, automatic?} -> CashoutAck
 *                         time {}                        -> TimeAck
 *   both                  auth {token}                   -> AuthAck
 *                         pushes: game, video, balance, info, quit
 */

const ok = <T extends v.ObjectEntries>(entries: T) => v.object({ ok: v.literal(true), ...entries })
const refused = v.object({ ok: v.literal(false), ...ErrorAnswer.entries })
const ack = <T extends v.ObjectEntries>(entries: T) => v.union([ok(entries), refused])
const wallet = { balance: Cents, seq: Seq }
/** Of an answer that may leave the balance out, or have an unreadable one: the app then fetches it. */
const optionalWallet = { balance: optional(Cents), seq: Seq }

/**
 * An acknowledgement with the field `ok`. A server that does not know it refuses as over HTTP
 * (`reportsSuccess`). Any other answer of it is no refusal, also an empty one.
 */
export function withOk(raw: unknown): unknown {
  if (Object(raw) !== raw) return { ok: true }
  const { ok } = raw as { ok?: unknown }
  return { ...(raw as object), ok: typeof ok === 'boolean' ? ok : reportsSuccess(raw as object) }
}

// ---- pushes

/** The server may send several items as a list, and one alone or in a list. Unreadable items are dropped. */
/* @__NO_SIDE_EFFECTS__ */
function oneOrMany<const S extends v.GenericSchema>(
  item: S,
): v.GenericSchema<v.InferInput<S> | v.InferInput<S>[], v.InferOutput<S>[]> {
  const many = list(item)
  return withRun(v.union([many, item]), (value, config) =>
    many['~run']({ value: Array.isArray(value) ? value : [value] }, config),
  ) as v.GenericSchema<v.InferInput<S> | v.InferInput<S>[], v.InferOutput<S>[]>
}

/**
 * A machine's new status. Without `reservedUntil`, as in the machine list, the end of its reservation is
 * unknown.
 */
export const MachineChange = v.object({
  id: Id,
  status: MachineStatus,
  reservation: optional(v.boolean()),
  reservedUntil: optional(v.string()),
})
export const MachinePush = oneOrMany(MachineChange)
export type MachineChange = v.InferOutput<typeof MachineChange>

/** The new figures of a brand: the fields are the brand's. Without `freeCount` that number is unchanged. */
export const JackpotChange = v.object({
  id: Id,
  jackpot: v.string(),
  freeCount: optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
})
export const JackpotPush = oneOrMany(JackpotChange)
export type JackpotChange = v.InferOutput<typeof JackpotChange>

export const BalancePush = v.object(wallet)
export type BalancePush = v.InferOutput<typeof BalancePush>

/**
 * What a cabinet reports beside its credit. `status`: why its buttons do not answer. `handPay`: an attendant
 * pays this amount. `transfer`: a load or a cash-out that the cabinet has not confirmed; its amount is
 * neither in the wallet nor in the credit. `foreignCredit`: the part of the credit that the player did not
 * load, and cannot play. `fault`: the cabinet's own words. Cents.
 */
export const CabinetState = v.object({
  status: optional(
    v.fallback(v.picklist(['ready', 'hand-pay', 'locked', 'fault', 'unreachable']), 'locked'),
    'ready',
  ),
  handPay: v.nullish(Amount),
  transfer: v.nullish(v.object({ direction: v.picklist(['load', 'cash-out']), amount: Amount })),
  foreignCredit: v.nullish(Amount),
  fault: optional(v.string()),
})
export type CabinetState = v.InferOutput<typeof CabinetState>

/** With an unreadable amount it is unknown where the player's money is: no command may be sent. */
const cabinet = /* @__PURE__ */ unreadableAs(v.nullish(CabinetState), { status: 'unreachable' })

/**
 * The player has a seat, or (status false) has lost it: without an `id` that of the last push. A cash-out may
 * end the seat too. `machine_status` is as the player sees it:
 * `playing` while one of their pages is open, `waiting` or `in-bonus` while the machine is held for them. Of
 * a held machine, `credit` is what it holds (cents), `reservedUntil` when that returns to the wallet (ISO
 * 8601), and `cabinet` what it reports if it is one.
 */
export const SessionPush = v.object({
  status: v.boolean(),
  id: v.nullish(Id),
  name: optional(v.string()),
  machine_status: v.nullish(MachineStatus),
  credit: optional(Cents),
  reservedUntil: optional(v.string()),
  cabinet,
})
export type SessionPush = v.InferOutput<typeof SessionPush>

/**
 * A message to the player. The end of an idle visit is announced by these on the game socket: 18800 (credit
 * is 0) or 18802 with `seconds` once a second from 10 down, 18801 when the end begins, then 50100 with action
 * `leave`, and the socket is closed. A successful load, spin, cashout or init cancels the countdown, without
 * a push.
 */
export const InfoPush = v.object({
  code: optional(codeNumber, 0),
  params: optional(Params, {}),
  message: optional(v.string(), ''),
  action: v.nullish(v.fallback(v.picklist(['none', 'leave', 'logout']), 'none'), 'none'),
})
export type InfoPush = v.InferOutput<typeof InfoPush>

/** The operator removes the player from the game. `message` is not translated. */
export const QuitPush = optional(v.object({ message: optional(v.string(), '') }), {})

/**
 * The state of a machine, all amounts in cents. `seq` grows with every change of this machine; a state with a
 * lower one is outdated. While `spinning`, `credit` is without the stake, and `win` is 0 until the reels
 * stop. `freeSpins`: remaining free spins, played at `stake` without a cost; `bonusWin`: their total win so
 * far. `spin`: the running or last spin; its `jackpot` is a part of its `win`.
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
  cabinet,
})
export type GameState = v.InferOutput<typeof GameState>

// ---- requests

export const HelloRequest = v.object({ id: v.nullish(Id) })
export const HelloAck = ack({ ...optionalWallet, session: optional(SessionPush) })
export type HelloAck = v.InferOutput<typeof HelloAck>

/**
 * `page` (optional) identifies a page's stay at the machine. If the page reconnects after another page of the
 * player has taken the machine over, it is refused (takenOver), so that two pages do not compete.
 */
export const GameInitRequest = v.object({
  machineID: Id,
  token: v.pipe(v.string(), v.maxLength(MAX_TOKEN_LENGTH)),
  page: v.optional(v.pipe(v.string(), v.maxLength(64))),
})

/**
 * The source of the video. `url` is a WHEP endpoint; `camera` hides the rotate control. A `token` is sent to
 * it in place of the player's. It may be short-lived: if `url` answers 401, the app sends `init` again for a
 * new one.
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

/** A region of the video, in fractions of its width and height. */
export const Region = v.pipe(
  v.object({ x: Fraction, y: Fraction, width: Fraction, height: Fraction }),
  v.check(({ x, y, width, height }) => inside(x, width) && inside(y, height)),
)
export type Region = v.InferOutput<typeof Region>

/**
 * A band of the machine: a region of its video (`crop`, with `region`) or a range of stakes (`bet`, with
 * `stakes` in cents). Shown with the highest `Order` first. `cabinet`, `reels`, `sign` and `meters` are ids
 * that the app translates; for other ids the `name` is shown.
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

/**
 * A button of a cabinet, pressed with `press`. The app translates the stake buttons, and shows the `label`
 * of the others.
 */
export const CabinetButton = v.object({
  id: Id,
  label: v.string(),
  kind: optional(
    v.fallback(v.picklist(['stake-up', 'stake-down', 'max', 'gamble', 'other']), 'other'),
    'other',
  ),
})
export type CabinetButton = v.InferOutput<typeof CabinetButton>

/**
 * What the machine supports; the app hides everything else. `stakes` in cents, ascending. `cabinetButtons`:
 * those that the app has no control of its own for.
 */
export const Capabilities = v.object({
  buttons: optional(list(v.string()), []),
  cabinetButtons: optional(list(CabinetButton)),
  stakes: optional(list(Amount), []),
  transfer: optional(v.boolean(), false),
  bands: optional(list(Band)),
})
export type Capabilities = v.InferOutput<typeof Capabilities>

/**
 * Without `game` the app cannot show a credit, load or spin. It still offers the cash-out, and shows the
 * picture of the setting `videoUrl`.
 */
export const GameInitAck = ack({
  ...optionalWallet,
  machine: optional(
    v.object({
      id: Id,
      name: optional(v.string(), ''),
      brand: optional(v.string(), ''),
      status: MachineStatus,
    }),
  ),
  game: optional(GameState),
  video: optional(VideoSource),
  capabilities: optional(Capabilities, {}),
})
export type GameInitAck = v.InferOutput<typeof GameInitAck>

/** Load balance: moves `amount` cents from the wallet to the machine's credit. */
export const LoadRequest = v.object({ requestId: RequestId, amount: Amount })
export const LoadAck = ack({ ...wallet, game: GameState })
export type LoadAck = v.InferOutput<typeof LoadAck>

/** Stakes `stake` cents, or plays a free spin if there is one. A `game` push reports the outcome. */
export const SpinRequest = v.object({ requestId: RequestId, stake: Amount })
export const SpinAck = ack({ game: GameState })
export type SpinAck = v.InferOutput<typeof SpinAck>

/** Presses a button of a cabinet. A `game` push reports what it changed. */
export const PressRequest = v.object({ requestId: RequestId, button: Id })
export const PressAck = ack({ game: v.nullish(GameState) })
export type PressAck = v.InferOutput<typeof PressAck>

/**
 * Moves the whole credit to the wallet; `amount`: the moved cents. The app fetches a balance that is left
 * out.
 */
export const CashoutRequest = v.object({
  requestId: v.optional(RequestId),
  /** The app ends the visit, and the player has not asked for it. */
  automatic: v.optional(v.boolean()),
})
export const CashoutAck = ack({ ...optionalWallet, amount: optional(Cents), game: optional(GameState) })
export type CashoutAck = v.InferOutput<typeof CashoutAck>

/**
 * The player's renewed token, sent on an open socket, which a server may close when the older token expires.
 */
export const AuthRequest = v.object({ token: GameInitRequest.entries.token })
export const AuthAck = ack({})

/** All pushes by event name. */
export const PUSHES = {
  machine: MachinePush,
  jackpot: JackpotPush,
  balance: BalancePush,
  session: SessionPush,
  info: InfoPush,
  quit: QuitPush,
  game: GameState,
  /** The video has a new source, or its server was restarted: reopen it. */
  video: VideoSource,
} as const
export type PushName = keyof typeof PUSHES
export type Push<N extends PushName> = v.InferOutput<(typeof PUSHES)[N]>

/** All requests by event name: the schemas of payload and acknowledgement. */
export const REQUESTS = {
  load: [LoadRequest, LoadAck],
  spin: [SpinRequest, SpinAck],
  /** Of a machine with `cabinetButtons`. */
  press: [PressRequest, PressAck],
  cashout: [CashoutRequest, CashoutAck],
  /** Optional: without an answer the age of the video is not measured. */
  time: [TimeRequest, TimeAck],
  /** Optional: the app does not wait for the acknowledgement. */
  auth: [AuthRequest, AuthAck],
} as const
export type RequestName = keyof typeof REQUESTS
