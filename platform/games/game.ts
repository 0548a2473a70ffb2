import type { RandomSource } from './random.ts'

/**
 * The symbols of every game, in the order of a paytable: highest pay first. Each brand has its own pictures
 * of them.
 */
export const SYMBOL_KEYS = [
  'wild',
  'high1',
  'high2',
  'high3',
  'low1',
  'low2',
  'low3',
  'low4',
  'scatter',
] as const
export type SymbolKey = (typeof SYMBOL_KEYS)[number]

export type Strip = readonly SymbolKey[]

/** Rounds without a stake: free spins, or re-spins on their own strips. */
export interface FreeRounds {
  /** Rounds awarded for n scatters in view: `awards[n]`. */
  readonly awards: Readonly<Record<number, number>>
  /** Multiplies every win of such a round. */
  readonly multiplier: number
  /** The strips of these rounds, if they differ from the paid spin's. */
  readonly reels?: readonly Strip[]
}

export interface GameDef {
  readonly id: string
  readonly name: string
  /** `lines`: equal symbols from the left along a line. `ways`: on adjacent reels in any row. */
  readonly kind: 'lines' | 'ways'
  readonly reels: readonly Strip[]
  readonly rows: number
  /** The row on each reel, 0 at the top; the first is the jackpot's line. */
  readonly lines: readonly (readonly number[])[]
  /** The divisor of a stake: the pays below are in `stake / coins`. */
  readonly coins: number
  /** `paytable[symbol][n]`: coins for n symbols. */
  readonly paytable: Readonly<Partial<Record<SymbolKey, Readonly<Record<number, number>>>>>
  /** `scatterPays[n]`: multiples of the whole stake for n scatters in view. */
  readonly scatterPays: Readonly<Record<number, number>>
  readonly free: FreeRounds
  /** Paid spins only: this symbol itself (no wild for it) on every reel of the first line. */
  readonly jackpot: SymbolKey
  /** Stakes offered, in cents, ascending, whole multiples of 100 and of `coins`. */
  readonly stakes: readonly number[]
  /**
   * The stake at which a hit pays the whole part of the jackpot: the highest of all machines that share it,
   * where that is not the highest of `stakes`.
   */
  readonly jackpotStake?: number
  /** ms from the start until each reel stops, and until the win is paid. */
  readonly reelStopsMs: readonly number[]
  readonly durationMs: number
  /** The stated return to player with the jackpot's share, rounded to a hundredth of a percent: 0.9512. */
  readonly rtp: number
  /**
   * The standard deviation of a paid spin's return including its free rounds, in stakes: low below 3, medium
   * below 8, high above.
   */
  readonly volatility?: 'low' | 'medium' | 'high'
  /** The exact return without the jackpot, as a fraction; the stated return is its rounding plus 0.01. */
  readonly exactReturn: { readonly numerator: bigint; readonly denominator: bigint }
}

/** A winning combination. `line` is its index, or SCATTER_WIN, or WAYS_WIN; `amount` in cents. */
export interface Win {
  readonly line: number
  /** The number of symbols (or adjacent reels) that it spans. */
  readonly symbols: number
  readonly symbol: SymbolKey
  readonly amount: number
}

export interface Outcome {
  /** The strip position at the top row of each reel. */
  readonly stops: readonly number[]
  readonly wins: readonly Win[]
  /** The sum of the wins, cents; a jackpot is paid on top by the floor. */
  readonly win: number
  /** Free rounds awarded by this spin. */
  readonly freeSpins: number
  readonly jackpot: boolean
}

export const SCATTER_WIN = -1
const WAYS_WIN = -2
/** The part of every stake that feeds the brand's jackpot. */
export const JACKPOT_SHARE = 0.01
/** The same part in cents. */
export const jackpotShareOf = (stake: number): number => Math.floor(stake * JACKPOT_SHARE)

/** The stake at which a hit pays the whole part of the jackpot, in cents. */
export const jackpotStakeOf = ({ jackpotStake, stakes }: GameDef): number =>
  jackpotStake ?? Math.max(...stakes)

/** The strips a spin runs on. */
export function stripsOf(def: GameDef, free: boolean): readonly Strip[] {
  return free ? (def.free.reels ?? def.reels) : def.reels
}

/** The strips of the base game, then those of the free rounds. */
export const allStripsOf = (def: GameDef): readonly Strip[] => [
  ...stripsOf(def, false),
  ...stripsOf(def, true),
]

