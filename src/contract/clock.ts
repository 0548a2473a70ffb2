import * as v from 'valibot'
import { ErrorAnswer } from './http.ts'

/*
 * The server's clock, by which the capture times of the video (abs-capture-time) are read. In a file of its
 * own, because the app loads these schemas after the first picture.
 */

export const TimeRequest = v.object({})
/** `now`: the server's time when it answered, ms since 1970, with fractions. */
export const TimeAck = v.union([
  v.object({ ok: v.literal(true), now: v.pipe(v.number(), v.finite()) }),
  v.object({ ok: v.literal(false), ...ErrorAnswer.entries }),
])
export type TimeAck = v.InferOutput<typeof TimeAck>
