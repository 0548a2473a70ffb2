import * as v from 'valibot'
import { Cents } from './money.ts'
import { list, optional } from './tolerant.ts'

/** A free machine that guests may see at a kiosk. */
export const AttractMachine = v.object({
  name: v.string(), // Name of its brand, which the kiosk shows.
  // Picture of its brand: `/assets/machines/{brand}.png` of the app. Absent: the name in lower case.
  brand: optional(v.string()),
  // Address of its current picture (JPEG, PNG, WebP; at most 512 KB), fetched without a token. A path belongs
  // to the API. The picture shows the reels and nothing of a player: no credit, stake, win or name. 204 or
  // 404 as soon as the machine is not free.
  still: v.string(),
  // Highest jackpot of the brand [cents]. Absent: the jackpot that a player last saw in the lobby of this
  // kiosk, if that is not older than an hour.
  jackpot: optional(Cents),
})
export type AttractMachine = v.InferOutput<typeof AttractMachine>

/** Free machines, at most one of each brand. */
export const AttractAnswer = v.object({
  machines: list(AttractMachine), // The machines. The app shows the first of a brand.
})