/** The symbol in view on a reel and row, with the reels stopped at `stops`. */
export function symbolAt(
  strips: readonly Strip[],
  stops: readonly number[],
  reel: number,
  row: number,
): SymbolKey {
  const strip = strips[reel]
  const stop = stops[reel]
  if (!strip || stop === undefined) throw new RangeError(`no reel ${reel}`)
  const symbol = strip[(stop + row) % strip.length]
  if (!symbol) throw new RangeError(`no stop ${stop}`)
  return symbol
}

/**
 * One spin: draws a stop for each reel and evaluates the wins.
 * @param stake cents, one of `def.stakes`; throws a RangeError for any other
 * @param free a round that was awarded: its own strips and multiplier, no jackpot
 */
export function spinGame(def: GameDef, stake: number, random: RandomSource, free: boolean): Outcome {
  const stops = stripsOf(def, free).map((strip) => random.int(strip.length))
  return evaluateStops(def, stops, stake, free)
}

/** Evaluates the wins at `stops`. Throws a RangeError for a stake that the game does not offer. */
export function evaluateStops(def: GameDef, stops: readonly number[], stake: number, free: boolean): Outcome {
  if (!def.stakes.includes(stake)) throw new RangeError(`${def.id} has no stake ${stake}`)
  const strips = stripsOf(def, free)
  const view: SymbolKey[][] = []
  let scatters = 0
  for (let reel = 0; reel < strips.length; reel += 1) {
    const column: SymbolKey[] = []
    for (let row = 0; row < def.rows; row += 1) {
      const symbol = symbolAt(strips, stops, reel, row)
      if (symbol === 'scatter') scatters += 1
      column.push(symbol)
    }
    view.push(column)
  }
  const times = free ? def.free.multiplier : 1
  const wins: Win[] =
    def.kind === 'lines'
      ? lineWins(def, view, (stake / def.coins) * times)
      : waysWins(def, view, (stake / def.coins) * times)
  const scatterPay = def.scatterPays[scatters] ?? 0
  if (scatterPay > 0) {
    wins.push({ line: SCATTER_WIN, symbols: scatters, symbol: 'scatter', amount: scatterPay * stake * times })
  }
  const first = def.lines[0] ?? []
  return {
    stops,
    wins,
    win: wins.reduce((sum, win) => sum + win.amount, 0),
    freeSpins: def.free.awards[scatters] ?? 0,
    jackpot: !free && first.length > 0 && first.every((row, reel) => view[reel]?.[row] === def.jackpot),
  }
}

/**
 * The best pay of one line, read from the left: of a run of wilds, or of the first other symbol with wilds.
 */
export function payOfLine(
  def: GameDef,
  symbols: readonly SymbolKey[],
): { symbol: SymbolKey; count: number; pay: number } {
  // Loops without closures: an audit evaluates millions of lines.
  let wilds = 0
  while (symbols[wilds] === 'wild') wilds += 1
  const first = symbols[wilds] ?? 'wild'
  let count = wilds
  while (count < symbols.length && (symbols[count] === first || symbols[count] === 'wild')) count += 1
  const wildPay = def.paytable.wild?.[wilds] ?? 0
  const pay = first === 'scatter' ? 0 : (def.paytable[first]?.[count] ?? 0)
  return wildPay >= pay ? { symbol: 'wild', count: wilds, pay: wildPay } : { symbol: first, count, pay }
}

function lineWins(def: GameDef, view: readonly (readonly SymbolKey[])[], coin: number): Win[] {
  const wins: Win[] = []
  for (const [line, rows] of def.lines.entries()) {
    const symbols: SymbolKey[] = []
    for (let reel = 0; reel < rows.length; reel += 1) {
      const symbol = view[reel]?.[rows[reel] ?? 0]
      if (symbol) symbols.push(symbol)
    }
    const { symbol, count, pay } = payOfLine(def, symbols)
    if (pay > 0) wins.push({ line, symbols: count, symbol, amount: pay * coin })
  }
  return wins
}

function waysWins(def: GameDef, view: readonly (readonly SymbolKey[])[], coin: number): Win[] {
  const symbols = new Set((view[0] ?? []).filter((symbol) => symbol !== 'scatter' && symbol !== 'wild'))
  return [...symbols].flatMap((symbol) => {
    let ways = 1
    let count = 0
    for (const column of view) {
      const here = column.filter((other) => other === symbol || other === 'wild').length
      if (here === 0) break
      ways *= here
      count += 1
    }
    const pay = def.paytable[symbol]?.[count] ?? 0
    return pay > 0 ? [{ line: WAYS_WIN, symbols: count, symbol, amount: pay * ways * coin }] : []
  })
}
