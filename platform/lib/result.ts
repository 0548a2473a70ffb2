import type { RefusalCode } from '../../src/contract/codes.ts'
import type { Params } from '../../src/contract/http.ts'

/**
 * A command that was refused and changed nothing. `params` fill the placeholders of the code's translated
 * text.
 */
export interface Refused {
  readonly ok: false
  readonly code: RefusalCode
  readonly params?: Params
}

export type Result<T extends object> = ({ readonly ok: true } & T) | Refused

export function refused(code: RefusalCode, params?: Params): Refused {
  return params ? { ok: false, code, params } : { ok: false, code }
}
