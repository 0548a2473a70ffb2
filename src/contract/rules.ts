import * as v from 'valibot'
import { LocalizedText } from './localized-text.ts'
import { Amount, Cents, Id } from './money.ts'
import { list, optional } from './tolerant.ts'

/* The two calls of a game's side bar. Both are additions: an operator's server may answer 404 to either. */

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** Reels and rows are drawn one by one. */
const Side = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(100))
const Share = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
const Pay = v.object({ count: Count, pay: v.pipe(v.number(), v.minValue(0)) })

/**
 * A symbol of a machine. `picture`: its address; a path is one of the API. `pays`: for so many of it, times the coin
 * (`stake / coins`). `wild` stands in for others; `scatter` pays wherever it stands, `pays` times the whole stake.
 */
const GameSymbol = v.object({
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  name: LocalizedText,
  picture: optional(v.string()),
  role: optional(v.picklist(['', 'wild', 'scatter']), ''),
  /** The reels it stands on, from 1; not said: on all of them. */
  reels: optional(v.array(Count)),
  pays: optional(list(Pay), []),
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
  name: optional(v.string(), ''),
  kind: optional(v.picklist(['lines', 'ways', 'other']), 'other'),
  reels: optional(Side),
  rows: optional(Side),
  lines: optional(list(v.array(Count)), []),
  ways: optional(Count),
  coins: optional(v.pipe(v.number(), v.minValue(1))),
  stakes: optional(list(Amount), []),
  rtp: optional(Share),
  baseRtp: optional(Share),
  volatility: optional(v.picklist(['low', 'medium', 'high'])),
  symbols: optional(list(GameSymbol), []),
  free: optional(
    v.object({
      awards: list(v.object({ count: Count, rounds: Count })),
      multiplier: v.nullish(v.pipe(v.number(), v.finite()), 1),
      held: optional(v.array(Count)),
    }),
  ),
  jackpot: optional(v.object({ share: Share, symbol: optional(v.string()), paid: optional(Share) })),
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
  free: optional(v.boolean(), false),
  jackpot: v.nullish(Cents, 0),
})
export type PlayedSpin = v.InferOutput<typeof PlayedSpin>

/** GET /player/spins?machineId&cursor&limit */
export const SpinsAnswer = v.object({ rows: list(PlayedSpin), cursor: optional(v.string()) })
export type SpinsAnswer = v.InferOutput<typeof SpinsAnswer>
