import { afterEach, expect, test, vi } from 'vitest'
import { fakeGameVisit } from '../play/game-visit.fake.ts'
import { blockedBy, canCashOut, setPending } from '../play/state.ts'
import { startAutoCashOut } from './actions.ts'

const TIMEOUT_MS = 15_000

/** A test with an endless loop of microtasks would not end. */
const MAX_TRIES = 100

const wantedFor = (tries: number) => vi.fn(() => tries-- > 0)

let visit: ReturnType<typeof fakeGameVisit>
afterEach(() => visit.leavePage())

test('it ends at once when the player has left the machine', async () => {
  visit = fakeGameVisit()
  await visit.connect()
  visit.leavePage()
  expect(canCashOut.value).toBe(true)
  const isWanted = wantedFor(MAX_TRIES)
  const run = startAutoCashOut(isWanted, TIMEOUT_MS)
  await run.done
  run.unblockPlay()
  expect(isWanted.mock.calls.length).toBeLessThan(5)
})

test('it waits for a pending command, blocks play meanwhile, and cashes out once', async () => {
  visit = fakeGameVisit()
  await visit.connect()
  setPending('spin')
  const run = startAutoCashOut(() => true, TIMEOUT_MS)
  expect([visit.lastRequest().name, blockedBy.value]).toEqual(['init', 'held'])
  setPending(undefined)
  await vi.waitFor(() => expect(visit.lastRequest().name).toBe('cashout'))
  await visit.lastRequest().ok({ balance: 60_000, amount: 10_000 })
  await run.done
  run.unblockPlay()
  expect(blockedBy.value).toBeUndefined()
})
