import * as v from 'valibot'
import { TimeAck, TimeRequest } from './clock.ts'
import {
  ErrorAnswer,
  MAX_TOKEN_LENGTH,
  MachineStatus,
  optionalWallet,
  Params,
  reportsSuccess,
  wallet,
} from './http.ts'
import { LocalizedText } from './localized-text.ts'
import { Amount, Cents, Id, RequestId } from './money.ts'
import { codeNumber, list, optional, unreadableAs, withRun } from './tolerant.ts'

/*
 * The two live channels, Socket.IO. A socket is a notification socket or a game socket by its first `init`.
 * Requests are events with one acknowledgement, pushes are events without: REQUESTS and PUSHES below.
 */

const ok = <T extends v.ObjectEntries>(entries: T) =>
  v.object({ /* Always true: the request was carried out. */ ok: v.literal(true), ...entries })
/** The acknowledgement of a refused request. */
export const Refusal = v.object({ /* Always false. */ ok: v.literal(false), ...ErrorAnswer.entries })
const ack = <T extends v.ObjectEntries>(entries: T) => v.union([ok(entries), Refusal])
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

/** The new status of a machine. */
export const MachineChange = v.object({
  id: Id, // Its id.
  status: MachineStatus, // Its state.
  // true: held for the player. Absent: unchanged if status and end are the same, else not held.
  reservation: optional(v.boolean()),
  reservedUntil: optional(v.string()), // End of the reservation [ISO 8601]. Absent: no countdown.
})
/** One change or a list of them. */
export const MachinePush = oneOrMany(MachineChange)
export type MachineChange = v.InferOutput<typeof MachineChange>

/** The current figures of a brand. */
export const JackpotChange = v.object({
  id: Id, // Id of the brand.
  jackpot: v.string(), // Amounts, separated by commas [cents].
  // Number of its machines with the status `available`. Absent: unchanged.
  freeCount: optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
})
/** One change or a list of them. */
export const JackpotPush = oneOrMany(JackpotChange)
export type JackpotChange = v.InferOutput<typeof JackpotChange>

/** The wallet. */
export const BalancePush = v.object(wallet)
export type BalancePush = v.InferOutput<typeof BalancePush>

/** What a cabinet reports beside its credit. */
export const CabinetState = v.object({
  // `hand-pay`: an attendant pays an amount. `locked`: by hand. `fault`: a door, a tilt. `unreachable`: its
  // controller is not connected. Any other value reads as `locked`. Absent: `ready`: its buttons answer.
  status: optional(
    v.fallback(v.picklist(['ready', 'hand-pay', 'locked', 'fault', 'unreachable']), 'locked'),
    'ready',
  ),
  handPay: v.nullish(Amount), // What the attendant pays. Absent: the player sees no amount.
  // A load or a cash-out that the cabinet has not confirmed. Absent: no money is on its way.
  transfer: v.nullish(
    v.object({
      direction: v.picklist(['load', 'cash-out']), // `load`: to the machine. `cash-out`: to the wallet.
      amount: Amount, // In neither of the two until the cabinet confirms it.
    }),
  ),
  // The part of the credit that the player did not load, and cannot play. Absent: all credit is the player's.
  foreignCredit: v.nullish(Amount),
  fault: optional(v.string()), // The cabinet's own words for its fault. Absent: a general text.
})
export type CabinetState = v.InferOutput<typeof CabinetState>

/** With an unreadable amount it is unknown where the player's money is: no command may be sent. */
const cabinet = /* @__PURE__ */ unreadableAs(v.nullish(CabinetState), { status: 'unreachable' })

