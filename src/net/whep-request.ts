import * as v from 'valibot'
import { Code } from '../contract/codes.ts'
import { ErrorAnswer } from '../contract/http.ts'
import { type Failure, failed } from '../contract/result.ts'
import type { WhepEnv } from './whep-env.ts'

export type WhepRequest = (
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: string,
  signal?: AbortSignal,
) => Promise<Response>

/** Requests with the player's token, read anew for each; one without a body survives the page (`keepalive`). */
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

/** The server may accept the same offer later. */
export const isBusy = (status: number) => status === 409 || status === 429 || status >= 500

/** The failure in a server's refusal: its own code, else `pipelineFailed`. */
export function refusalOf(status: number, text: string): Failure {
  let code: number = Code.pipelineFailed
  try {
    const answer = v.safeParse(ErrorAnswer, JSON.parse(text))
    if (answer.success) code = answer.output.code
  } catch {
    // Not every server sends JSON; the status is enough.
  }
  return failed(status === 401 || status === 403 ? 'auth' : 'refused', { code, status }).error
}
