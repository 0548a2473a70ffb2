import * as v from 'valibot'
import { ErrorAnswer } from './http.ts'

/*
 * The server's clock, by which the capture times of the video (abs-capture-time) are read. In a file of its
 * own, because the app loads these schemas after the first picture.
 */

/** Requests the time. */
export const TimeRequest = v.object({})
/** The time, or refused. */
export const TimeAck = v.union([
  v.object({
    ok: v.literal(true), // Always true: the request was carried out.
    now: v.pipe(v.number(), v.finite()), // Time of the answer since 1970, with fractions [ms].
  }),
  v.object({ /* Always false. */ ok: v.literal(false), ...ErrorAnswer.entries }),
])
export type TimeAck = v.InferOutput<typeof TimeAck>
