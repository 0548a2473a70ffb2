import * as v from 'valibot'

/** GET {api base}/../check: `status` false, with code 10703, where the country is not permitted. */
export const CheckAnswer = v.object({
  status: v.boolean(),
  code: v.nullish(v.number()),
  ip: v.nullish(v.string()),
  country: v.nullish(v.string()),
})
export type CheckAnswer = v.InferOutput<typeof CheckAnswer>
