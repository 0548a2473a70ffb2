import { Code } from '../../../contract/codes.ts'
import { decodePart } from '../../../contract/decode-part.ts'
import { LinkQuestion } from '../../../contract/phone-login.ts'
import type { Failure } from '../../../contract/result.ts'
import { SuccessAnswer } from '../../../contract/success.ts'
import type { Mark } from '../../../core/stale-answers.ts'
import { call } from '../../../net/api.ts'
import { isInconclusive, withTexts } from '../actions.ts'
import { applyLink, beginLinkRequest, link } from './state.ts'

/** Fetches who asks with this code. */
export async function readCode(code: string): Promise<void> {
  if (link.peek().status === 'busy') return
  const mark = beginLinkRequest()
  const answer = await call(LinkQuestion, 'POST', '/player/link', { body: { code } })
  if (answer.ok) applyLink(mark, { status: 'asked', code, question: answer.value })
  else await applyFailure(mark, code, answer.error)
}

/** Whether the server has judged a code: not one that it could not, or that came too often. */
const isJudged = (failure: Failure) => !isInconclusive(failure) && !failure.retryable

/** Shows the field again. A code that was not judged stays in it. */
const applyFailure = (mark: Mark, code: string, failure: Failure) =>
  withTexts(failure, () => applyLink(mark, { status: 'code', failure, ...(!isJudged(failure) && { code }) }))

/**
 * Sends the player's decision once. After a lost answer the code is read again, because the decision may have
 * been made: a code that is no longer open is then no failure.
 */
export async function decide(accept: boolean): Promise<void> {
  const current = link.peek()
  if (current.status !== 'asked') return
  const mark = beginLinkRequest()
  const { code, failure: lostBefore } = current
  const answer = await call(SuccessAnswer, 'POST', '/player/link/answer', { body: { code, accept } })
  if (answer.ok) return applyLink(mark, { status: accept ? 'confirmed' : 'refused' })
  const failure = answer.error
  if (!isInconclusive(failure) && !(lostBefore && failure.code === Code.linkOver))
    return applyFailure(mark, code, failure)
  const read = await call(LinkQuestion, 'POST', '/player/link', { body: { code } })
  if (read.ok) applyLink(mark, { status: 'asked', code, question: read.value, failure })
  else applyLink(mark, { status: 'code', isLost: true, ...(!isJudged(read.error) && { code }) })
}

/** The code behind the hash of the address, once: it is removed from the address. */
export function takeCodeOfAddress(): string | undefined {
  const code = decodePart(location.hash.slice(1))
  if (!code) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return code
}