/** The player got a machine, or lost it. */
export const SessionPush = v.object({
  status: v.boolean(), // true: the player has a machine.
  // Id of the machine; required with `status: true`. Absent: with `status: false` it is the machine of the
  // last `session`; with true the app does not offer to return.
  id: v.nullish(Id),
  name: optional(v.string()), // Its name. Absent: the id.
  // Of its player: `playing` on an open page, `waiting` or `in-bonus` while it is held. Absent: the app
  // offers both ways to return.
  machine_status: v.nullish(MachineStatus),
  // Credit on a held machine. Absent: the app shows no amount, and does not count it for a discount.
  credit: optional(Cents),
  // When the credit of a held machine returns to the wallet [ISO 8601]. Absent: no countdown.
  reservedUntil: optional(v.string()),
  // What a held cabinet reports: a hand pay, or money on its way. Absent: the app shows the credit alone.
  cabinet,
})
export type SessionPush = v.InferOutput<typeof SessionPush>

/** A message or an action. */
export const InfoPush = v.object({
  // The app shows its text in the language of the player. Absent: `message` is shown.
  code: optional(codeNumber, 0),
  params: optional(Params, {}), // Values for the placeholders of the text. Absent: the text has gaps.
  message: optional(v.string(), ''), // Text for a code that the app does not know. Absent: nothing is shown.
  // `leave`: the page leaves the game; `logout`: the session ends. On the game channel the app first sends
  // `cashout` (not after 60015). Absent: `none`.
  action: v.nullish(v.fallback(v.picklist(['none', 'leave', 'logout']), 'none'), 'none'),
})
export type InfoPush = v.InferOutput<typeof InfoPush>

/** The operator removes the player from the game. */
export const QuitPush = optional(
  v.object({
    /* Not shown: the app has its own text. Absent: no effect. */ message: optional(v.string(), ''),
  }),
  {},
)

const Index = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** A winning combination of a spin, for a player who does not see the reels. */
export const SpinWin = v.object({
  symbol: LocalizedText, // Name of its symbol.
  count: Index, // Number of symbols, or of neighbouring reels.
  line: optional(Index), // Number of its line, from 1. Absent: it lies on no line.
  amount: Cents, // What it pays.
})
export type SpinWin = v.InferOutput<typeof SpinWin>

/** The state of a machine. Always the whole state, never a difference. */
export const GameState = v.object({
  // Increases with every change of this machine; the app drops an older state. After a restart of the server
  // it may start again: the answer to `init` counts.
  seq: v.pipe(v.number(), v.safeInteger()),
  phase: v.picklist(['idle', 'spinning']), // `spinning` from the accepted spin until the reels have stopped.
  credit: Cents, // The credit on the machine. During a spin: after the stake.
  stake: Cents, // The stake of the machine.
  win: Cents, // The win of the last spin; 0 until the reels have stopped.
  // Free spins left; they are played at `stake` and cost nothing.
  freeSpins: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  bonusWin: Cents, // The total win of the free spins so far.
  // The running spin, or the last completed one. Absent: no spin is shown.
  spin: v.nullish(
    v.object({
      id: Id, // Its id.
      stake: Cents, // The stake of the spin.
      win: Cents, // The win, including the jackpot; 0 until the reels have stopped.
      free: v.boolean(), // A free spin.
      jackpot: v.nullish(Cents, 0), // The part of `win` that is the jackpot. Absent: 0.
      // The combinations that make up `win`, read out by screen readers. Absent: only `win` is read out.
      wins: optional(list(SpinWin)),
    }),
  ),
  cabinet, // Of a machine that makes its own games. Absent: the machine has nothing of it to say.
})
export type GameState = v.InferOutput<typeof GameState>

// ---- requests

/** Joins the notification channel. */
export const HelloRequest = v.object({
  id: v.nullish(Id), // Id of the player from the login, else the user name. Absent: the player of the token.
})
/** The current wallet and machine of the player, or a refusal. */
export const HelloAck = ack({
  ...optionalWallet,
  // The machine of the player; null: none. Absent: the server pushes `session` by itself.
  session: optional(SessionPush),
})
export type HelloAck = v.InferOutput<typeof HelloAck>

