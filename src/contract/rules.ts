import * as v from 'valibot'
import { LocalizedText } from './localized-text.ts'
import { Amount, Cents, Id } from './money.ts'
import { list, optional } from './tolerant.ts'

/* The two calls of a game's info panel. Both are additions: an operator's server may answer 404. */

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** Maximum number of reels and rows, each of which the app draws. */
const Side = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(100))
const Share = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
const Pay = v.object({ count: Count, pay: v.pipe(v.number(), v.minValue(0)) })

/**
 * A symbol of a machine. `picture`: a URL; a path is relative to the API. `pays`: the payout per `count` of
 * symbols, in coins (`stake / coins`). `wild` substitutes others; `scatter` pays in any position, and its
 * payouts multiply the whole stake.
 */
const GameSymbol = v.object({
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  name: LocalizedText,
  picture: optional(v.string()),
  role: optional(v.picklist(['', 'wild', 'scatter']), ''),
  /** The reels with this symbol, from 1; absent: all. */
  reels: optional(v.array(Count)),
  pays: optional(list(Pay), []),
})
export type GameSymbol = v.InferOutput<typeof GameSymbol>

/**
 * GET /machine/{id}/rules: a machine's paytable and return to player. Returns and shares are fractions, such
 * as 0.9558.
 *
 * - `rtp`: the stated return to player, including the jackpot's share. `baseRtp`: the exact return without
 *   it.
 * - `kind`: `lines` pay along `lines`, each the row on every reel from 0 at the top; `ways` pay on adjacent
 *   reels.
 * - `coins`: the divisor of a stake; payouts are multiples of `stake / coins`. `stakes` in cents, ascending.
 * - `free`: the number of free rounds per number of scatters; their wins are multiplied by `multiplier`.
 *   `held`: reels (from 1) that are full of wilds during the rounds.
 * - `jackpot`: grows by `share` of every stake and is won by `symbol` on every reel of line 1, in paid spins
 *   only; `paid` of it is paid at the highest stake, and a proportional part at a lower one.
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

/** Query of GET /player/spins; `cursor` is from the previous answer. */
export const SpinsQuery = v.object({
  machineId: Id,
  cursor: v.optional(v.pipe(v.string(), v.maxLength(64))),
  limit: v.optional(
    v.pipe(v.unknown(), v.transform(Number), v.safeInteger(), v.minValue(1), v.maxValue(100)),
    20,
  ),
})

/**
 * An ended spin of the player, newest first. Amounts in cents: `stake` is what it was played at, although a
 * `free` spin costs nothing; `win` includes the `jackpot`. `id` is the `spin` id of the live channel.
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
