import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { GameState } from '../../../contract/live.ts'
import { setJoined, setSeat } from '../../../core/connection/state.ts'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { fakeGameVisit, IDLE, INIT_ACK } from '../play/game-visit.fake.ts'
import { applyGame, applyInit, game, resetGame } from '../play/state.ts'
import { startPlayRecord } from './record-play.ts'
import { NO_TOTALS } from './session-totals.ts'
import { MAX_VISIT_SPINS, sessionTotals, setSessionTotals, visitSpins, visitTotals } from './state.ts'
import { netOf } from './visit-totals.ts'

let seq = 1
let spins = 0
let stops: (() => void)[] = []
const start = () => stops.push(startPlayRecord(() => 0))
const show = (change: Partial<GameState>) => applyGame({ ...(game.peek() ?? IDLE), ...change, seq: ++seq })

function spinOnce(stake: number, win: number): void {
  const credit = (game.peek()?.credit ?? 0) - stake
  const spin = { id: `spin-${++spins}`, stake, win: 0, free: false, jackpot: 0 }
  show({ phase: 'spinning', credit, spin })
  show({ phase: 'idle', credit: credit + win, win, spin: { ...spin, win } })
}
const nets = () => [visitTotals.value && netOf(visitTotals.value), sessionTotals.value.net]

beforeEach(() => {
  resetGame()
  setSessionTotals(NO_TOTALS)
  applyInit({ ...INIT_ACK, game: { ...IDLE, seq: ++seq } })
})
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
})

test('spins from before the record started count for game session and login session', () => {
  spinOnce(500, 200)
  start()
  expect(nets()).toEqual([-300, -300])
  spinOnce(500, 1700)
  expect(nets()).toEqual([900, 900])
})

test('a spin whose first state is its outcome counts, as in an acknowledgement', () => {
  start()
  const spin = { id: 'at-once', stake: 500, win: 1700, free: false, jackpot: 0 }
  show({ phase: 'idle', credit: (game.peek()?.credit ?? 0) + 1200, win: 1700, spin })
  expect(nets()).toEqual([1200, 1200])
  expect(visitSpins.value).toMatchObject([{ id: 'at-once', stake: 500, win: 1700 }])
})

test('a spin that a state takes back for a while counts once', () => {
  start()
  spinOnce(500, 200)
  const last = game.peek()
  const next = { id: `spin-${++spins}`, stake: 500, win: 0, free: false, jackpot: 0 }
  show({ phase: 'spinning', spin: next })
  // The platform was restarted, and its cabinet has not reported yet.
  show({ ...last })
  show({ phase: 'spinning', spin: next })
  show({ phase: 'idle', win: 700, spin: { ...next, win: 700 } })
  expect(visitTotals.value).toMatchObject({ staked: 1000, won: 900, spins: 2 })
  expect(visitSpins.value).toHaveLength(2)
})

test('credit that somebody else puts into a cabinet is no load of the player, nor its end a cash-out', () => {
  start()
  show({ credit: IDLE.credit + 5000, cabinet: { status: 'ready', foreignCredit: 5000 } })
  spinOnce(500, 200)
  const own = { loaded: IDLE.credit, cashedOut: 0, credit: IDLE.credit - 300 }
  expect(visitTotals.value).toMatchObject(own)
  show({ credit: IDLE.credit - 300, cabinet: { status: 'ready' } })
  expect(visitTotals.value).toMatchObject(own)
  expect(nets()).toEqual([-300, -300])
})

test('two users share one record, which ends with the last of them', () => {
  start()
  start()
  spinOnce(500, 0)
  stops.pop()?.()
  spinOnce(500, 0)
  expect(nets()).toEqual([-1000, -1000])
  expect(visitSpins.value).toHaveLength(2)
  stops.pop()?.()
  expect([visitTotals.value, visitSpins.value]).toEqual([undefined, []])
})

test('a visit after a hold that was paid out does not count the spin of the player between', async () => {
  start()
  spinOnce(500, 200)
  for (const stop of stops.splice(0)) stop()
  setJoined()
  setSeat({ status: false })
  const visit = fakeGameVisit('7')
  await visit.setChannelState('up')
  const spin = { id: 'of-another', stake: 1000, win: 5000, free: false, jackpot: 0 }
  await visit.lastRequest().ok({ ...INIT_ACK, game: { ...IDLE, seq: ++seq, spin } })
  start()
  expect(nets()).toEqual([0, -300])
  expect(visitSpins.value).toEqual([])
  visit.leavePage()
  setSignedOut()
})

describe('a reloaded page', () => {
  const spin = { id: 'spin-x', stake: 500, win: 0, free: false, jackpot: 0 }
  beforeEach(() => {
    localStorage.setItem('reelcast.token', 'secret')
    localStorage.setItem('reelcast.player', '1\ndemo')
    setSignedIn('secret', user)
  })
  afterEach(() => localStorage.clear())

  /** Forgets what a page forgets; the machine then shows `found`. */
  function reload(found: Partial<GameState>): void {
    const stored = localStorage.getItem('reelcast.play') ?? ''
    for (const stop of stops.splice(0)) stop()
    setSessionTotals(NO_TOTALS)
    localStorage.setItem('reelcast.play', stored)
    resetGame()
    applyInit({ ...INIT_ACK, game: { ...IDLE, ...found, seq: ++seq } })
    start()
  }

  test("continues the game session's totals: loaded, played and won", () => {
    start()
    spinOnce(500, 700)
    const before = { ...visitTotals.value }
    const state = game.peek() ?? IDLE
    reload(state)
    expect(visitTotals.value).toEqual(before)
    expect(before).toMatchObject({ loaded: IDLE.credit, staked: 500, won: 700, spins: 1 })
  })

  test('counts once a spin that ended meanwhile and one that is running', () => {
    start()
    show({ phase: 'spinning', credit: IDLE.credit - 500, spin })
    reload({ credit: IDLE.credit + 200, spin: { ...spin, win: 700 } })
    expect(visitTotals.value).toMatchObject({ loaded: IDLE.credit, staked: 500, won: 700, spins: 1 })
    expect(nets()).toEqual([200, 200])
  })

  test('starts at zero at another machine or after a new seat', () => {
    start()
    spinOnce(500, 0)
    reload({ credit: 4000, spin: null })
    expect(visitTotals.value).toMatchObject({ loaded: 4000, staked: 0, won: 0 })
  })
})

test('at the next machine the game session starts at zero and the login session continues', () => {
  start()
  spinOnce(500, 0)
  applyInit({ ...INIT_ACK, machine: { ...INIT_ACK.machine, id: '8' }, game: { ...IDLE, seq: ++seq } })
  spinOnce(500, 100)
  expect(nets()).toEqual([-400, -900])
})

test('a long visit lists its last spins, and its totals count all', () => {
  start()
  for (let round = 0; round < MAX_VISIT_SPINS + 5; round++) spinOnce(500, 0)
  expect(visitSpins.value).toHaveLength(MAX_VISIT_SPINS)
  expect(visitSpins.value[0]?.id).toBe(`spin-${spins}`)
  expect(visitTotals.value?.spins).toBe(MAX_VISIT_SPINS + 5)
})
