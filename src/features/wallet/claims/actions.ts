import { ClaimAnswer } from '../../../contract/player.ts'
import { type Failure, failed, type Result } from '../../../contract/result.ts'
import { createLoginLatest, onSessionEnd } from '../../../core/session/state.ts'
import { call } from '../../../net/api.ts'
import { createRequestId } from '../../../net/request-id.ts'
import { serverNow } from '../../../net/server-clock.ts'
import { fetchBalance } from '../actions.ts'
import { startCooldown, updateCooldowns } from './cooldowns.ts'
import {
  answerParams,
  blockReasons,
  CLAIM_KINDS,
  type ClaimBlockReason,
  type ClaimKind,
  retrySeconds,
  setPending,
  windowMs,
} from './state.ts'

/**
 * The outcome of a claim. `lost`: without a usable answer it is unknown whether it was given; the balance has
 * been fetched since. `amount` is in cents.
 */
export type ClaimOutcome =
  | { status: 'given'; amount: number }
  | { status: 'refused' | 'lost'; failure: Failure }
  | { status: 'not-sent'; reason: ClaimBlockReason }

/** The failures after which the outcome is unknown. */
const INCONCLUSIVE: readonly Failure['category'][] = ['network', 'server', 'invalid']

/** Claims with an unknown outcome: the request id, and its time, ms since 1970 by the server's clock. */
const openRequests: { [K in ClaimKind]?: { id: string; at: number } } = {}
const logins = createLoginLatest()

/** A server may also refuse with HTTP 200 and `status: false`. */
function normalizeAnswer(answer: Result<ClaimAnswer>): Result<ClaimAnswer> {
  if (!answer.ok || answer.value.status) return answer
  const { code, ErrorMessage } = answer.value
  return failed('refused', {
    code: code ?? undefined,
    message: ErrorMessage ?? '',
    params: answerParams(answer.value),
  })
}

/**
 * Claims a discount or a bonus with one request, which has a `requestId` and is sent only while connected. It
 * is never queued and never repeated automatically. Only one claim per kind is pending. The cooldown starts
 * with a granted claim, or is the `seconds` of a refusal.
 *
 * After a lost answer the balance is fetched and the request id is kept: another attempt by the player within
 * the window repeats the same request, which the server does not pay twice. After the window it is a new
 * claim.
 *
 * Undefined if the session has ended meanwhile.
 */
export async function claim(kind: ClaimKind): Promise<ClaimOutcome | undefined> {
  // Another tab may have started a cooldown.
  updateCooldowns()
  const reason = blockReasons[kind].peek()
  if (reason) return { status: 'not-sent', reason }
  const login = logins.mark()
  const { id, at } = requestFor(kind)
  openRequests[kind] = { id, at }
  setPending(kind, true)
  const answer = normalizeAnswer(
    await call(ClaimAnswer, 'GET', `/player/${kind}`, { query: { requestId: id } }),
  )
  if (logins.isStale(login)) return undefined
  const isLost = !answer.ok && INCONCLUSIVE.includes(answer.error.category)
  if (!isLost) delete openRequests[kind]
  const seconds = answer.ok ? undefined : retrySeconds(answer.error.params)
  if (answer.ok) startCooldown(kind, windowMs.peek())
  else if (seconds !== undefined) startCooldown(kind, seconds * 1000)
  // The balance is pushed too; the newer value applies.
  const refresh = fetchBalance()
  if (isLost) await refresh
  if (logins.isStale(login)) return undefined
  setPending(kind, false)
  if (answer.ok) return { status: 'given', amount: answer.value.Params?.amount ?? 0 }
  return { status: isLost ? 'lost' : 'refused', failure: answer.error }
}

function requestFor(kind: ClaimKind): { id: string; at: number } {
  const now = serverNow()
  const before = openRequests[kind]
  const isSame = before && now >= before.at && now < before.at + windowMs.peek()
  return isSame ? before : { id: createRequestId(), at: now }
}

onSessionEnd(() => {
  for (const kind of CLAIM_KINDS) delete openRequests[kind]
})
