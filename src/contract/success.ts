import * as v from 'valibot'
import { Code } from './codes.ts'
import { codeNumber, optional } from './tolerant.ts'

/**
 * The answer of a call that needs none. It may be empty. A server may refuse in the status 200 too: then
 * `status` is false, `code` is not the success code, or there is an `ErrorMessage` without a code.
 */
/* @__NO_SIDE_EFFECTS__ */
export const success = <E extends v.ObjectEntries>(entries: E) =>
  v.nullish(
    v.pipe(
      v.object({
        status: v.optional(v.unknown()),
        code: v.nullish(codeNumber),
        ErrorMessage: optional(v.string()),
        ...entries,
      }),
      v.check((answer) => {
        const { status, code, ErrorMessage } = answer as {
          status?: unknown
          code?: number | null
          ErrorMessage?: string | null
        }
        return status !== false && (code == null ? !ErrorMessage : code === Code.success)
      }),
    ),
  )

export const SuccessAnswer = success({})
