import * as v from 'valibot'
import { Cents, Id } from './money.ts'

/** Values for the placeholders of a translated message. */
export const Params = v.record(v.string(), v.union([v.string(), v.number()]))
export type Params = v.InferOutput<typeof Params>

/** What every refused call answers, with an HTTP status of 400 or more. */
export const ErrorAnswer = v.object({
  code: v.number(),
  ErrorMessage: v.optional(v.string(), ''),
  params: v.optional(Params, {}),
})
export type ErrorAnswer = v.InferOutput<typeof ErrorAnswer>

/** POST /login */
export const LoginRequest = v.object({
  username: v.pipe(v.string(), v.trim(), v.minLength(4), v.maxLength(100)),
  password: v.pipe(v.string(), v.minLength(4), v.maxLength(200)),
  site_id: v.optional(v.pipe(v.number(), v.safeInteger())),
})
export type LoginRequest = v.InferOutput<typeof LoginRequest>

export const Permission = v.object({ PermissionId: v.number() })

/** Answer of POST /login and GET /validate. `pin_code` is a stored hash, never a PIN. */
export const SignInAnswer = v.object({
  token: v.pipe(v.string(), v.minLength(1)),
  pin_code: v.nullish(v.string()),
  id: v.nullish(Id),
  username: v.nullish(v.string()),
  name: v.nullish(v.string()),
  lastname: v.nullish(v.string()),
  Group: v.nullish(v.string()),
  Permissions: v.nullish(v.array(Permission)),
  ip_address: v.nullish(v.string()),
  versions: v.nullish(v.string()),
  last_logon: v.nullish(v.string()),
  last_logon_ip: v.nullish(v.string()),
})
export type SignInAnswer = v.InferOutput<typeof SignInAnswer>

/** GET /player/balance. `seq` grows with every movement of this player's money (optional). */
export const BalanceAnswer = v.object({ balance: Cents, seq: v.optional(v.number()) })
export type BalanceAnswer = v.InferOutput<typeof BalanceAnswer>

/** Known machine statuses; any other text reads as `unknown`. */
export const MACHINE_STATUSES = [
  'available',
  'playing',
  'reserved',
  'waiting',
  'in-bonus',
  'cashing-out',
  'offline',
  'error',
  'unknown',
] as const
export const MachineStatus = v.fallback(v.picklist(MACHINE_STATUSES), 'unknown')
export type MachineStatus = v.InferOutput<typeof MachineStatus>

/** One machine of the floor. `brand` names its art: /assets/machines/{brand}.png. `reservation`: held for this player. */
export const Machine = v.object({
  id: Id,
  name: v.optional(v.string(), ''),
  status: MachineStatus,
  brand: v.optional(v.string(), ''),
  image: v.nullish(v.string()),
  reservation: v.optional(v.boolean(), false),
})
export type Machine = v.InferOutput<typeof Machine>

/** GET /machine/{brand id} and GET /machine/all; `name` is the brand's, for one brand. */
export const MachinesAnswer = v.object({ machines: v.array(Machine), name: v.nullish(v.string()) })
export type MachinesAnswer = v.InferOutput<typeof MachinesAnswer>

/** A brand. `jackpot` is a comma-separated list of amounts in cents. `brand` names its art when the name does not. */
export const Brand = v.object({
  id: Id,
  name: v.string(),
  brand: v.nullish(v.string()),
  jackpot: v.optional(v.string(), ''),
  machineCount: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
})
export type Brand = v.InferOutput<typeof Brand>

/** GET /machine/brands */
export const BrandsAnswer = v.array(Brand)

/** GET /player/discount and GET /player/bonus, asked with `?requestId=`. Amounts in cents. */
export const ClaimAnswer = v.object({
  status: v.boolean(),
  Params: v.nullish(v.object({ amount: v.optional(Cents, 0) })),
  code: v.nullish(v.number()),
  ErrorMessage: v.nullish(v.string()),
})
export type ClaimAnswer = v.InferOutput<typeof ClaimAnswer>

