import * as v from 'valibot'
import { SpinWin } from './live.ts'
import { LocalizedText } from './localized-text.ts'
import { Amount, Cents, Id } from './money.ts'
import { list, optional } from './tolerant.ts'

/* The calls of a game's info panel. All are additions: an operator's server may answer 404. */

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** Maximum number of reels and rows, each of which the app draws. */
const MAX_SIDE = 100
const Side = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_SIDE))
const Share = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
/** The pay of a number of equal symbols. */
export const SymbolPay = v.object({
  count: Count, // Number of symbols.
  pay: v.pipe(v.number(), v.minValue(0)), // For a scatter, a multiple of the whole stake [times the coin].
})

/** A symbol of a machine. */
export const GameSymbol = v.object({
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(40)), // Its id.
  name: LocalizedText, // Its name.
  // Address of its picture; a path belongs to the API. Fetched without a token. Absent: the name alone.
  picture: optional(v.string()),
  // `wild` substitutes for other symbols, `scatter` pays in any position. Absent: an ordinary symbol.
  role: optional(v.picklist(['', 'wild', 'scatter']), ''),
  reels: optional(v.array(Count)), // The reels that contain it, from 1. Absent: all reels.
  pays: optional(list(SymbolPay), []), // Its pays. Absent: it pays nothing.
})
export type GameSymbol = v.InferOutput<typeof GameSymbol>

/** The paytable and the return of a machine. */
export const RulesAnswer = v.object({
  name: optional(v.string(), ''), // Name of the game. Absent: not shown.
  // `lines` pay along `lines`, `ways` on neighbouring reels. Absent: `other`: the app explains neither.
  kind: optional(v.picklist(['lines', 'ways', 'other']), 'other'),
  reels: optional(Side), // Number of reels. Absent: not shown.
  rows: optional(Side), // Number of rows. Absent: not shown.
  // Each line as its row on every reel, from 0 at the top. Absent: no lines are drawn.
  lines: optional(list(v.array(Count)), []),
  ways: optional(Count), // Number of ways. Absent: not shown.
  // Number of coins in a stake; symbols pay a multiple of one coin. Absent: 1.
  coins: optional(v.pipe(v.number(), v.minValue(1))),
  stakes: optional(list(Amount), []), // Stakes that the machine takes, ascending. Absent: not shown.
  rtp: optional(Share), // Stated return to player, including the jackpot [parts of one]. Absent: not shown.
  baseRtp: optional(Share), // The same without the jackpot [parts of one]. Absent: not shown.
  volatility: optional(v.picklist(['low', 'medium', 'high'])), // Volatility. Absent: not shown.
  symbols: optional(list(GameSymbol), []), // The paytable. Absent: no paytable.
  // Free rounds. Absent: the game has no free rounds.
  free: optional(
    v.object({
      // The free rounds for each number of scatters.
      awards: list(v.object({ /* Number of scatters. */ count: Count, /* Free rounds. */ rounds: Count })),
      // Multiplier of wins in free rounds. Absent: 1.
      multiplier: v.nullish(v.pipe(v.number(), v.finite()), 1),
      held: optional(v.array(Count)), // Reels, from 1, that show only wilds. Absent: none.
    }),
  ),
  // The jackpot. Absent: the game has no jackpot.
  jackpot: optional(
    v.object({
      share: Share, // Share of every stake [parts of one].
      // Key of the symbol that wins it: on every reel of line 1, in paid spins. Absent: not shown.
      symbol: optional(v.string()),
      // Share that is paid at the highest stake, at lower ones in proportion [parts of one]. Absent: not
      // shown.
      paid: optional(Share),
    }),
  ),
})
export type RulesAnswer = v.InferOutput<typeof RulesAnswer>

/** A page of spins. */
export const SpinsQuery = v.object({
  machineId: Id, // Id of the machine.
  // The cursor of the previous answer. Absent: the newest.
  cursor: v.optional(v.pipe(v.string(), v.maxLength(64))),
  // Rows, 1 to 100. Absent: 20.
  limit: v.optional(
    v.pipe(v.unknown(), v.transform(Number), v.safeInteger(), v.minValue(1), v.maxValue(100)),
    20,
  ),
})

/** A completed spin of the player. */
export const PlayedSpin = v.object({
  id: Id, // Id of the channel's `spin`.
  time: v.string(), // Time of the spin [ISO 8601].
  stake: Cents, // The stake of the spin; a free spin did not cost it.
  win: Cents, // The win, including the jackpot.
  free: optional(v.boolean(), false), // A free spin. Absent: a paid spin.
  jackpot: v.nullish(Cents, 0), // The part of `win` that is the jackpot. Absent: 0.
})
export type PlayedSpin = v.InferOutput<typeof PlayedSpin>

/** Played spins, the newest first. */
export const SpinsAnswer = v.object({
  rows: list(PlayedSpin), // The rows of the page.
  cursor: optional(v.string()), // Send it to get the next page. Absent: the list is complete.
  recall: optional(v.boolean(), false), // true: the server answers `/player/spin`. Absent: no row opens.
})
export type SpinsAnswer = v.InferOutput<typeof SpinsAnswer>

/** One spin. */
export const SpinQuery = v.object({
  machineId: Id, // Id of the machine.
  id: Id, // Id of the spin.
})

/** A symbol as it stood on a reel. */
export const ShownSymbol = v.object({
  name: LocalizedText, // Its name.
  // Address of its picture, as in the rules. Absent: the name alone.
  picture: optional(v.string()),
  pays: optional(v.boolean(), false), // It is a part of a winning combination. Absent: false.
})
export type ShownSymbol = v.InferOutput<typeof ShownSymbol>

/** A spin that the player looks at again. */
export const RecalledSpin = v.object({
  ...PlayedSpin.entries,
  creditBefore: optional(Cents), // Credit on the machine before the stake. Absent: not shown.
  creditAfter: optional(Cents), // Credit on the machine after the win. Absent: not shown.
  freeAwarded: optional(Count, 0), // Free spins that it won. Absent: 0.
  // Each reel from the left, its symbols from the top. Absent: no reels are drawn.
  reels: optional(
    v.pipe(v.array(v.pipe(v.array(ShownSymbol), v.maxLength(MAX_SIDE))), v.maxLength(MAX_SIDE)),
    [],
  ),
  wins: optional(list(SpinWin), []), // Its combinations. Absent: not shown.
})
export type RecalledSpin = v.InferOutput<typeof RecalledSpin>
