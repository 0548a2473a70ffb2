import type { CodeValue } from '../../src/contract/codes.ts'
import type { Params } from '../../src/contract/http.ts'

/** Why nothing was done. `params` fill the placeholders of the code's translated text. */
export interface Refused {
  readonly ok: false
  readonly code: CodeValue
  readonly params?: Params
}

/** The platform's answer to a command: what was done, or a coded refusal that left nothing behind. */
export type Result<T extends object> = ({ readonly ok: true } & T) | Refused

export function refused(code: CodeValue, params?: Params): Refused {
  return params ? { ok: false, code, params } : { ok: false, code }
}
