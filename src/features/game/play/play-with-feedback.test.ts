import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Code } from '../../../contract/codes.ts'
import { failed } from '../../../contract/result.ts'
import { cashOut, load, spin, startCooldown } from './actions.ts'
import { fakeGameVisit, IDLE } from './game-visit.fake.ts'
import { spinWithFeedback } from './play-with-feedback.ts'
import {
  blockedBy,
  blockPlay,
  capabilities,
  minStake,
  moveStake,
  setSpinCycle,
  setStakeCap,
  spinBlock,
  spinCycle,
  stake,
} from './state.ts'

/* What stands between two spins: the shortest cycle, whoever holds play, and the most that may be staked. */

const CYCLE = spinCycle.peek()
let visit: ReturnType<typeof fakeGameVisit>
const spins = () => visit.requests.filter(({ name }) => name === 'spin').length
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** A spin that has ended before its cycle has. */
async function quickSpin(seq: number): Promise<void> {
  spinWithFeedback()
  await visit.lastRequest().ok({ game: { ...IDLE, seq } })
}

beforeEach(async () => {
  visit = fakeGameVisit()
  await visit.connect()
  vi.useFakeTimers()
})
afterEach(() => {
  visit.leavePage()
  blockPlay(false)
  blockPlay(false, 'tools')
  setStakeCap(Number.POSITIVE_INFINITY)
  setSpinCycle(CYCLE)
  startCooldown(0)
  vi.useRealTimers()
})

test('the default cycle is 2.5 s, from start to start', async () => {
  expect(CYCLE).toBe(2500)
  await quickSpin(2)
  expect([spinWithFeedback(), spinBlock.value]).toEqual(['cooldown', 'cooldown'])
  await pass(CYCLE - 1)
  expect([spinWithFeedback(), spins()]).toEqual(['cooldown', 1])
  await pass(1)
  expect([spinWithFeedback(), spins()]).toEqual([undefined, 2])
})

test('the cycle is configurable, also to none', async () => {
  setSpinCycle(5000)
  await quickSpin(2)
  await pass(4999)
  expect(spinBlock.value).toBe('cooldown')
  await pass(1)
  setSpinCycle(0)
  await quickSpin(3)
  expect(spinBlock.value).toBeUndefined()
})

test('a refused spin has no cooldown', async () => {
  const answer = spin()
  await visit.lastRequest().refuse(60007)
  await answer
  expect(spinBlock.value).toBeUndefined()
})

test('while play is blocked nothing is staked or loaded, and cash-out works', async () => {
  blockPlay(true, 'tools')
  blockPlay(true)
  blockPlay(false, 'tools')
  expect([blockedBy.value, spinWithFeedback(), await spin(), await load(100)]).toEqual([
    'held',
    'held',
    undefined,
    undefined,
  ])
  expect(visit.requests.map(({ name }) => name)).toEqual(['init'])
  void cashOut()
  expect(visit.lastRequest().name).toBe('cashout')
  blockPlay(false)
  expect(blockedBy.value).toBeUndefined()
})

test('stakes above the cap are not offered or played; stepping down leads to the highest below it', () => {
  moveStake('max')
  setStakeCap(600)
  expect([capabilities.value.stakes, minStake.value]).toEqual([[100, 500], 100])
  expect([stake.value, spinWithFeedback()]).toEqual([1000, 'stake'])
  moveStake('down')
  expect([stake.value, spinBlock.value]).toEqual([500, undefined])
  setStakeCap(Number.POSITIVE_INFINITY)
  moveStake('up')
  expect(stake.value).toBe(1000)
})

test("what the player's own limit refuses stays blocked until the limit resets, a lower stake does not", async () => {
  moveStake('max')
  spinWithFeedback()
  const until = new Date(Date.now() + 60_000).toISOString()
  const params = { limit: 2000, left: 700, until }
  await visit.lastRequest().answer(failed('refused', { code: Code.ownLossDay, params }))
  expect([stake.value, spinWithFeedback()]).toEqual([1000, 'ownLimit'])
  moveStake('down')
  expect([stake.value, spinBlock.value]).toEqual([500, undefined])
  moveStake('up')
  await pass(60_000)
  expect([stake.value, spinBlock.value]).toEqual([1000, undefined])
})
