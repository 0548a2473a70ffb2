/** Maximum time for an answer, ms. */
const TIMEOUT_MS = 10_000

/**
 * The id of the build that the server serves, from its index.html; 'unknown' if that contains none, undefined
 * if the server does not answer.
 */
export async function fetchBuild(): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    // `no-cache` revalidates: an unchanged page costs a 304.
    const answer = await fetch('/index.html', { cache: 'no-cache', credentials: 'omit', signal })
    if (!answer.ok) return undefined
    return /data-build="(\w+)"/.exec(await answer.text())?.[1] ?? 'unknown'
  } catch {
    return undefined
  }
}

/** Whether the server serves this file, by a request past the cache. */
export async function isReachable(path: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    return (await fetch(path, { cache: 'no-store', credentials: 'omit', signal, method: 'HEAD' })).ok
  } catch {
    return false
  }
}
