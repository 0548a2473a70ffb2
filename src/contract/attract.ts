import * as v from 'valibot'
import { Cents } from './money.ts'
import { list, optional } from './tolerant.ts'

/**
 * A free machine whose current picture anyone may see. The picture shows the reels as they rest, and nothing
 * of a player: no credit, stake, win or name. `still`: its URL (JPEG, PNG or WebP), fetched without a token; a
 * path is relative to the API. It has no picture as soon as the machine is not free. `brand` selects the art
 * of the machine's brand; without it the `name` of the brand does. `jackpot`: the brand's highest, cents.
 */
export const AttractMachine = v.object({
  name: v.string(),
  brand: optional(v.string()),
  still: v.string(),
  jackpot: optional(Cents),
})
export type AttractMachine = v.InferOutput<typeof AttractMachine>

/** GET /attract, from a kiosk without a player, without a token: at most one machine of each brand. */
export const AttractAnswer = v.object({ machines: list(AttractMachine) })
