import * as v from 'valibot'

/** The device classes; no finer data is sent. */
export const DEVICE_CLASSES = ['phone', 'desktop', 'kiosk'] as const

/** Maximum number of durations of each kind per report; later ones are dropped. */
export const MAX_INTERRUPTIONS = 50
/** Maximum duration of a join or an interruption; the app returns to the lobby earlier. */
export const MAX_DURATION_MS = 600_000
/** Maximum age of the picture, and delay of a press; play is refused much earlier. */
export const MAX_PICTURE_AGE_MS = 60_000

const ms = (max: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(max))
const lengths = v.pipe(v.array(ms(MAX_DURATION_MS)), v.maxLength(MAX_INTERRUPTIONS))

/**
 * The quality of the picture of one machine, since the first picture or the previous report. It identifies no
 * player, machine, network or browser.
 */
export const QualityReport = v.object({
  // Name of the build of the app; `unknown` for a build without a name.
  build: v.pipe(v.string(), v.regex(/^\w{1,40}$/)),
  device: v.picklist(DEVICE_CLASSES), // A touch screen is a `phone`, a screen in kiosk mode a `kiosk`.
  // Time from the press on the machine, or from the opening of its address, to the first picture [ms].
  // Absent: it was reported earlier, or the page was hidden meanwhile.
  joinMs: v.optional(ms(MAX_DURATION_MS)),
  // Median of the time from the press that began a spin to the first picture of that spin [ms]. Measured
  // where the video carries capture times, else estimated. Absent: no such spin, or not known.
  pressMs: v.optional(ms(MAX_PICTURE_AGE_MS)),
  // Median of the age of the picture, read once a second [ms]. Measured where the video carries capture
  // times, else estimated. Absent: not known.
  ageMs: v.optional(ms(MAX_PICTURE_AGE_MS)),
  stallsMs: lengths, // Duration of each stall of the picture that ended without a new connection [ms].
  // Duration of each loss of the picture or of the machine server, until a new connection restored it [ms].
  reconnectsMs: lengths,
})
export type QualityReport = v.InferOutput<typeof QualityReport>
