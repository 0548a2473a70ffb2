import type * as v from 'valibot'
import { Code } from '../contract/codes.ts'
import { ErrorAnswer, reportsSuccess } from '../contract/http.ts'
import { parseBody } from '../contract/json.ts'
import { type Failure, failed, type Result } from '../contract/result.ts'
import { readTolerantly } from '../contract/tolerant.ts'
import { anySignal, unlessAborted } from './any-signal.ts'
import { callOptions } from './call-options.ts'
import { hasEarlyCalls, takeEarlyCall, VALIDATE_PATH } from './early-calls.ts'
import { loadOfetch, ofetch } from './load-ofetch.ts'
import { reportUnreadable } from './report-unreadable.ts'
import { readServerDate, retryAfterMs } from './server-clock.ts'

export type { Failure, Result } from '../contract/result.ts'

export interface ApiEnvironment {
  /** The base URL of the calls, without a slash at the end. */
  baseUrl(): string
  /** The token of the current session. */
  token(): string | undefined
  /** A call with the current token was answered with 401 or an equivalent code. */
  onUnauthorized(failure: Failure): void
}

export interface CallOptions {
  body?: Record<string, unknown> | undefined
  query?: Record<string, string | number | undefined> | undefined
  signal?: AbortSignal | undefined
  /** The request outlives the page. */
  keepalive?: true | undefined
  /** Another token than the session's: one that is not validated yet, or one that was just given up. */
  token?: string | undefined
}

let environment: ApiEnvironment = {
  baseUrl: () => '/api',
  token: () => undefined,
  onUnauthorized: () => {},
}

/** Sets the environment of all calls, once at the start. A page without early calls needs ofetch next. */
export function configureApi(given: ApiEnvironment): void {
  environment = given
  if (!hasEarlyCalls()) loadOfetch().catch(() => {})
}

function category(status: number): Failure['category'] {
  if (status === 401) return 'auth'
  return status >= 500 ? 'server' : 'refused'
}

/** The codes by which a server rejects a token, whatever the status. */
const OVER: readonly unknown[] = [Code.badSignature, Code.tokenExpired, Code.banned]

function refusal(status: number, data: unknown, headers: Headers): Result<never> {
  const parsed = readTolerantly(ErrorAnswer, data)
  const retryable = status === 429 || status >= 500
  // The answer does not match the schema and is no refusal either.
  const seconds = Math.ceil(retryAfterMs(headers) / 1000)
  const waitParams = seconds ? { seconds } : {}
  const isRefusal = parsed.ok && (status >= 400 || !reportsSuccess(parsed.output))
  if (!parsed.ok || !isRefusal)
    return failed(status < 400 ? 'invalid' : category(status), { status, retryable, params: waitParams })
  const { code, ErrorMessage } = parsed.output
  // The body's own duration outweighs the header, even if it is in minutes.
  const params =
    'block_time' in parsed.output.params ? parsed.output.params : { ...waitParams, ...parsed.output.params }
  return failed(category(status), {
    status,
    retryable,
    code: code ?? undefined,
    message: ErrorMessage,
    params,
  })
}

/**
 * Sends one HTTP call and parses its answer by `schema`. Never throws and never retries: only the caller
 * knows whether a retry is safe. A 401 for the current token also ends the session, by `onUnauthorized`.
 */
export async function call<S extends v.GenericSchema>(
  schema: S,
  method: 'GET' | 'POST',
  path: string,
  { body, query, signal, keepalive, token = environment.token() }: CallOptions = {},
): Promise<Result<v.InferOutput<S>>> {
  // The full address: ofetch omits a `baseURL` with which the path happens to begin.
  const address = environment.baseUrl() + path
  const options = callOptions(token)
  const abort = signal ? anySignal(options.signal, signal) : options.signal
  // An early call was sent at an unknown moment after the start of the page.
  let sentAt = 0
  const send = async () => {
    const { raw } = ofetch ?? (await unlessAborted(loadOfetch(), abort))
    sentAt = performance.now()
    return raw<unknown>(address, {
      method,
      ...options,
      ...(query && { query }),
      ...(body && { body }),
      ...(keepalive && { keepalive }),
      signal: abort,
      retry: false,
      // Refusals are answers too. Every answer is parsed as JSON, whatever its content type: without
      // `parseResponse` ofetch returns invalid JSON as text, and `NaN` as a number.
      ignoreResponseError: true,
      parseResponse: parseBody,
    })
  }
  let status: number
  let data: unknown
  let answered: Headers
  try {
    const early = query ? undefined : takeEarlyCall(address, token)
    const first = await (early ?? send())
    readServerDate(first.headers, sentAt)
    // The early call was sent with the stored token; the server may accept the renewed one.
    const response = early && first.status === 401 && path !== VALIDATE_PATH ? await send() : first
    status = response.status
    data = response._data
    answered = response.headers
  } catch {
    // ofetch's error contains the request with its token and body, so no part of it is passed on.
    return failed('network')
  }
  const answer = readTolerantly(status < 400 ? schema : ErrorAnswer, data)
  const result: Result<v.InferOutput<S>> =
    answer.ok && status < 400 ? { ok: true, value: answer.output } : refusal(status, data, answered)
  // A refusal needs no body.
  if (answer.ok || (!result.ok && result.error.category === 'invalid'))
    reportUnreadable(`${method} ${path}`, answer.issues)
  if (result.ok) return result
  const isOver = status === 401 || OVER.includes(result.error.code)
  if (isOver && token && token === environment.token()) environment.onUnauthorized(result.error)
  return result
}
