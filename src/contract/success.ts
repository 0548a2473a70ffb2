import * as v from 'valibot'
import { Code } from './codes.ts'
import { codeNumber, optional, withRun } from './tolerant.ts'

const optionalCode = /* @__PURE__ */ v.nullish(codeNumber)
/** A code that may be empty, as in the answer of a server that always sends the field. */
const maybeCode = /* @__PURE__ */ withRun(optionalCode, (value, config) =>
  optionalCode['~run']({ value: value === '' ? null : value }, config),
)

/**
 * The answer of a call that needs none. It may be empty. A server may refuse in the status 200 too: then
 * `status` is false, `code` is not the success code, or there is an `ErrorMessage` without a code and without
 * a `status` of true. The codes 0 and "" are none.
 */
/* @__NO_SIDE_EFFECTS__ */
export const success = <E extends v.ObjectEntries>(entries: E) =>
  v.nullish(
    v.pipe(
      v.object({
        status: v.optional(v.unknown()),
        code: maybeCode,
        ErrorMessage: optional(v.string()),
        ...entries,
      }),
      v.check((answer) => {
        const { status, code, ErrorMessage } = answer as {
          status?: unknown
          code?: number | null
          ErrorMessage?: string | null
        }
        return status !== false && (code ? code === Code.success : !ErrorMessage || status === true)
      }),
    ),
  )

export const SuccessAnswer = success({})
