const TIMEOUT_MS = 10_000

/** Is there a page at this path of our own origin? No answer within 10 s counts as none. Never throws. */
export async function hasPage(path: string): Promise<boolean> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
