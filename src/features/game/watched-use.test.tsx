import { act, cleanup, render } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GameState } from '../../contract/live.ts'
import { write } from '../../core/storage/storage.ts'
import { startIdleLock } from '../lock/idle-lock.ts'
import { lock, unlock } from '../lock/state.ts'
import { IDLE, INIT_ACK } from './play/game-visit.fake.ts'
import { applyGame, applyInit, resetGame, setAutoplay, setLinkDown, setPending } from './play/state.ts'
import { setPicture } from './video/state.ts'
import { WatchedUseEffect } from './watched-use.tsx'
import { endCelebration } from './wins/state.ts'

const MINUTE = 60_000
let seq = 0
let stop = () => {}
const show = (change: Partial<GameState>) => act(() => applyGame({ ...IDLE, ...change, seq: ++seq }))
const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })
const status = () => lock.value.status
const spin = { id: '1', stake: 500, win: 0, free: false, jackpot: 0 }

beforeEach(() => {
  vi.useFakeTimers()
  seq = 0
  resetGame()
  applyInit({ ...INIT_ACK, game: { ...IDLE, seq: ++seq } })
  setPicture('live', 0)
  write('session', 'reelcast.token', 't')
  write('session', 'reelcast.active', String(Date.now()))
  stop = startIdleLock()
  render(<WatchedUseEffect />)
})
afterEach(() => {
  cleanup()
  stop()
  unlock()
  sessionStorage.clear()
  vi.useRealTimers()
})

test.each<[string, () => void, () => void]>([
  ['a spin', () => show({ phase: 'spinning', spin }), () => show({ spin })],
  [
    'a celebration',
    () => show({ win: 50_000, spin: { ...spin, win: 50_000 } }),
    () => act(() => endCelebration()),
  ],
  [
    'a command without an answer',
    () => act(() => setPending('load')),
    () => act(() => setPending(undefined)),
  ],
  [
    'a transfer',
    () => show({ cabinet: { status: 'ready', transfer: { direction: 'load', amount: 100 } } }),
    () => show({}),
  ],
  ['a hand pay', () => show({ cabinet: { status: 'hand-pay' } }), () => show({})],
  [
    'a picture that opens',
    () => act(() => setPicture('opening', undefined)),
    () => act(() => setPicture('live', 0)),
  ],
])('%s is a use of the page, and the idle time starts at its end', async (_, begin, end) => {
  begin()
  await pass(2 * MINUTE)
  expect(status()).toBe('awake')
  end()
  await pass(39_000)
  expect(status()).toBe('awake')
  await pass(21_000)
  expect(status()).toBe('locked')
})

test('what has hung for ten minutes, or has lost its connection, is none', async () => {
  show({ phase: 'spinning', spin })
  await pass(10 * MINUTE)
  expect(status()).toBe('awake')
  await pass(MINUTE + 1000)
  expect(status()).toBe('locked')
  act(() => unlock())
  show({ phase: 'spinning', spin: { ...spin, id: '2' } })
  act(() => setLinkDown(Date.now()))
  await pass(MINUTE)
  expect(status()).toBe('locked')
})

test('autoplay is a use until it ends, for an hour at most without a touch', async () => {
  act(() => setAutoplay(Number.POSITIVE_INFINITY))
  const play = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      show({ spin: { ...spin, id: String(seq) } })
      await pass(MINUTE)
    }
  }
  await play(30)
  window.dispatchEvent(new Event('pointerdown'))
  await play(60)
  expect(status()).toBe('awake')
  await play(1)
  expect(status()).toBe('locked')
})
