import * as v from 'valibot'
import { Code } from './codes.ts'
import { Cents, Id } from './money.ts'
import { codeNumber, list, optional } from './tolerant.ts'

/** Maximum length of a token that a server accepts, in characters. */
export const MAX_TOKEN_LENGTH = 4096

/** The values for the placeholders of a translated message; an unreadable value becomes empty. */
export const Params = v.record(v.string(), v.fallback(v.union([v.string(), v.number()]), ''))
export type Params = v.InferOutput<typeof Params>

/**
 * The answer to every refused call, with an HTTP status of 400 or more. The app shows its own text for the
 * `code`, else `ErrorMessage`, else a general text.
 */
export const ErrorAnswer = v.object({
  code: optional(codeNumber),
  ErrorMessage: optional(v.string(), ''),
  params: optional(Params, {}),
})
export type ErrorAnswer = v.InferOutput<typeof ErrorAnswer>

/**
 * Whether an answer that is no HTTP error, or an acknowledgement, reports success. A server may refuse with
 * one too: by a `status` of false, a `code` other than success, or an `ErrorMessage` without a code and
 * without a `status` of true. The codes 0 and "" are none.
 */
export const reportsSuccess = ({ status, code, ErrorMessage }: Outcome): boolean =>
  status !== false && (code ? Number(code) === Code.success : !ErrorMessage || status === true)
interface Outcome {
  readonly status?: unknown
  readonly code?: unknown
  readonly ErrorMessage?: unknown
}

/** POST /login */
export const LoginRequest = v.object({
  username: v.pipe(v.string(), v.trim(), v.minLength(4), v.maxLength(100), v.regex(/^\P{Cc}*$/u)),
  password: v.pipe(v.string(), v.minLength(4), v.maxLength(200)),
  site_id: v.optional(v.pipe(v.number(), v.safeInteger())),
})
export type LoginRequest = v.InferOutput<typeof LoginRequest>

export const Permission = v.object({ PermissionId: v.number() })

/**
 * The answer of POST /login and of GET /validate. GET /validate is also the renewal: its token replaces the
 * one of the request. `pin_code` is a stored hash, never a PIN. `last_machines`: the ids of the machines that
 * the player played last, the last one first. POST /player/logout ends a token; its answer
 * is not read.
 */
export const SignInAnswer = v.object({
  token: v.pipe(v.string(), v.minLength(1)),
  pin_code: optional(v.string()),
  id: optional(Id),
  username: optional(v.string()),
  name: optional(v.string()),
  lastname: optional(v.string()),
  Group: optional(v.string()),
  Permissions: optional(list(Permission)),
  ip_address: optional(v.string()),
  versions: optional(v.string()),
  early_video_url: optional(v.string()),
  last_logon: optional(v.string()),
  last_logon_ip: optional(v.string()),
  last_machines: optional(list(Id)),
})
export type SignInAnswer = v.InferOutput<typeof SignInAnswer>

/** Grows with every movement of a player's money; a balance with a lower one is outdated. */
export const Seq = optional(v.pipe(v.number(), v.safeInteger()))

/** GET /player/balance. */
export const BalanceAnswer = v.object({ balance: Cents, seq: Seq })
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
