import * as v from 'valibot'
import { optional } from './tolerant.ts'

/** GET {api base}/../check: `status` is false, with code 10703, if the country is not permitted. */
export const CheckAnswer = v.object({
  status: v.boolean(),
  code: optional(v.number()),
  ip: optional(v.string()),
  country: optional(v.string()),
})
export type CheckAnswer = v.InferOutput<typeof CheckAnswer>
