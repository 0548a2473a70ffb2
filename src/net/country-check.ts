import { CheckAnswer } from '../contract/country-check.ts'
import { readTolerantly } from '../contract/tolerant.ts'
import { reportUnreadable } from './report-unreadable.ts'

/** Maximum time for an answer, ms. */
const TIMEOUT_MS = 10_000

/**
 * Checks the player's country at `{api base}/../check`. Undefined without a valid answer of status 200 within
 * TIMEOUT_MS. Never throws, never retries.
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
