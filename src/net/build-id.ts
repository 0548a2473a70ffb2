/** Maximum time for an answer, ms. */
const TIMEOUT_MS = 10_000

/**
 * The id of the build that the server serves, from its index.html. Undefined if the server does not answer,
 * or with another page: a captive portal answers 200 with its own.
 */
export async function fetchBuild(): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    // `no-cache` revalidates: an unchanged page costs a 304.
    const answer = await fetch('/index.html', { cache: 'no-cache', credentials: 'omit', signal })
    return answer.ok ? /data-build="(\w+)"/.exec(await answer.text())?.[1] : undefined
  } catch {
    return undefined
  }
}
