import type { Params } from './http.ts'

/**
 * Why something did not work. `code` is the server's (contract/codes.ts) when it gave one; `message` is its
 * untranslated text. `network`: no answer came, so it is open whether the command was carried out.
 * `auth`: the token is not accepted. `refused`: a rule said no. `invalid`: the answer made no sense.
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
 * How far the data of a call have come. `failed`: there is also nothing older to show. `absent`: the server does not
 * have the call.
 */
export type LoadStatus = 'idle' | 'loading' | 'ready' | 'failed' | 'absent'

/** Ends what a function has started, such as a subscription or a timer. */
export type Dispose = () => void

export type Failed = { ok: false; error: Failure }
export type Result<T> = { ok: true; value: T } | Failed

/** A failed result; what is not given is empty. */
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
