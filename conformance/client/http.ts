import { Violation } from '../report/findings.ts'
import { type Exchange, formatJson, shorten } from './exchange.ts'
import { WAITS } from './waits.ts'

export interface Call extends Exchange {
  /** The address that has answered. */
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export interface CallOptions {
  token?: string | undefined
  /** Sent as JSON; a string is sent as it is, with `type`. */
  body?: unknown
  type?: string
  headers?: Record<string, string>
  timeoutMs?: number
  /** Follows a redirect that keeps the method and the body, as a browser does. */
  follows?: boolean
}

const MAX_REDIRECTS = 20

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Sends a request, and once more to the address of each redirect. Another origin gets no token, and of two
 * foreign origins the second learns no origin of the page.
 */
async function follow(url: string, init: RequestInit, given: Record<string, string>) {
  let [at, headers] = [url, given]
  for (let redirects = 0; ; redirects += 1) {
    const answer = await fetch(at, { ...init, headers })
    const location = answer.headers.get('location')
    if (![307, 308].includes(answer.status) || !location || redirects === MAX_REDIRECTS) return { answer, at }
    await answer.body?.cancel()
    const next = new URL(location, at)
    const { origin } = new URL(at)
    if (next.origin !== origin) {
      const { authorization, ...kept } = headers
      const isForeign = kept.origin !== undefined && kept.origin !== origin
      headers = isForeign ? { ...kept, origin: 'null' } : kept
    }
    at = next.href
  }
}

/** Sends an HTTP request. Any answer is a result; throws a Violation without one. */
export async function request(method: string, url: string, options: CallOptions = {}): Promise<Call> {
  const { token, body, type = 'application/json', headers = {}, timeoutMs = WAITS.answer, follows } = options
  const isText = typeof body === 'string'
  const { pathname, search } = new URL(url)
  const shown = isText ? ` (${type}, ${body.length} characters)` : body ? ` ${formatJson(body)}` : ''
  const sent = `${method} ${shorten(pathname + search)}${shown}`
  let answer: Response
  let text: string
  let at = url
  try {
    const fields = {
      accept: type,
      ...(body !== undefined && { 'content-type': type }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    }
    const init: RequestInit = {
      method,
      headers: fields,
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }
    if (follows) ({ answer, at } = await follow(url, init, fields))
    else answer = await fetch(url, init)
    text = await answer.text()
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    const reason = cause instanceof Error ? cause.message : String(cause)
    const got = `no answer from ${new URL(url).origin} (${reason})`
    throw new Violation({ sent, got, expected: 'an answer' }, `no answer from ${new URL(url).origin}`)
  }
  const json = parseJson(text)
  const got = `${answer.status} ${json === undefined ? shorten(text) : formatJson(json)}`.trim()
  return { sent, got, url: at, body: json, status: answer.status, headers: answer.headers, text }
}
