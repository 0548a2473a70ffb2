import { afterEach, beforeEach, expect, test } from 'vitest'
import type { GameState } from '../../../contract/live.ts'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { forgetSession } from '../../../core/session/wipe.ts'
import { IDLE } from '../play/game-visit.fake.ts'
import { JURISDICTION_RULES } from '../player-protection/jurisdiction.ts'
import { promptOf, stakeCapOf } from '../player-protection/session-limits.ts'
import { readSpin } from './read-spin.ts'
import {
  addTime,
  addToSession,
  leaveMachine,
  NO_TOTALS,
  type SessionTotals,
  storedTotals,
  storeTotals,
} from './session-totals.ts'

const MINUTE = 60_000
const SPIN = { id: 'a', stake: 500, win: 0, free: false, jackpot: 0 }
const state = (change: Partial<GameState>): GameState => ({ ...IDLE, ...change })
const add = (totals: SessionTotals, machine: string, next: Partial<GameState>, wasFree = false) =>
  addToSession(totals, readSpin(totals.spin, machine, state(next), wasFree))
const count = (totals: SessionTotals, machine: string, ...states: Partial<GameState>[]) =>
  states.reduce((now: SessionTotals, next) => add(now, machine, next), totals)
const NOTHING = { ...JURISDICTION_RULES.ON, clock: false }

/** Moves the login to local storage, where another player's values may be. */
function rememberLogin(): void {
  Object.assign(localStorage, { ...sessionStorage })
  sessionStorage.clear()
}

beforeEach(() => {
  sessionStorage.setItem('reelcast.token', 'secret')
  sessionStorage.setItem('reelcast.player', '1\ndemo')
  setSignedIn('secret', user)
})
afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

test('a spin counts once: its stake at the start, its win with the jackpot at the outcome', () => {
  const begun = count(
    NO_TOTALS,
    '7',
    { spin: null },
    { phase: 'spinning', spin: SPIN },
    { phase: 'spinning', spin: SPIN },
  )
  expect(begun.net).toBe(-500)
  const won = { ...SPIN, win: 10_800, jackpot: 10_000 }
  const done = count(begun, '7', { spin: won }, { spin: won, seq: 9 })
  expect(done.net).toBe(10_300)
})

test('a spin whose start was missed counts in full; a free one has no stake', () => {
  const sat = count(NO_TOTALS, '7', { spin: null })
  expect(count(sat, '7', { spin: { ...SPIN, win: 200 } }).net).toBe(-300)
  expect(count(sat, '7', { spin: { ...SPIN, free: true, win: 200 } }).net).toBe(200)
})

test("each free spin counts its own win, not the round's total", () => {
  const sat = count(NO_TOTALS, '7', { spin: null })
  const round = count(
    sat,
    '7',
    { phase: 'spinning', spin: SPIN },
    { spin: { ...SPIN, win: 300 }, win: 300, freeSpins: 2 },
    { phase: 'spinning', spin: { ...SPIN, id: 'b', free: true }, freeSpins: 1 },
    { spin: { ...SPIN, id: 'b', free: true, win: 400 }, win: 400, freeSpins: 1, bonusWin: 400 },
    { phase: 'spinning', spin: { ...SPIN, id: 'c', free: true }, bonusWin: 400 },
    { spin: { ...SPIN, id: 'c', free: true, win: 250 }, win: 250, bonusWin: 650 },
  )
  expect(round.net).toBe(-500 + 300 + 400 + 250)
})

test('spins from before this session are not counted', () => {
  const sat = count(NO_TOTALS, '7', { spin: { ...SPIN, win: 99_000 } })
  expect(sat.net).toBe(0)
  const left = leaveMachine(count(sat, '7', { spin: { ...SPIN, id: 'b' } }))
  expect(left.net).toBe(-500)
  expect(count(left, '7', { spin: { ...SPIN, id: 'c', win: 99_000 } }).net).toBe(-500)
})

test('a new seat reports no spin: none has started, and an open one stays open', () => {
  const played = count(NO_TOTALS, '7', { spin: null }, { phase: 'spinning', spin: SPIN }, { spin: SPIN })
  expect(played.net).toBe(-500)
  const back = count(played, '7', { spin: null })
  expect(back.net).toBe(-500)
  expect(count(back, '7', { spin: { ...SPIN, id: 'b', win: 200 } }).net).toBe(-800)
  const open = count(NO_TOTALS, '7', { spin: null }, { phase: 'spinning', spin: SPIN })
  expect(count(open, '7', { spin: null, win: 900 }).net).toBe(-500)
})

test('a reloaded page and the next machine continue the totals', () => {
  storeTotals(count(storedTotals(), '7', { spin: null }, { phase: 'spinning', spin: SPIN }))
  storeTotals(count(storedTotals(), '7', { spin: { ...SPIN, win: 700 } }))
  expect(storedTotals().net).toBe(200)
  expect(count(storedTotals(), '8', { spin: null }, { spin: { ...SPIN, id: 'x' } }).net).toBe(-300)
})

