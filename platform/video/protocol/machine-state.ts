import * as v from 'valibot'

/*
 * What a machine's picture depends on. The schemas are the only definition: the types are inferred from them,
 * and both processes parse messages by them.
 */

/** The numbers a machine's picture shows, in cents; `freeSpins` is a count. */
export const Meters = v.pipe(
  v.object({ credit: v.number(), win: v.number(), stake: v.number(), freeSpins: v.number() }),
  v.readonly(),
)
export type Meters = v.InferOutput<typeof Meters>

/** What a machine looks like: `brand` is the key of its art, `game` the id of its rules. */
export const Scene = v.pipe(
  v.object({ id: v.string(), name: v.string(), brand: v.string(), game: v.string() }),
  v.readonly(),
)
export type Scene = v.InferOutput<typeof Scene>

const Stops = v.pipe(v.array(v.number()), v.readonly())
/** A winning combination; `line` as in games/game.ts, `amount` in cents. */
const ShownWin = v.pipe(
  v.object({ line: v.number(), symbols: v.number(), symbol: v.string(), amount: v.number() }),
  v.readonly(),
)

/** A spin as it is shown. */
export const ShownSpin = v.pipe(
  v.object({
    spinId: v.string(),
    stops: Stops,
    wins: v.pipe(v.array(ShownWin), v.readonly()),
    free: v.boolean(),
    /** Cents. */
    stake: v.optional(v.number()),
  }),
  v.readonly(),
)
export type ShownSpin = v.InferOutput<typeof ShownSpin>

/** The spin under way or the last one, and the stops before it, if any. `startedAt` in ms, by `videoNow`. */
export const LastSpin = v.pipe(
  v.object({
    spin: ShownSpin,
    startedAt: v.number(),
    from: v.optional(v.pipe(v.object({ stops: Stops, free: v.boolean() }), v.readonly())),
  }),
  v.readonly(),
)
export type LastSpin = v.InferOutput<typeof LastSpin>

/** All that a machine's picture depends on, besides the time. */
export const MachineState = v.pipe(
  v.object({ scene: Scene, meters: Meters, last: v.optional(LastSpin) }),
  v.readonly(),
)
export type MachineState = v.InferOutput<typeof MachineState>
