import * as v from 'valibot'
import { optional } from './tolerant.ts'

/** Whether players of this country are admitted. */
export const CheckAnswer = v.object({
  status: v.boolean(), // false: not admitted.
  code: optional(v.number()), // 10703 if the player is not admitted. Absent: no effect.
  // IP address of the player, shown on the page for refused players. Absent: the page does not show it.
  ip: optional(v.string()),
  // Name or code of the country, shown on the same page. Absent: the page does not show it.
  country: optional(v.string()),
})
export type CheckAnswer = v.InferOutput<typeof CheckAnswer>
