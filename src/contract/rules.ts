import * as v from 'valibot'
import { LocalizedText } from './localized-text.ts'
import { Amount, Cents, Id } from './money.ts'

/* The two calls of a game's side bar. Both are additions: an operator's server may answer 404 to either. */

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const Share = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
const Pay = v.object({ count: Count, pay: v.pipe(v.number(), v.minValue(0)) })

/**
 * A symbol of a machine. `picture`: its address; a path is one of the API. `pays`: for so many of it, times the coin
 * (`stake / coins`). `wild` stands in for others; `scatter` pays wherever it stands, `pays` times the whole stake.
 */
const GameSymbol = v.object({
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  name: LocalizedText,
  picture: v.nullish(v.string()),
  role: v.optional(v.fallback(v.picklist(['', 'wild', 'scatter']), ''), ''),
  /** The reels it stands on, from 1; not said: on all of them. */
  reels: v.nullish(v.array(Count)),
  pays: v.optional(v.array(Pay), []),
})
export type GameSymbol = v.InferOutput<typeof GameSymbol>

/**
 * GET /machine/{id}/rules: what a machine pays, and what it returns. Returns and shares are parts of one: 0.9558.
 *
 * - `rtp`: the stated return to player, the jackpot's share in it. `baseRtp`: without it, exactly.
 * - `kind`: `lines` pay along `lines`, each the row on every reel from 0 at the top; `ways` pay on neighbouring reels.
 * - `coins`: what a stake is divided by; symbols pay so many times that. `stakes` in cents, ascending.
 * - `free`: so many rounds for so many scatters, their wins paid `multiplier` times; `held`: reels (from 1) that are
 *   full of wilds while they last.
 * - `jackpot`: fed by `share` of every stake, won by `symbol` on every reel of line 1, in paid spins alone; pays
 *   `paid` of it at the highest stake and in proportion below.
 */
export const RulesAnswer = v.object({
  name: v.optional(v.string(), ''),
  kind: v.optional(v.fallback(v.picklist(['lines', 'ways', 'other']), 'other'), 'other'),
  reels: v.nullish(Count),
  rows: v.nullish(Count),
  lines: v.optional(v.array(v.array(Count)), []),
  ways: v.nullish(Count),
  coins: v.nullish(v.pipe(v.number(), v.minValue(1))),
  stakes: v.optional(v.array(Amount), []),
  rtp: v.nullish(Share),
  baseRtp: v.nullish(Share),
  volatility: v.fallback(v.nullish(v.picklist(['low', 'medium', 'high'])), null),
  symbols: v.optional(v.array(GameSymbol), []),
  free: v.nullish(
    v.object({
      awards: v.array(v.object({ count: Count, rounds: Count })),
      multiplier: v.optional(v.number(), 1),
      held: v.nullish(v.array(Count)),
    }),
  ),
  jackpot: v.nullish(v.object({ share: Share, symbol: v.nullish(v.string()), paid: v.nullish(Share) })),
})
export type RulesAnswer = v.InferOutput<typeof RulesAnswer>

/** Query of GET /player/spins; `cursor` is the one the answer before gave. */
export const SpinsQuery = v.object({
  machineId: Id,
  cursor: v.optional(v.pipe(v.string(), v.maxLength(64))),
  limit: v.optional(
    v.pipe(v.unknown(), v.transform(Number), v.safeInteger(), v.minValue(1), v.maxValue(100)),
    20,
  ),
})

/**
 * A spin of the player's own that has ended, the newest first. Amounts in cents: `stake` is what it was played at,
 * which a `free` one did not cost; `win` holds the `jackpot`. `id` is that of the live channel's `spin`.
 */
const PlayedSpin = v.object({
  id: Id,
  time: v.string(),
  stake: Cents,
  win: Cents,
  free: v.optional(v.boolean(), false),
  jackpot: v.optional(Cents, 0),
})
export type PlayedSpin = v.InferOutput<typeof PlayedSpin>

/** GET /player/spins?machineId&cursor&limit */
export const SpinsAnswer = v.object({ rows: v.array(PlayedSpin), cursor: v.nullish(v.string()) })
export type SpinsAnswer = v.InferOutput<typeof SpinsAnswer>
