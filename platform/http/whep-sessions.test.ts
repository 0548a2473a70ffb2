import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWhepSessions } from './whep-sessions.ts'

const of = (playerId: string, machineId = '1') => ({ machineId, playerId, loginId: `login of ${playerId}` })
const engine = { close: vi.fn((id: string) => sessions.remove(id)), release: vi.fn() }
let sessions: ReturnType<typeof createWhepSessions>

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  sessions = createWhepSessions(engine, 4)
})
afterEach(() => {
  vi.useRealTimers()
})

test('a held session is released with the seat of its player, once', () => {
  sessions.add('held', of('alice'), true)
  sessions.add('elsewhere', of('alice', '2'), true)
  sessions.add('open', of('alice'), false)
  sessions.seat('1', 'alice')
  sessions.seat('1', 'alice')
  expect(engine.release.mock.calls).toEqual([['held']])
  vi.advanceTimersByTime(9_000)
  expect(engine.close).not.toHaveBeenCalled()
})

test('a held session is closed when another player has the seat, and when its own is not seated in time', () => {
  sessions.add('late', of('bob'), true)
  sessions.add('other', of('bob', '2'), true)
  sessions.seat('1', 'alice')
  expect(engine.close.mock.calls).toEqual([['late']])
  vi.advanceTimersByTime(10_000)
  expect(engine.close.mock.calls).toEqual([['late'], ['other']])
  expect(engine.release).not.toHaveBeenCalled()
})

test('a further session of the player closes the held ones, not the open ones within the limit', () => {
  sessions.add('held', of('alice'), true)
  sessions.add('open', of('alice'), false)
  sessions.add('other', of('bob', '2'), true)
  sessions.makeRoom('alice')
  expect(engine.close.mock.calls).toEqual([['held']])
})

test('nothing waits for a seat once its session is gone', () => {
  sessions.add('gone', of('alice'), true)
  sessions.remove('gone')
  vi.advanceTimersByTime(60_000)
  expect(engine.close).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})
