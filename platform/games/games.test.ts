import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  evaluateStops,
  GAMES,
  type GameDef,
  JACKPOT_SHARE,
  type Outcome,
  SCATTER_WIN,
  seededRandom,
  spinGame,
  stripsOf,
  symbolAt,
} from './index.ts'
import { fraction, returnOf, spinValue } from './rtp.ts'

const games = Object.values(GAMES)
const stakeOf = (def: GameDef) => def.stakes[0] ?? 0

/** Plays every combination of stops with the code that evaluates a player's spin. */
function playAll(def: GameDef, free: boolean) {
  const strips = stripsOf(def, free)
  const stake = stakeOf(def)
  let win = 0
  let rounds = 0
  let plays = 0
  let jackpots = 0
  const walk = (stops: number[]) => {
    const strip = strips[stops.length]
    if (strip) {
      for (const stop of strip.keys()) walk([...stops, stop])
      return
    }
    const outcome = evaluateStops(def, stops, stake, free)
    win += outcome.win
    rounds += outcome.freeSpins
    jackpots += outcome.jackpot ? 1 : 0
    plays += 1
  }
  walk([])
  return {
    pay: fraction(BigInt(win), BigInt(plays * stake)),
    rounds: fraction(BigInt(rounds), BigInt(plays)),
    jackpots,
    plays,
  }
}

test.each(games)('$id returns exactly its stated return to player', (def) => {
  const exact = returnOf(def)
  expect(exact).toEqual(def.exactReturn)
  const rounded = Number((exact.numerator * 10n ** 12n) / exact.denominator) / 1e12 + JACKPOT_SHARE
  expect(def.rtp).toBe(Math.round(rounded * 10_000) / 10_000)
  expect(def.rtp).toBeGreaterThanOrEqual(0.94)
  expect(def.rtp).toBeLessThanOrEqual(0.965)
})

test('classic5 played at every stop returns the calculated value', () => {
  const def = GAMES.classic5 as GameDef
  const paid = playAll(def, false)
  expect(paid.plays).toBe(36 ** 3)
  expect({ pay: paid.pay, rounds: paid.rounds }).toEqual(spinValue(def, false))
  expect(paid.jackpots).toBe(1)
  const free = playAll(def, true)
  expect({ pay: free.pay, rounds: free.rounds }).toEqual(spinValue(def, true))
  expect(free.jackpots).toBe(0)
})

test.each(games)('$id on short reels, played at every stop, returns the calculated value', (def) => {
  // The same rules and pays on reels of seven stops, whose combinations are quickly played.
  const cut = (from: number) => def.reels.map((strip) => strip.slice(from, from + 7))
  for (const from of [7, 20]) {
    const short: GameDef = { ...def, reels: cut(from), free: { ...def.free, reels: cut(from + 3) } }
    for (const free of [false, true]) {
      const { pay, rounds } = playAll(short, free)
      expect({ pay, rounds }).toEqual(spinValue(short, free))
    }
  }
})

const anySpin = fc.record({
  def: fc.constantFrom(...games),
  pick: fc.nat({ max: 6 }),
  seed: fc.nat(),
  free: fc.boolean(),
})

test('every outcome is consistent with itself', () => {
  fc.assert(
    fc.property(anySpin, ({ def, pick, seed, free }) => {
      const stake = def.stakes[pick] ?? stakeOf(def)
      const strips = stripsOf(def, free)
      const outcome = spinGame(def, stake, seededRandom(seed), free)
      expect(outcome.stops).toHaveLength(def.reels.length)
      for (const [reel, stop] of outcome.stops.entries()) expect(strips[reel]?.[stop]).toBeDefined()
      expect(outcome.win).toBe(outcome.wins.reduce((sum, win) => sum + win.amount, 0))
      for (const win of outcome.wins) {
        expect(Number.isSafeInteger(win.amount) && win.amount > 0).toBe(true)
        expectInView(def, outcome, win, free)
      }
      expect(evaluateStops(def, outcome.stops, stake, free)).toEqual(outcome)
      if (free) expect(outcome.jackpot).toBe(false)
    }),
    { numRuns: 3000, seed: 1 },
  )
})

function expectInView(def: GameDef, outcome: Outcome, win: Outcome['wins'][number], free: boolean) {
  const strips = stripsOf(def, free)
  const at = (reel: number, row: number) => symbolAt(strips, outcome.stops, reel, row)
  const rows = [...Array(def.rows).keys()]
  if (win.line === SCATTER_WIN) {
    const seen = strips.flatMap((_, reel) => rows.filter((row) => at(reel, row) === 'scatter'))
    return expect(seen).toHaveLength(win.symbols)
  }
  for (let reel = 0; reel < win.symbols; reel += 1) {
    const here = win.line >= 0 ? [def.lines[win.line]?.[reel] ?? -1] : rows
    expect(here.some((row) => [win.symbol, 'wild'].includes(at(reel, row)))).toBe(true)
  }
}

test('equal seeds give equal runs, different ones do not', () => {
  const run = (seed: number) => {
    const random = seededRandom(seed)
    return Array.from({ length: 50 }, () => games.map((def) => spinGame(def, 100, random, false)))
  }
  expect(run(7)).toEqual(run(7))
  expect(run(7)).not.toEqual(run(8))
})

test.each(games)(
  '$id in a long simulation comes near its return to player',
  (def) => {
    const random = seededRandom(20_261_120)
    const plays = 100_000
    let won = 0
    let squares = 0
    for (let play = 0; play < plays; play += 1) {
      // A paid spin with all its free rounds, as the player sees it.
      let waiting = 1
      let pay = 0
      for (let round = 0; waiting > 0; round += 1) {
        const outcome = spinGame(def, 100, random, round > 0)
        pay += outcome.win
        waiting += outcome.freeSpins - 1
      }
      won += pay / 100
      squares += (pay / 100) ** 2
    }
    const mean = won / plays
    const error = Math.sqrt((squares / plays - mean ** 2) / plays)
    const exact = Number(def.exactReturn.numerator) / Number(def.exactReturn.denominator)
    expect(Math.abs(mean - exact)).toBeLessThan(4 * error)
    expect(error).toBeLessThan(0.04)
    const spread = error * Math.sqrt(plays)
    expect(def.volatility).toBe(spread < 3 ? 'low' : spread < 8 ? 'medium' : 'high')
  },
  30_000,
)

test.each([0, -100, 50, 150.5, 100_000_000, Number.NaN])('a stake of %s is a RangeError', (stake) => {
  for (const def of games) expect(() => spinGame(def, stake, seededRandom(1), false)).toThrow(RangeError)
})

test.each(games)('the definition of $id is consistent', (def) => {
  expect([...def.stakes].sort((a, b) => a - b)).toEqual(def.stakes)
  for (const stake of def.stakes) {
    expect(stake % 100).toBe(0)
    expect(stake % def.coins).toBe(0)
  }
  for (const line of def.lines) {
    expect(line).toHaveLength(def.reels.length)
    for (const row of line) expect(row).toBeLessThan(def.rows)
  }
  expect(def.reelStopsMs).toHaveLength(def.reels.length)
  expect(Math.max(...def.reelStopsMs)).toBeLessThan(def.durationMs)
  if (def.kind === 'lines') expect(def.lines).toHaveLength(def.coins)
})
