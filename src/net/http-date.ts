/** How long the answer may take, ms; what takes longer says too little. */
const TIMEOUT_MS = 4000

/**
 * What time it is, ms since 1970, by the clock of the server that the page came from, to the second; undefined when
 * it does not say. `at` of performance.now() is when that was so.
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
    // What a cache on the way kept says how long it has kept it.
    const age = Number(headers.get('age') ?? 0) || 0
    if (Number.isNaN(date)) return undefined
    // The date is cut to the second: half of one more on average.
    return { time: date + age * 1000 + 500, at: (requestedAt + performance.now()) / 2 }
  } catch {
    return undefined
  }
}
