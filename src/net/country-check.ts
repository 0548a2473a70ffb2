import { CheckAnswer } from '../contract/country-check.ts'
import { readTolerantly } from '../contract/tolerant.ts'
import { reportUnreadable } from './unreadable.ts'

/** How long the answer may take, ms. */
const TIMEOUT_MS = 10_000

/**
 * Asks `{api base}/../check` where this player connects from. Undefined for whatever is no valid answer of status
 * 200, no answer within 10 s included. Never throws, never retries.
 */
export async function fetchCountryCheck(apiUrl: string): Promise<CheckAnswer | undefined> {
  try {
    const base = new URL(apiUrl.replace(/\/*$/, '/'), location.origin)
    const response = await fetch(new URL('../check', base), {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      credentials: 'omit',
      cache: 'no-store',
    })
    if (response.status !== 200) return undefined
    const answer = readTolerantly(CheckAnswer, await response.json())
    reportUnreadable('GET /check', answer.issues)
    return answer.ok ? answer.output : undefined
  } catch {
    return undefined
  }
}
