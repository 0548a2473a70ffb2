import { ClaimAnswer } from '../../../contract/player.ts'
import { type Failure, failed, type Result } from '../../../contract/result.ts'
import { onSessionEnd } from '../../../core/session/state.ts'
import { call } from '../../../net/api.ts'
import { commandId } from '../../../net/request-id.ts'
import { fetchBalance } from '../actions.ts'
import { countWaits, waitFrom } from './cooldowns.ts'
import {
  CLAIM_KINDS,
  type ClaimKind,
  paramsOf,
  type Refusal,
  refusals,
  secondsOf,
  setAsking,
  windowMs,
} from './state.ts'

/**
 * How a claim ended. `here`: it was not sent. `lost`: no answer came that makes sense, so that nobody knows whether
 * it was given; the wallet on show was asked for since. `amount` in cents.
 */
export type Claimed =
  | { is: 'given'; amount: number }
  | { is: 'refused' | 'lost'; failure: Failure }
  | { is: 'here'; why: Refusal }

/** After these nobody knows whether it was carried out. */
const LOST: readonly Failure['category'][] = ['network', 'server', 'invalid']

/** What was asked and not answered: by which id, and when (ms since 1970). */
const open: { [K in ClaimKind]?: { id: string; at: number } } = {}
let turn = 0

/** A refusal may also come as a good answer that says `status: false`. */
function meant(answer: Result<ClaimAnswer>): Result<ClaimAnswer> {
  if (!answer.ok || answer.value.status) return answer
  const { code, ErrorMessage } = answer.value
  return failed('refused', {
    code: code ?? undefined,
    message: ErrorMessage ?? '',
    params: paramsOf(answer.value),
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
export async function claim(kind: ClaimKind): Promise<Claimed | undefined> {
  // Another tab may have claimed meanwhile.
  countWaits()
  const why = refusals[kind].peek()
  if (why) return { is: 'here', why }
  const own = turn
  const { id, at } = openClaim(kind)
  open[kind] = { id, at }
  setAsking(kind, true)
  const answer = meant(await call(ClaimAnswer, 'GET', `/player/${kind}`, { query: { requestId: id } }))
  if (own !== turn) return undefined
  const isLost = !answer.ok && LOST.includes(answer.error.category)
  if (!isLost) delete open[kind]
  const seconds = answer.ok ? undefined : secondsOf(answer.error.params)
  if (answer.ok) waitFrom(kind, windowMs.peek())
  else if (seconds !== undefined) waitFrom(kind, seconds * 1000)
  // The wallet is pushed as well: whichever is newer stands.
  const truth = fetchBalance()
  if (isLost) await truth
  if (own !== turn) return undefined
  setAsking(kind, false)
  if (answer.ok) return { is: 'given', amount: answer.value.Params?.amount ?? 0 }
  return { is: isLost ? 'lost' : 'refused', failure: answer.error }
}

function openClaim(kind: ClaimKind): { id: string; at: number } {
  const now = Date.now()
  const before = open[kind]
  const isSame = before && now >= before.at && now < before.at + windowMs.peek()
  return isSame ? before : { id: commandId(), at: now }
}

onSessionEnd(() => {
  turn++
  for (const kind of CLAIM_KINDS) delete open[kind]
})
