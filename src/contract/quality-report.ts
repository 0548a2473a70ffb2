import * as v from 'valibot'

/** The device classes; no finer data is sent. */
export const DEVICE_CLASSES = ['phone', 'desktop', 'kiosk'] as const

/** Maximum number of durations of each kind per report; later ones are dropped. */
export const MAX_INTERRUPTIONS = 50
/** Maximum duration of a join or an interruption; the app returns to the lobby earlier. */
export const MAX_DURATION_MS = 600_000
/** Maximum age of the picture; play is refused much earlier. */
export const MAX_PICTURE_AGE_MS = 60_000

const ms = (max: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(max))
const lengths = v.pipe(v.array(ms(MAX_DURATION_MS)), v.maxLength(MAX_INTERRUPTIONS))

/**
 * POST /player/quality: the quality of one machine's video since the previous report. Sent only if the
 * setting `qualityReports` is on; a server without this call answers 404. The answer is not read.
 */
export const QualityReport = v.object({
  build: v.pipe(v.string(), v.regex(/^\w{1,40}$/)),
  device: v.picklist(DEVICE_CLASSES),
  joinMs: v.optional(ms(MAX_DURATION_MS)),
  ageMs: v.optional(ms(MAX_PICTURE_AGE_MS)),
  stallsMs: lengths,
  reconnectsMs: lengths,
})
export type QualityReport = v.InferOutput<typeof QualityReport>