/** POST /player/kick and POST /player/cancel */
export const MachineRequest = v.object({ machineId: Id })
/** Answer of both, if any; `status` is never false in it. `amount`: the cents that a cancel sent home. */
export const MachineAnswer = v.nullish(
  v.object({
    status: v.optional(v.literal(true)),
    Params: v.nullish(v.object({ amount: v.nullish(Cents) })),
  }),
)
export type MachineAnswer = v.InferOutput<typeof MachineAnswer>

/** POST /player/password */
export const PasswordRequest = v.object({
  old_password: v.pipe(v.string(), v.maxLength(200)),
  new_password: v.pipe(v.string(), v.maxLength(200)),
})

/** GET /player/profile. Times are ISO 8601. */
export const ProfileAnswer = v.object({
  id: Id,
  username: v.string(),
  name: v.optional(v.string(), ''),
  lastname: v.optional(v.string(), ''),
  email: v.nullish(v.string()),
  last_logon: v.nullish(v.string()),
  last_logon_ip: v.nullish(v.string()),
  last_password_change: v.nullish(v.string()),
  password_expired: v.optional(v.boolean(), false),
})
export type ProfileAnswer = v.InferOutput<typeof ProfileAnswer>

/** Query of the two lists below; `cursor` is the one the answer before gave. */
export const PageQuery = v.object({
  cursor: v.optional(v.pipe(v.string(), v.maxLength(64))),
  limit: v.optional(
    v.pipe(v.unknown(), v.transform(Number), v.safeInteger(), v.minValue(1), v.maxValue(200)),
    50,
  ),
  search: v.optional(v.pipe(v.string(), v.maxLength(100))),
})

/** Kinds of money movement a player sees: 1 Deposit, 2 Withdraw, 3 Cash In, 4 Cash Out, 5 Hand Pay, 6 JACKPOT. */
export const AmountAction = v.picklist([1, 2, 3, 4, 5, 6])

/** GET /player/transactions. Amounts in cents, signed as the wallet sees them; `from` and `tag` are a server's own words. */
export const Transaction = v.object({
  id: Id,
  time: v.string(),
  action: AmountAction,
  amount: Cents,
  balance: v.nullish(Cents),
  machine: v.nullish(v.string()),
  from: v.nullish(v.string()),
  tag: v.nullish(v.string()),
})
export type Transaction = v.InferOutput<typeof Transaction>
export const TransactionsAnswer = v.object({ rows: v.array(Transaction), cursor: v.nullish(v.string()) })
export type TransactionsAnswer = v.InferOutput<typeof TransactionsAnswer>

/** GET /player/sessions: visits to a machine. Amounts in cents, `duration` in ms. */
export const SlotSession = v.object({
  id: Id,
  machine: v.string(),
  start: v.string(),
  end: v.nullish(v.string()),
  duration: v.number(),
  cashIn: Cents,
  cashOut: Cents,
  spins: v.number(),
  freeSpins: v.number(),
  from: v.nullish(v.string()),
  tag: v.nullish(v.string()),
})
export type SlotSession = v.InferOutput<typeof SlotSession>
export const SessionsAnswer = v.object({ rows: v.array(SlotSession), cursor: v.nullish(v.string()) })
export type SessionsAnswer = v.InferOutput<typeof SessionsAnswer>

/** What happens to an account, by the names that GET /player/events gives it; there may be others. */
export const EVENT_TYPES = [
  'login fail',
  'login success',
  'not allowed',
  'check fail',
  'check success',
  'logout',
  'password changed',
  'temporary blocked',
  'kicked by player',
] as const

/** GET /player/events, the newest first. `machine` is a name. */
const AccountEvent = v.object({
  id: Id,
  type: v.string(),
  time: v.string(),
  ip: v.nullish(v.string()),
  machine: v.nullish(v.string()),
})
export const EventsAnswer = v.object({ rows: v.array(AccountEvent), cursor: v.nullish(v.string()) })
export type EventsAnswer = v.InferOutput<typeof EventsAnswer>

/** GET {api base}/../check: `status` false, with code 10703, where the country is not permitted. */
export const CheckAnswer = v.object({
  status: v.boolean(),
  code: v.nullish(v.number()),
  ip: v.nullish(v.string()),
  country: v.nullish(v.string()),
})
export type CheckAnswer = v.InferOutput<typeof CheckAnswer>
