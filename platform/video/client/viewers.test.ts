import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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

test.each(['connect', 'ending'] as const)('a picture is closed 1 s after its right became %s', (right) => {
  const seated = open('seated', 'alice', 'seat')
  seated.right = right
  viewers.recheck('1')
  vi.advanceTimersByTime(600)
  viewers.recheck('1')
  vi.advanceTimersByTime(399)
  expect(peers.close).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(peers.close.mock.calls).toEqual([['seated']])
  expect(viewers.counts()).toEqual({ sent: 0, machines: 0 })
})

test('a picture whose player is seated again within that time continues', () => {
  const seated = open('seated', 'alice', 'seat')
  seated.right = 'connect'
  viewers.recheck('1')
  vi.advanceTimersByTime(999)
  seated.right = 'seat'
  viewers.recheck('1')
  vi.advanceTimersByTime(60_000)
  expect(peers.close).not.toHaveBeenCalled()
  expect(peers.release).not.toHaveBeenCalled()
})

test('a picture without any right is closed at once, also one that is ending', () => {
  const [spectator, ending] = [open('spectator', 'bob', 'watch'), open('ending', 'alice', 'seat')]
  ending.right = 'ending'
  viewers.recheck('1')
  spectator.right = ending.right = undefined
  viewers.recheck('1')
  expect(peers.close.mock.calls).toEqual([['spectator'], ['ending']])
})

describe('places', () => {
  const refusal = { refused: 'full', message: expect.any(String) }
  const add = (id: string, playerId: string, right: Right, machineId: string) =>
    viewers.add(id, machineId, { login: { playerId, loginId: 'login' }, right: () => right })
  beforeEach(() => {
    viewers = createViewers({ maxViewers: 4, maxMachines: 2, maxPerPlayer: 3 }, peers)
  })

  test('a seated player takes the place of the oldest watcher, held ones included', () => {
    open('held', 'alice', 'connect')
    open('watcher', 'bob', 'watch')
    for (const machineId of ['2', '3']) open(`seat ${machineId}`, `player ${machineId}`, 'seat', machineId)
    expect(add('no place', 'carol', 'watch', '1')).toEqual(refusal)
    for (const machineId of ['4', '5']) open(`seat ${machineId}`, `player ${machineId}`, 'seat', machineId)
    expect(peers.close.mock.calls).toEqual([['held'], ['watcher']])
    expect(add('too many', 'carol', 'seat', '6')).toEqual(refusal)
    expect(peers.close).toHaveBeenCalledTimes(2)
  })

  test('of the pictures of a seat the newest keeps its place, the others make room', () => {
    for (const id of ['a1', 'a2', 'a3']) open(id, 'alice', 'seat', '1')
    open('b1', 'bob', 'seat', '2')
    open('c1', 'carol', 'seat', '3')
    open('d1', 'dave', 'seat', '4')
    expect(peers.close.mock.calls).toEqual([['a1'], ['a2']])
    expect(viewers.has('a3')).toBe(true)
  })

  test("a player's further picture closes the own oldest one, never the one of the seat", () => {
    open('seat', 'alice', 'seat', '1')
    open('watch 1', 'alice', 'watch', '2')
    open('watch 2', 'alice', 'watch', '2')
    open('watch 3', 'alice', 'watch', '2')
    expect(peers.close.mock.calls).toEqual([['watch 1']])
    open('seat again', 'alice', 'seat', '1')
    expect(peers.close.mock.calls).toEqual([['watch 1'], ['seat']])
  })

  test('a machine that its player leaves is encoded for watchers only within the limit', () => {
    open('spectator 1', 'bob', 'watch', '1')
    open('spectator 2', 'carol', 'watch', '2')
    expect(add('third machine', 'dave', 'watch', '3')).toEqual(refusal)
    const seated = open('seated', 'alice', 'seat', '3')
    viewers.recheck('1')
    expect(peers.close).not.toHaveBeenCalled()
    seated.right = 'watch'
    viewers.recheck('3')
    expect(peers.close.mock.calls).toEqual([['seated']])
    expect(viewers.counts()).toEqual({ sent: 2, machines: 2 })
  })
})