test('a duplicated tab counts on where its login is, not where it was copied', () => {
  sessionStorage.setItem('reelcast.login-id', 'l1')
  const copied = { ...sessionStorage }
  storeTotals({ ...storedTotals(), net: -900, played: MINUTE })
  sessionStorage.clear()
  Object.assign(sessionStorage, copied)
  expect(storedTotals()).toMatchObject({ net: -900, played: MINUTE })
  // Local storage names no player who is not remembered.
  expect(JSON.stringify(localStorage)).not.toContain('demo')
  sessionStorage.setItem('reelcast.login-id', 'l2')
  expect(storedTotals()).toEqual({ ...NO_TOTALS, player: '1\ndemo' })
})

test('a player whom the server names later, or anew, keeps the totals; another one has none', () => {
  rememberLogin()
  localStorage.setItem('reelcast.player', '\ndemo')
  storeTotals({ ...storedTotals(), net: -900, played: MINUTE, pausedUntil: 5 })
  for (const player of ['1\ndemo', '1\nnewname', '1\n']) {
    localStorage.setItem('reelcast.player', player)
    expect(storedTotals()).toMatchObject({ player, net: -900, played: MINUTE, pausedUntil: 5 })
    storeTotals(storedTotals())
  }
  localStorage.setItem('reelcast.player', '2\nnewname')
  expect(storedTotals()).toEqual({ ...NO_TOTALS, player: '2\nnewname' })
})

test("time is the page's: a clock that is set counts nothing and moves the break, two pages count once", () => {
  const ticks = (at: number, page: number) => ({ at, page })
  const begun = addTime({ ...NO_TOTALS, pausedUntil: 9000 }, ticks(1000, 10), ticks(1000, 10))
  expect(begun).toMatchObject({ played: 0, at: 1000, pausedUntil: 9000 })
  const next = addTime(begun, ticks(1000, 10), ticks(2000, 1010))
  expect(next).toMatchObject({ played: 1000, at: 2000, pausedUntil: 9000 })
  const forward = addTime(next, ticks(2000, 1010), ticks(2000 + 60 * MINUTE, 2010))
  expect(forward).toMatchObject({ played: 2000, pausedUntil: 9000 + 60 * MINUTE - 1000 })
  const back = addTime(forward, ticks(forward.at, 2010), ticks(4000, 3010))
  expect(back).toMatchObject({ played: 3000, at: 4000, pausedUntil: 9000 })
  // The other page has counted until 3800.
  const both = addTime({ ...back, at: 4800 }, ticks(4000, 3010), ticks(5000, 4010))
  expect(both).toMatchObject({ played: 3200, at: 5000, pausedUntil: 9000 })
})

test('the totals end with the session, and do not return', () => {
  storeTotals({ ...NO_TOTALS, net: -500, player: '1\ndemo' })
  expect(storedTotals().net).toBe(-500)
  forgetSession()
  storeTotals({ ...NO_TOTALS, net: -500, player: '1\ndemo' })
  setSignedOut()
  storeTotals({ ...NO_TOTALS, net: -500, player: '1\ndemo' })
  expect(Object.keys(sessionStorage).concat(Object.keys(localStorage))).toEqual([])
})

test("another player's or unreadable totals are ignored", () => {
  rememberLogin()
  storeTotals({ ...NO_TOTALS, net: -500, player: '2\nzeynep' })
  expect(storedTotals()).toEqual({ ...NO_TOTALS, player: '1\ndemo' })
  localStorage.setItem('reelcast.play', '{"net":"x"}')
  expect(storedTotals().net).toBe(0)
})

test.each([
  ['nothing is set', {}, { played: 1e9, net: -1e9 }, undefined],
  ['less than the limit is lost', { lossLimit: 1000 }, { net: -900 }, undefined],
  ['the limit is lost', { lossLimit: 1000 }, { net: -1000 }, 'loss'],
  ['the lowest stake would go beyond it', { lossLimit: 1000 }, { net: -901 }, 'loss'],
  ['the time is over', { sessionLimit: MINUTE }, { played: MINUTE }, 'session'],
  ['a check is due', { realityCheck: MINUTE }, { played: 5 * MINUTE, answered: 4 * MINUTE }, 'check'],
  ['it was answered', { realityCheck: MINUTE }, { played: 5 * MINUTE, answered: 4 * MINUTE + 1 }, undefined],
] as const)('%s', (_, limits, account, asked) => {
  expect(promptOf({ ...NO_TOTALS, ...account }, { ...NOTHING, ...limits }, 100)?.why).toBe(asked)
})

test('the stake is capped by the remaining loss limit and by the jurisdiction', () => {
  const cap = (net: number, limits: object) => stakeCapOf({ ...NO_TOTALS, net }, { ...NOTHING, ...limits })
  expect(cap(0, {})).toBe(Number.POSITIVE_INFINITY)
  expect(cap(-700, { lossLimit: 1000 })).toBe(300)
  expect(cap(500, { lossLimit: 1000, maxStake: 100 })).toBe(100)
  expect(cap(-2000, { lossLimit: 1000 })).toBe(0)
})
