import { ClaimAnswer } from '../../../contract/player.ts'
import { type Failure, failed, type Result } from '../../../contract/result.ts'
import { onSessionEnd } from '../../../core/session/state.ts'
import { call } from '../../../net/api.ts'
import { createRequestId } from '../../../net/request-id.ts'
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
 * How a claim ended. `here`: it was not sent. `lost`: no answer came that makes sense, so that nobody knows whether
 * it was given; the wallet on show was asked for since. `amount` in cents.
 */
export type ClaimOutcome =
  | { is: 'given'; amount: number }
  | { is: 'refused' | 'lost'; failure: Failure }
  | { is: 'here'; why: ClaimBlockReason }

/** After these nobody knows whether it was carried out. */
const INCONCLUSIVE: readonly Failure['category'][] = ['network', 'server', 'invalid']

/** What was asked and not answered: by which id, and when (ms since 1970). */
const openRequests: { [K in ClaimKind]?: { id: string; at: number } } = {}
let sessionTurn = 0

/** A refusal may also come as a good answer that says `status: false`. */
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
 * Asks for a discount or a bonus: one request with a `requestId`, sent only while connected, never queued, never
 * sent again by itself or by the HTTP client. While its answer is awaited a second call changes nothing, and the
 * window counts from a claim that was given, or by the server's word (`seconds`) where it refuses.
 *
 * When the answer is lost (none came, or one that makes no sense) nobody knows whether the money moved. So the true
 * balance is asked for and shown, and the id stays open: the player's own next tap within the window asks the same
 * again, to which a server gives its first answer and moves nothing twice. After the window the next is a new claim.
 *
 * Undefined when the player is gone by then: there is nobody to tell.
 */
export async function claim(kind: ClaimKind): Promise<ClaimOutcome | undefined> {
  // Another tab may have claimed meanwhile.
  updateCooldowns()
  const why = blockReasons[kind].peek()
  if (why) return { is: 'here', why }
  const own = sessionTurn
  const { id, at } = requestFor(kind)
  openRequests[kind] = { id, at }
  setPending(kind, true)
  const answer = normalizeAnswer(
    await call(ClaimAnswer, 'GET', `/player/${kind}`, { query: { requestId: id } }),
  )
  if (own !== sessionTurn) return undefined
  const isLost = !answer.ok && INCONCLUSIVE.includes(answer.error.category)
  if (!isLost) delete openRequests[kind]
  const seconds = answer.ok ? undefined : retrySeconds(answer.error.params)
  if (answer.ok) startCooldown(kind, windowMs.peek())
  else if (seconds !== undefined) startCooldown(kind, seconds * 1000)
  // The wallet is pushed as well: whichever is newer stands.
  const truth = fetchBalance()
  if (isLost) await truth
  if (own !== sessionTurn) return undefined
  setPending(kind, false)
  if (answer.ok) return { is: 'given', amount: answer.value.Params?.amount ?? 0 }
  return { is: isLost ? 'lost' : 'refused', failure: answer.error }
}

function requestFor(kind: ClaimKind): { id: string; at: number } {
  const now = Date.now()
  const before = openRequests[kind]
  const isSame = before && now >= before.at && now < before.at + windowMs.peek()
  return isSame ? before : { id: createRequestId(), at: now }
}

onSessionEnd(() => {
  sessionTurn++
  for (const kind of CLAIM_KINDS) delete openRequests[kind]
})
