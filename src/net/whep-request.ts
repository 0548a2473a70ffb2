import { Code } from '../contract/codes.ts'
import { ErrorAnswer } from '../contract/http.ts'
import { type Failure, failed } from '../contract/result.ts'
import { readTolerantly } from '../contract/tolerant.ts'
import type { WhepEnv } from './whep-env.ts'

export type WhepRequest = (
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: string,
  signal?: AbortSignal,
) => Promise<Response>

/**
 * Sends requests with the player's current token; one without a body survives the page (`keepalive`). In
 * Firefox before 133 it may not: then the server ends the session of the lost connection.
 */
export function createRequest(env: WhepEnv, token: () => string): WhepRequest {
  return (url, method, headers, body, signal) => {
    const auth = token()
    return env.fetch(url, {
      method,
      headers: { ...headers, ...(auth && { authorization: `Bearer ${auth}` }) },
      ...(body === undefined ? { keepalive: true } : { body }),
      ...(signal && { signal }),
    })
  }
}

/**
 * Without a code they may pass. There is no stream now: the draft of WHEP has 409, MediaMTX answers 404. A
 * MediaMTX answers 400 to an offer whose session is ended meanwhile, as the platform does with each seat.
 */
const MAY_PASS: readonly (number | undefined)[] = [400, 404, 409]

/**
 * Whether the server may accept the same offer later. `ms`: its Retry-After. Without one, a 4xx with a code
 * and a failed pipeline are final.
 */
export const mayPass = ({ category, code, status }: Failure, ms: number): boolean =>
  category !== 'auth' &&
  (ms > 0 ||
    status === 429 ||
    (category === 'server' ? code !== Code.pipelineFailed : code === undefined && MAY_PASS.includes(status)))

function categoryOf(status: number): Failure['category'] {
  if (status === 401 || status === 403) return 'auth'
  return status >= 500 ? 'server' : status < 400 ? 'invalid' : 'refused'
}

/** The failure of a refused offer, with the server's code and text if it sends them. */
export function refusalOf(status: number, text: string): Failure {
  let details: Partial<Failure> = {}
  try {
    const answer = readTolerantly(ErrorAnswer, JSON.parse(text))
    if (answer.ok) {
      const { code, ErrorMessage: message, params } = answer.output
      details = { code: code ?? undefined, message, params }
    }
  } catch {
    // Not every server sends JSON; the status is sufficient.
  }
  return failed(categoryOf(status), { ...details, status }).error
}
