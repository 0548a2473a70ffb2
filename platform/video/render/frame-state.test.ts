import { expect, test } from 'vitest'
import { cellsOf } from '../../games/cells.ts'
import { evaluateStops, GAMES, type GameDef, seededRandom, spinGame } from '../../games/index.ts'
import type { MachineState } from '../protocol/machine-state.ts'
import { frameStateAt } from './frame-state.ts'

const def = GAMES.lines10 as GameDef
const START = 1_000_000
const END = Math.max(...def.reelStopsMs)

function stateOf(wanted: (outcome: ReturnType<typeof spinGame>) => boolean, free = false): MachineState {
  const random = seededRandom(4)
  let outcome = spinGame(def, 500, random, free)
  while (!wanted(outcome)) outcome = spinGame(def, 500, random, free)
  return {
    scene: { id: '7', name: 'Kervan 07', brand: 'kervan', game: def.id },
    meters: { credit: 0, win: 0, stake: 500, freeSpins: 0 },
    last: {
      spin: { spinId: '1', stops: outcome.stops, wins: outcome.wins, free, stake: 500 },
      startedAt: START,
    },
  }
}

test('reels stop one after the other at their times, on the stops of the outcome', () => {
  const state = stateOf(({ win }) => win === 0)
  for (const [reel, stopMs] of def.reelStopsMs.entries()) {
    const before = frameStateAt(def, state, START + stopMs - 1)
    const after = frameStateAt(def, state, START + stopMs)
    expect(before.reels[reel]?.standing).toBe(false)
    expect(after.reels[reel]).toMatchObject({ standing: true, position: state.last?.spin.stops[reel] })
    expect(after.standing).toBe(reel === def.reels.length - 1)
  }
})

test('wins are shown after all reels have stopped: together, then one after the other', () => {
  const state = stateOf(({ wins, win }) => wins.length === 3 && win > 500)
  const wins = state.last?.spin.wins ?? []
  const shown = (ms: number) => frameStateAt(def, state, START + END + ms).wins
  expect(shown(-1)).toEqual([])
  expect(shown(200)).toEqual(wins)
  expect([1300, 2250, 3200, 4150].map(shown)).toEqual([[wins[0]], [wins[1]], [wins[2]], [wins[0]]])
})

test('a return of at most the stake lights nothing, and one of a free round is a win', () => {
  const isReturn = ({ win, freeSpins, jackpot }: ReturnType<typeof spinGame>) =>
    win > 0 && win <= 500 && freeSpins === 0 && !jackpot
  const at = (state: MachineState) => frameStateAt(def, state, START + END + 200).wins
  const paid = stateOf(isReturn)
  expect(paid.last?.spin.wins.length).toBeGreaterThan(0)
  expect(at(paid)).toEqual([])
  expect(at(stateOf(isReturn, true)).length).toBeGreaterThan(0)
  expect(at(stateOf(({ win }) => win > 500)).length).toBeGreaterThan(0)
  // The scatters that bring free rounds light up, whatever they pay.
  const award = stateOf(({ win, freeSpins }) => freeSpins > 0 && win > 0)
  if (!award.last) throw new Error('no spin')
  const { spin, startedAt } = award.last
  const stake = spin.wins.reduce((sum, { amount }) => sum + amount, 0)
  expect(at({ ...award, last: { spin: { ...spin, stake }, startedAt } }).length).toBeGreaterThan(0)
})

test('a bonus award shows a banner, and free spins change the cabinet', () => {
  const award = stateOf(({ freeSpins }) => freeSpins === 10)
  expect(frameStateAt(def, award, START + END + 500).banner).toMatchObject({ kind: 'free', count: 10 })
  expect(frameStateAt(def, award, START + END + 500).bonus).toBe(false)
  const free = stateOf(() => true, true)
  expect(frameStateAt(def, free, START + 100).bonus).toBe(true)
  expect(frameStateAt(def, free, START + 60_000).bonus).toBe(false)
})

test('the cells of a win hold its symbol or a wild, for every game', () => {
  const random = seededRandom(12)
  for (const game of Object.values(GAMES)) {
    for (let i = 0; i < 300; i += 1) {
      const free = i % 3 === 0
      const { stops, wins } = spinGame(game, 100, random, free)
      const spin = { spinId: '1', stops, wins, free }
      for (const win of wins) {
        const cells = cellsOf(game, spin, win)
        expect(cells.length).toBeGreaterThanOrEqual(win.symbols)
        // Away from their cells nothing pays: the reels they span are exactly the first ones, or hold
        // scatters.
        const reels = new Set(cells.map(({ reel }) => reel))
        expect(reels.size).toBeGreaterThanOrEqual(win.symbol === 'scatter' ? 1 : win.symbols)
      }
      expect(evaluateStops(game, stops, 100, free).wins).toEqual(wins)
    }
  }
})
