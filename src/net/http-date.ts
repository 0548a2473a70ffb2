/** Maximum time for an answer, ms; a longer round trip makes the time too inexact. */
const TIMEOUT_MS = 4000

/**
 * The time of the page's server from its `Date` header, ms since 1970, exact to about a second; undefined
 * without the header. `at`: the moment of performance.now() of that time.
 */
export async function fetchServerTime(): Promise<{ time: number; at: number } | undefined> {
  const requestedAt = performance.now()
  try {
    const { headers } = await fetch('/Settings.json', {
      method: 'HEAD',
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const date = Date.parse(headers.get('date') ?? '')
    // A cache reports how old its copy is.
    const age = Number(headers.get('age') ?? 0) || 0
    if (Number.isNaN(date)) return undefined
    // The header omits the fraction of the second: half a second on average.
    return { time: date + age * 1000 + 500, at: (requestedAt + performance.now()) / 2 }
  } catch {
    return undefined
  }
}