/** Joins a machine, or rejoins it after a lost connection. */
export const GameInitRequest = v.object({
  machineID: Id, // Id of the machine.
  // The token of the login. It must belong to the same player as the handshake's token.
  token: v.pipe(v.string(), v.maxLength(MAX_TOKEN_LENGTH)),
  // Identifies one visit of one page. A page that was taken over and reconnects by itself is refused with
  // 60015. Absent: two pages of a player can take a machine from each other once.
  page: v.optional(v.pipe(v.string(), v.maxLength(64))),
})

/** The source of the machine's picture. */
export const VideoSource = v.object({
  // `camera`: a filmed cabinet, no rotate control. `screen`: a screen. Absent: `screen`.
  type: optional(v.picklist(['camera', 'screen']), 'screen'),
  url: v.pipe(v.string(), v.minLength(1)), // WHEP address; relative to the machine server.
  // Bearer token for this address. It may be short-lived: after a 401 the app requests a new one by `init`,
  // at most every 10 s. Absent: the token of the session is sent.
  token: optional(v.pipe(v.string(), v.maxLength(MAX_TOKEN_LENGTH))),
  // STUN and TURN servers, in addition to those of the WHEP answer. Absent: none.
  iceServers: optional(
    list(
      v.object({
        urls: v.union([v.string(), v.array(v.string())]), // Its addresses.
        username: v.nullish(v.string()), // Of a TURN server. Absent: none.
        credential: v.nullish(v.string()), // Of a TURN server. Absent: none.
      }),
    ),
    [],
  ),
})
export type VideoSource = v.InferOutput<typeof VideoSource>

const Fraction = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
const inside = (at: number, size: number) => size > 0 && at + size <= 1.0001

/** A part of the picture, completely inside it. */
export const Region = v.pipe(
  v.object({
    x: Fraction, // Left edge [parts of one].
    y: Fraction, // Upper edge [parts of one].
    width: Fraction, // Width, more than 0 [parts of one].
    height: Fraction, // Height, more than 0 [parts of one].
  }),
  v.check(({ x, y, width, height }) => inside(x, width) && inside(y, height)),
)
export type Region = v.InferOutput<typeof Region>

/** A band of the machine: a part of its picture, or a range of stakes. */
export const Band = v.object({
  id: Id, // Id of the band; the app translates `cabinet`, `reels`, `sign` and `meters`.
  name: optional(v.string(), ''), // Name for other ids. Absent: the id.
  Order: optional(v.pipe(v.number(), v.finite()), 0), // The highest is shown first. Absent: 0.
  // `crop`: a part of the picture. `bet`: a range of stakes. Absent: `crop`.
  kind: v.nullish(v.picklist(['crop', 'bet']), 'crop'),
  region: optional(Region), // For `crop`: the part. Absent: the whole picture.
  stakes: v.nullish(list(Amount)), // For `bet`: the stakes, in cents. Absent: all stakes of the machine.
})
export type Band = v.InferOutput<typeof Band>

/** A button of a cabinet. The app sends `press` with its id. */
export const CabinetButton = v.object({
  id: Id, // Its id.
  label: v.string(), // The cabinet's own label.
  // The app translates the stake buttons and shows the label of the others. Absent: `other`.
  kind: optional(
    v.fallback(v.picklist(['stake-up', 'stake-down', 'max', 'gamble', 'other']), 'other'),
    'other',
  ),
})
export type CabinetButton = v.InferOutput<typeof CabinetButton>

/** The functions of the machine. The app does not show others. */
export const Capabilities = v.object({
  // `spin`, without which the machine cannot be played, `bet-up`, `bet-down`, `bet-max` (or `max-bet`),
  // `autoplay`; others are ignored. Absent: none.
  buttons: optional(list(v.string()), []),
  // Buttons of a cabinet, except those for the spin and the cash-out: in a row under the picture,
  // `stake-down` and `stake-up` beside the stake. Absent: no row.
  cabinetButtons: optional(list(CabinetButton)),
  stakes: optional(list(Amount), []), // Stakes in cents, ascending. Absent: the stake cannot be changed.
  // true: credit can be loaded and cashed out. Absent: neither is offered.
  transfer: optional(v.boolean(), false),
  bands: optional(list(Band)), // Bands. Absent: no choice of bands.
  // How long the machine is held for a player who leaves it with credit [s]. Absent: the app names no time.
  holdSeconds: optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
})
export type Capabilities = v.InferOutput<typeof Capabilities>

