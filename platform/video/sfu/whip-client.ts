/**
 * A picture that an SFU receives: its WHIP resource, and where the SFU tells how many watch it, if it does.
 */
export interface WhipResource {
  /** Undefined from an SFU that names none: it then ends the resource by itself. */
  readonly url: string | undefined
  readonly viewersUrl: string | undefined
}

export type WhipAnswer = { ok: true; answer: string; resource: WhipResource } | { ok: false; reason: string }

/** The relation of a Link header to the number of viewers, which is not part of WHIP. */
const VIEWERS_REL = 'urn:reelcast:whip:viewers'
const REQUEST_TIMEOUT_MS = 8000

/**
 * Publishing by WHIP (RFC 9725) as far as an encoder needs it that gathers all candidates before it offers.
 */
export interface WhipClient {
  /** POSTs an offer. Never throws. */
  publish(url: string, token: string, offer: string): Promise<WhipAnswer>
  /** DELETEs the resource; failures are ignored, as the SFU ends it when its media stop. */
  end(resource: WhipResource, token: string): Promise<void>
  /** How many watch, where the SFU tells; undefined where it does not. */
  viewers(resource: WhipResource, token: string): Promise<number | undefined>
}

export function createWhipClient(fetchUrl: typeof fetch = fetch): WhipClient {
  const send = (method: string, url: string, token: string, body?: string) =>
    fetchUrl(url, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/sdp' }) },
      ...(body && { body }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })

  return {
    async publish(url, token, offer) {
      try {
        const response = await send('POST', url, token, offer)
        const answer = await response.text()
        const location = response.headers.get('location')
        if (!response.ok) return { ok: false, reason: `status ${response.status}` }
        const base = response.url || url
        const resource = {
          url: location ? new URL(location, base).href : undefined,
          viewersUrl: viewersUrlOf(response.headers.get('link') ?? '', base),
        }
        return { ok: true, answer, resource }
      } catch (error) {
        return { ok: false, reason: reasonOf(error) }
      }
    },
    async end({ url }, token) {
      if (url) await send('DELETE', url, token).catch(() => {})
    },
    async viewers({ viewersUrl }, token) {
      if (!viewersUrl) return undefined
      try {
        const response = await send('GET', viewersUrl, token)
        const count = Number(await response.text())
        return response.ok && Number.isSafeInteger(count) ? count : undefined
      } catch {
        return undefined
      }
    },
  }
}

function viewersUrlOf(link: string, base: string): string | undefined {
  const [, url] = new RegExp(`<([^>]+)>\\s*;\\s*rel="?${VIEWERS_REL}"?`).exec(link) ?? []
  return url === undefined ? undefined : new URL(url, base).href
}

/** `fetch` hides the reason of a failed connection in `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message ? cause.message : error.message
}
