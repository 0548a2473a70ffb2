import { Violation } from '../report/findings.ts'
import { type Exchange, formatJson, shorten } from './exchange.ts'

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
}

const TIMEOUT_MS = 15_000

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends an HTTP request. Any answer is a result; throws a Violation without an answer within 15 s. */
export async function request(method: string, url: string, options: CallOptions = {}): Promise<Call> {
  const { token, body, type = 'application/json', headers = {} } = options
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
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    text = await answer.text()
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Violation({
      sent,
      got: `no answer from ${new URL(url).origin} (${reason})`,
      expected: 'an answer',
    })
  }
  const json = parseJson(text)
  const got = `${answer.status} ${json === undefined ? shorten(text) : formatJson(json)}`.trim()
  return { sent, got, body: json, status: answer.status, headers: answer.headers, text }
}
