import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GameState } from '../../../contract/live.ts'
import { readSpin, type SpinMark } from './read-spin.ts'
import { addToSession, NO_TOTALS } from './session-totals.ts'
import { addToVisit, netOf, startTotals } from './visit-totals.ts'

const IDLE: GameState = { seq: 1, phase: 'idle', credit: 0, stake: 500, win: 0, freeSpins: 0, bonusWin: 0 }

type Step =
  | { kind: 'load' | 'stake'; cents: number }
  | { kind: 'win' | 'free'; cents: number }
  | { kind: 'cashOut' }

/** A machine as the platform's: what it says after each step, and what truly moved. */
function play(steps: readonly Step[], credit: number) {
  let now: GameState = { ...IDLE, credit }
  const said = [now]
  const truth = { loaded: credit, staked: 0, won: 0, cashedOut: 0, spins: 0, freeSpins: 0 }
  const say = (next: Partial<GameState>) => {
    now = { ...now, ...next, seq: now.seq + 1 }
    said.push(now)
  }
  let id = 0
  for (const step of steps) {
    if (step.kind === 'load') {
      truth.loaded += step.cents
      say({ credit: now.credit + step.cents })
    } else if (step.kind === 'cashOut') {
      truth.cashedOut += now.credit
      say({ credit: 0 })
    } else {
      const free = step.kind === 'free'
      const stake = step.kind === 'stake' ? step.cents : 100
      if (!free && stake > now.credit) continue
      const win = step.kind === 'stake' ? 0 : step.cents
      const spin = { id: String(++id), stake, win: 0, free, jackpot: 0 }
      truth.staked += free ? 0 : stake
      truth.won += win
      truth[free ? 'freeSpins' : 'spins']++
      say({ phase: 'spinning', credit: now.credit - (free ? 0 : stake), win: 0, spin })
      say({
        phase: 'idle',
        credit: now.credit + win,
        win,
        spin: { ...spin, win, jackpot: free ? 0 : win >> 1 },
      })
    }
  }
  return { said, truth }
}

const cents = fc.integer({ min: 1, max: 10_000_000 })
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('load' as const, 'stake' as const), cents }),
  fc.record({ kind: fc.constantFrom('win' as const, 'free' as const), cents }),
  fc.record({ kind: fc.constant('cashOut' as const) }),
)

function counted([first = IDLE, ...said]: readonly GameState[]) {
  let mark: SpinMark = readSpin(undefined, '7', first, false).mark
  let totals = startTotals(first.credit)
  let wasFree = first.freeSpins > 0
  for (const state of said) {
    const step = readSpin(mark, '7', state, wasFree)
    totals = addToVisit(totals, state.credit, step)
    mark = step.mark
    wasFree = state.freeSpins > 0
  }
  return totals
}

test('every cent is counted once: net = credit + cashed out - loaded = won - staked', () => {
  fc.assert(
    fc.property(fc.array(step), fc.nat({ max: 1_000_000 }), (steps, credit) => {
      const { said, truth } = play(steps, credit)
      const money = counted(said)
      expect(money).toMatchObject(truth)
      expect(netOf(money)).toBe(money.won - money.staked)
      expect(netOf(money)).toBe(truth.won - truth.staked)
    }),
  )
})

test('duplicated states and a lost spin start do not change the totals', () => {
  fc.assert(
    fc.property(fc.array(step), fc.infiniteStream(fc.nat({ max: 2 })), (steps, chance) => {
      const { said, truth } = play(steps, 5000)
      // A spinning push may be lost; what stands after it tells the whole of the spin.
      const heard = said.flatMap((state) => {
        const luck = chance.next().value ?? 1
        if (state.phase === 'spinning' && luck === 0) return []
        return luck === 2 ? [state, state] : [state]
      })
      expect(counted(heard)).toMatchObject(truth)
    }),
  )
})

test("the visit's net result is the session's, from whichever state the visit starts", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), cents, fc.nat(60), (steps, credit, start) => {
      const { said } = play(steps, credit)
      const [first = IDLE, ...rest] = said.slice(Math.min(start, said.length - 1))
      let session = addToSession(NO_TOTALS, readSpin(undefined, '7', first, false))
      let visit = startTotals(first.credit)
      for (const state of rest) {
        const next = readSpin(session.spin, '7', state, false)
        visit = addToVisit(visit, state.credit, next)
        session = addToSession(session, next)
      }
      expect(netOf(visit)).toBe(session.net)
      expect(netOf(visit)).toBe(visit.won - visit.staked)
    }),
  )
})

test('a spin that was running at the start counts with neither stake nor win: its win is credit that was brought', () => {
  const spin = { id: '9', stake: 500, win: 0, free: false, jackpot: 0 }
  const money = counted([
    { ...IDLE, phase: 'spinning', credit: 1000, spin },
    { ...IDLE, credit: 3000, win: 2000, spin: { ...spin, win: 2000 } },
  ])
  expect(money).toMatchObject({ loaded: 3000, staked: 0, won: 0 })
  expect(netOf(money)).toBe(0)
})

test('without spin numbers spins are counted by start and end', () => {
  const money = counted([
    { ...IDLE, credit: 5000 },
    { ...IDLE, phase: 'spinning', credit: 4500 },
    { ...IDLE, phase: 'spinning', credit: 4500 },
    { ...IDLE, credit: 5700, win: 1200, freeSpins: 1 },
    { ...IDLE, phase: 'spinning', credit: 5700, freeSpins: 0 },
    { ...IDLE, credit: 5800, win: 100 },
    { ...IDLE, credit: 5800, win: 100 },
  ])
  expect(money).toMatchObject({ staked: 500, won: 1300, spins: 1, freeSpins: 1, loaded: 5000, cashedOut: 0 })
  expect(netOf(money)).toBe(800)
})
