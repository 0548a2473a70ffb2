import * as v from 'valibot'
import { ErrorAnswer } from './http.ts'

/*
 * The clock that the capture times of the video (abs-capture-time) are read by. Schemas of their own file, because the
 * app reads them after the first picture.
 */

export const TimeRequest = v.object({})
/** `now`: ms since 1970, with fractions, when the server answered. */
export const TimeAck = v.union([
  v.object({ ok: v.literal(true), now: v.pipe(v.number(), v.finite()) }),
  v.object({ ok: v.literal(false), ...ErrorAnswer.entries }),
])
export type TimeAck = v.InferOutput<typeof TimeAck>
