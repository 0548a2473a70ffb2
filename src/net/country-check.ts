import { CheckAnswer } from '../contract/country-check.ts'
import { readTolerantly } from '../contract/tolerant.ts'
import { callOptions } from './call-options.ts'
import { reportUnreadable } from './report-unreadable.ts'

/**
 * Checks the player's country at `{api base}/../check`, with the token of a player who is logged in.
 * Undefined without a valid answer of status 200 within 10 s. Never throws, never retries; but a token that
 * is refused with 401 is left out, because the login's end follows the check.
 */
export async function fetchCountryCheck(apiUrl: string, token?: string): Promise<CheckAnswer | undefined> {
  try {
    const base = new URL(apiUrl.replace(/\/*$/, '/'), location.origin)
    const response = await fetch(new URL('../check', base), callOptions(token))
    if (response.status === 401 && token) return fetchCountryCheck(apiUrl)
    if (response.status !== 200) return undefined
    const answer = readTolerantly(CheckAnswer, await response.json())
    reportUnreadable('GET /check', answer.issues)
    return answer.ok ? answer.output : undefined
  } catch {
    return undefined
  }
}
