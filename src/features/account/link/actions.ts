import { LinkQuestion } from '../../../contract/phone-login.ts'
import { SuccessAnswer } from '../../../contract/success.ts'
import { decodePart } from '../../../core/router/find-route.ts'
import { call } from '../../../net/api.ts'
import { withTexts } from '../actions.ts'
import { applyLink, beginLinkRequest, link } from './state.ts'

/** Fetches who asks with this code. */
export async function readCode(code: string): Promise<void> {
  if (link.peek().status === 'busy') return
  const mark = beginLinkRequest()
  const answer = await call(LinkQuestion, 'POST', '/player/link', { body: { code } })
  if (answer.ok) applyLink(mark, { status: 'asked', code, question: answer.value })
  else await withTexts(answer.error, () => applyLink(mark, { status: 'code', failure: answer.error }))
}

/** Sends the player's decision once. */
export async function decide(accept: boolean): Promise<void> {
  const current = link.peek()
  if (current.status !== 'asked') return
  const mark = beginLinkRequest()
  const { code } = current
  const answer = await call(SuccessAnswer, 'POST', '/player/link/answer', { body: { code, accept } })
  if (answer.ok) applyLink(mark, { status: accept ? 'confirmed' : 'refused' })
  else await withTexts(answer.error, () => applyLink(mark, { status: 'code', failure: answer.error }))
}

/** The code behind the hash of the address, once: it is removed from the address. */
export function takeCodeOfAddress(): string | undefined {
  const code = decodePart(location.hash.slice(1))
  if (!code) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return code
}
