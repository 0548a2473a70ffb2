import type { ofetch as library } from './ofetch.chunk.ts'

type Ofetch = typeof library

/** Undefined until it has loaded. A call that finds it is sent at once, also by a page that is being left. */
export let ofetch: Ofetch | undefined

/**
 * Loads ofetch. No first frame of a lobby or of a game waits for it: the page's first script has sent their
 * calls (early-calls.ts). Rejects if the chunk fails to load; the next call loads it again.
 */
export async function loadOfetch(): Promise<Ofetch> {
  const chunk = await import('./ofetch.chunk.ts')
  ofetch = chunk.ofetch
  return ofetch
}
