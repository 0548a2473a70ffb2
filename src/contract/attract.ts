import * as v from 'valibot'
import { Cents } from './money.ts'
import { list, optional } from './tolerant.ts'

/**
 * A free machine whose current picture is public. The picture shows the reels as the last player left
 * them, and nothing of a player: no credit, stake, win or name. `still`: its URL (JPEG, PNG or WebP), which
 * is fetched without a token and has no picture as soon as the machine is not free; a path is relative to the
 * API. `brand` selects the art of the machine's brand; without it the `name` of the brand does. `jackpot`:
 * the brand's highest, cents.
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
