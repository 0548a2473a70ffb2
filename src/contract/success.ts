import * as v from 'valibot'
import { reportsSuccess } from './http.ts'
import { codeNumber, optional, withRun } from './tolerant.ts'

const optionalCode = /* @__PURE__ */ v.nullish(codeNumber)
/** A code that may be empty, as in the answer of a server that always sends the field. */
const maybeCode = /* @__PURE__ */ withRun(optionalCode, (value, config) =>
  optionalCode['~run']({ value: value === '' ? null : value }, config),
)

/** The answer of a call that needs none: empty, or one that reports success. */
/* @__NO_SIDE_EFFECTS__ */
export const success = <E extends v.ObjectEntries>(entries: E) =>
  v.nullish(
    v.pipe(
      v.object({
        status: v.optional(v.unknown()), // Anything but false. With false the call is refused. Absent: done.
        code: maybeCode, // 20000, 0 or absent. With another code the call is refused. Absent: done.
        // Without a code and a `status` of true: the call is refused, for this reason. Absent: done.
        ErrorMessage: optional(v.string()),
        ...entries,
      }),
      v.check((answer) => reportsSuccess(answer as object)),
    ),
  )

/** Done. The answer may be empty. */
export const SuccessAnswer = success({})
