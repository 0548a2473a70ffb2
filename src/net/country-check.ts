import * as v from 'valibot'
import { CheckAnswer } from '../contract/country-check.ts'

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
    const answer = v.safeParse(CheckAnswer, await response.json())
    return answer.success ? answer.output : undefined
  } catch {
    return undefined
  }
}
