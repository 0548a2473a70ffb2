import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createViewers, type Right } from './viewers.ts'

const peers = { close: vi.fn(), release: vi.fn() }
let viewers: ReturnType<typeof createViewers>

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  viewers = createViewers({ maxPerPlayer: 4 }, peers)
})
afterEach(() => {
  vi.useRealTimers()
})

/** Opens a viewer, whose right the test changes. */
function open(id: string, playerId: string, first: Right, machineId = '1') {
  const viewer: { right: Right | undefined } = { right: first }
  const login = { playerId, loginId: `login of ${playerId}` }
  const added = viewers.add(id, machineId, { login, right: () => viewer.right })
  expect(added).toEqual({ isHeld: first === 'connect' })
  viewers.setOpen(id)
  return viewer
}

test('a held viewer is released with the seat of its player, once', () => {
  const held = open('held', 'alice', 'connect')
  open('open', 'bob', 'seat', '3')
  held.right = 'seat'
  viewers.recheck('2')
  expect(peers.release).not.toHaveBeenCalled()
  viewers.recheck('1')
  viewers.recheck('1')
  expect(peers.release.mock.calls).toEqual([['held']])
  vi.advanceTimersByTime(60_000)
  expect(peers.close).not.toHaveBeenCalled()
})

test('a held viewer is closed when another player has the seat, and when its own is not seated in time', () => {
  const late = open('late', 'bob', 'connect')
  open('other', 'carol', 'connect', '2')
  late.right = undefined
  viewers.recheck('1')
  expect(peers.close.mock.calls).toEqual([['late']])
  vi.advanceTimersByTime(10_000)
  expect(peers.close.mock.calls).toEqual([['late'], ['other']])
  expect(peers.release).not.toHaveBeenCalled()
})

test('a seat that comes before the worker has answered releases the viewer with the answer', () => {
  const viewer: { right: Right } = { right: 'connect' }
  viewers.add('opening', '1', { right: () => viewer.right })
  viewer.right = 'seat'
  viewers.recheck('1')
  expect(peers.release).not.toHaveBeenCalled()
  viewers.setOpen('opening')
  expect(peers.release.mock.calls).toEqual([['opening']])
})

test('a further viewer of the player closes the held ones, not the open ones within the limit', () => {
  open('held', 'alice', 'connect')
  open('open', 'alice', 'seat')
  open('other', 'bob', 'connect', '2')
  open('next', 'alice', 'seat')
  expect(peers.close.mock.calls).toEqual([['held']])
})

test('nothing waits for a seat once its viewer is gone', () => {
  open('gone', 'alice', 'connect')
  viewers.remove('gone')
  vi.advanceTimersByTime(60_000)
  expect(peers.close).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})