/** The player has the machine, or is refused: then the app shows the reason and opens the lobby. */
export const GameInitAck = ack({
  ...optionalWallet,
  // The machine. Absent: the machine of the request, without a name of its own.
  machine: optional(
    v.object({
      id: Id, // Its id.
      name: optional(v.string(), ''), // Shown. Absent: no name is shown.
      brand: optional(v.string(), ''), // Name of its picture. Absent: no picture.
      status: MachineStatus, // Its state.
    }),
  ),
  // Its state. Absent: no credit is shown; only cashing out and leaving are possible.
  game: optional(GameState),
  // The source of its picture. Absent: the setting `videoUrl`; without that, no picture and no play.
  video: optional(VideoSource),
  capabilities: optional(Capabilities, {}), // Its functions. Absent: the machine can only be watched.
})
export type GameInitAck = v.InferOutput<typeof GameInitAck>

/** Moves money from the wallet to the machine. */
export const LoadRequest = v.object({ requestId: RequestId, /* The amount. */ amount: Amount })
/** Loaded, or refused: then nothing was moved. */
export const LoadAck = ack({ ...wallet, /* The state of the machine. */ game: GameState })
export type LoadAck = v.InferOutput<typeof LoadAck>

/** Plays one spin, or a free spin if the machine has one. */
export const SpinRequest = v.object({ requestId: RequestId, /* The stake. */ stake: Amount })
/** The spin is accepted or already complete, or refused: then nothing was staked. */
export const SpinAck = ack({
  // `spinning`; the outcome follows as a `game` push. Or the outcome itself, with phase `idle`.
  game: GameState,
})
export type SpinAck = v.InferOutput<typeof SpinAck>

/** Presses a button of a cabinet. */
export const PressRequest = v.object({ requestId: RequestId, /* One of `cabinetButtons`. */ button: Id })
/** The button was pressed, or refused: then nothing was pressed. */
export const PressAck = ack({
  game: v.nullish(GameState), // The state of the machine. Absent: the app keeps the last one.
})
export type PressAck = v.InferOutput<typeof PressAck>

/** Moves the whole credit back to the wallet. */
export const CashoutRequest = v.object({
  requestId: v.optional(RequestId), // Name of the command. Absent: each request is a separate command.
  // true: the app ends the visit, of an unattended kiosk or after `info`. Absent: the player asks for it.
  automatic: v.optional(v.boolean()),
})
/** Cashed out, or refused: then nothing was moved. */
export const CashoutAck = ack({
  ...optionalWallet,
  amount: optional(Cents), // The moved amount; may be 0. Absent: the player sees no amount.
  game: optional(GameState), // The state of the machine. Absent: the app keeps the last one.
})
export type CashoutAck = v.InferOutput<typeof CashoutAck>

/** Continues an open socket with a renewed token. */
export const AuthRequest = v.object({
  token: GameInitRequest.entries.token, // The token from `GET /validate`.
})
/** The socket now expires with the renewed token, or refused. */
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
  video: VideoSource, // * The video has a new source, or its server was restarted: reopen it.
} as const
export type PushName = keyof typeof PUSHES
export type Push<N extends PushName> = v.InferOutput<(typeof PUSHES)[N]>

/** All requests by event name: the schemas of payload and acknowledgement. */
export const REQUESTS = {
  load: [LoadRequest, LoadAck],
  spin: [SpinRequest, SpinAck],
  press: [PressRequest, PressAck], // * Of a machine with `cabinetButtons`.
  cashout: [CashoutRequest, CashoutAck],
  time: [TimeRequest, TimeAck], // * Optional: without an answer the age of the video is not measured.
  auth: [AuthRequest, AuthAck], // * Optional: the app does not wait for the acknowledgement.
} as const
export type RequestName = keyof typeof REQUESTS
