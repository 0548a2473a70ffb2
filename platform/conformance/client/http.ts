import { Violation } from '../report/findings.ts'
import { type Exchange, formatJson, shorten } from './exchange.ts'
import { WAITS } from './waits.ts'

export interface Call extends Exchange {
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
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends an HTTP request. Any answer is a result; throws a Violation without one. */
export async function request(method: string, url: string, options: CallOptions = {}): Promise<Call> {
  const { token, body, type = 'application/json', headers = {}, timeoutMs = WAITS.answer } = options
  const isText = typeof body === 'string'
  const { pathname, search } = new URL(url)
  const shown = isText ? ` (${type}, ${body.length} characters)` : body ? ` ${formatJson(body)}` : ''
  const sent = `${method} ${pathname}${search}${shown}`
  let answer: Response
  let text: string
  try {
    answer = await fetch(url, {
      method,
      headers: {
        accept: type,
        ...(body !== undefined && { 'content-type': type }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await answer.text()
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    const reason = cause instanceof Error ? cause.message : String(cause)
    const got = `no answer from ${new URL(url).origin} (${reason})`
    throw new Violation({ sent, got, expected: 'an answer' }, `no answer from ${new URL(url).origin}`)
  }
  const json = parseJson(text)
  const got = `${answer.status} ${json === undefined ? shorten(text) : formatJson(json)}`.trim()
  return { sent, got, body: json, status: answer.status, headers: answer.headers, text }
}
