const TIMEOUT_MS = 10_000
/** Servers that know no HEAD. */
const NO_HEAD = [405, 501]

/** Is there a page at this path of our own origin? No answer within 10 s counts as none. Never throws. */
export async function pageExists(path: string): Promise<boolean> {
  try {
    const { ok, status } = await fetch(path, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) })
    return ok || NO_HEAD.includes(status)
  } catch {
    return false
  }
}
