/** How long the page may take, ms. */
const TIMEOUT_MS = 10_000

/**
 * The build that the server hands out now, as its index.html names it; 'unknown' when that page says none, and
 * undefined when the server gives no page.
 */
export async function fetchBuild(): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    // Asked for anew, which costs a word each way while it has not changed.
    const answer = await fetch('/index.html', { cache: 'no-cache', credentials: 'omit', signal })
    if (!answer.ok) return undefined
    return /data-build="(\w+)"/.exec(await answer.text())?.[1] ?? 'unknown'
  } catch {
    return undefined
  }
}

/** Does this file of the page's own origin come, and anew? */
export async function isReachable(path: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    return (await fetch(path, { cache: 'no-store', credentials: 'omit', signal, method: 'HEAD' })).ok
  } catch {
    return false
  }
}
