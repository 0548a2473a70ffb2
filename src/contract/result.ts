import type { Params } from './http.ts'

/**
 * Why a call failed. `code`: the server's (contract/codes.ts), if it sent one; `message`: its untranslated
 * text. `network`: no answer, so the outcome is unknown. `auth`: the token was rejected. `refused`: a rule
 * forbids the call. `invalid`: the answer does not match the contract.
 */
export interface Failure {
  code: number | undefined
  category: 'network' | 'auth' | 'refused' | 'invalid' | 'server'
  retryable: boolean
  message: string
  params: Params
  status: number | undefined
}

/**
 * The state of loaded data. `failed`: the load failed and no older data is shown. `absent`: the server does
 * not have the call.
 */
export type LoadStatus = 'idle' | 'loading' | 'ready' | 'failed' | 'absent'

/** Ends what a function has started, such as a subscription or a timer. */
export type Dispose = () => void

/** Ends all of them, in this order. */
export const disposeAll =
  (stops: readonly Dispose[]): Dispose =>
  () => {
    for (const stop of stops) stop()
  }

export type Failed = { ok: false; error: Failure }
export type Result<T> = { ok: true; value: T } | Failed

/** A failed result; omitted fields are empty. */
export function failed(category: Failure['category'], details: Partial<Failure> = {}): Failed {
  const error: Failure = {
    code: undefined,
    category,
    retryable: category === 'network' || category === 'server',
    message: '',
    params: {},
    status: undefined,
    ...details,
  }
  return { ok: false, error }
}
