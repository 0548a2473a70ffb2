import { beforeEach, expect, test } from 'vitest'
import type { GameInitAck, GameState } from '../../contract/live.ts'
import { drainNotices } from '../../core/notices/queue.ts'
import { settings } from '../../core/settings/settings.ts'
import {
  announces,
  canCashOut,
  downSince,
  exit,
  game,
  leaveBecause,
  link,
  linkDown,
  moveStake,
  type Picture,
  pending,
  pictureNow,
  pictureSeconds,
  resetGame,
  setPending,
  spinRefusal,
  stake,
  stakeLocked,
  takeGame,
  takeInfo,
  takeInit,
  takeQuit,
  takeVideo,
  untrusted,
  video,
} from './state.ts'

const IDLE: GameState = {
  seq: 5,
  phase: 'idle',
  credit: 10_000,
  stake: 500,
  win: 0,
  freeSpins: 0,
  bonusWin: 0,
}
const INIT: Extract<GameInitAck, { ok: true }> = {
  ok: true,
  balance: 1,
  machine: { id: '7', name: 'Kervan 07', brand: 'kervan', status: 'playing' },
  game: IDLE,
  video: { type: 'screen', url: '/whep/7', iceServers: [] },
  capabilities: {
    buttons: ['spin', 'bet-up', 'betDown', 'BET_MAX'],
    stakes: [100, 500, 1000, 20_000],
    transfer: true,
  },
}

beforeEach(resetGame)

const seated = () => {
  takeInit(INIT)
  pictureNow('live', 0)
}

test('nothing may be played before the machine has answered and shown itself', () => {
  expect(spinRefusal.value).toBe('opening')
  takeInit(INIT)
  expect(spinRefusal.value).toBe('noPicture')
  pictureNow('live', 0)
  expect(spinRefusal.value).toBeUndefined()
})

test('the picture may be as old as the settings say, and not older', () => {
  seated()
  const most = settings.value.maxPictureAge
  pictureNow('lost', most)
  expect(untrusted.value).toBeUndefined()
  pictureNow('live', most + 100)
  expect(untrusted.value).toBe('oldPicture')
  expect(spinRefusal.value).toBe('oldPicture')
  expect(pictureSeconds.value).toBe(1)
  expect(canCashOut.value).toBe(true)
})

test.each<[Picture, number | undefined, string | undefined]>([
  ['opening', undefined, 'noPicture'],
  ['live', undefined, 'noPicture'],
  ['failed', 0, 'oldPicture'],
  ['lost', 100, undefined],
])('a picture that is %s, %j ms old: %s', (state, age, refusal) => {
  seated()
  pictureNow(state, age)
  expect(untrusted.value).toBe(refusal)
})

test('a line that is down refuses everything, until the true state is known', () => {
  seated()
  linkDown(1000)
  expect(link.value).toBe('down')
  // The same cut goes on.
  linkDown(2000)
  expect(downSince.value).toBe(1000)
  expect(spinRefusal.value).toBe('down')
  expect(stakeLocked.value).toBe(true)
  expect(canCashOut.value).toBe(false)
  takeInit(INIT)
  expect(spinRefusal.value).toBeUndefined()
})

test('one command at a time', () => {
  seated()
  for (const kind of ['spin', 'load', 'cashout', 'sync'] as const) {
    setPending(kind)
    expect(spinRefusal.value).toBe('busy')
    expect(canCashOut.value).toBe(false)
    expect(stakeLocked.value).toBe(true)
  }
  takeInit(INIT)
  expect(pending.value).toBeUndefined()
})

test('an older state is dropped; the answer to init stands whatever its number', () => {
  seated()
  takeGame({ ...IDLE, seq: 7, credit: 9500 })
  takeGame({ ...IDLE, seq: 6, credit: 1 })
  expect(game.value?.credit).toBe(9500)
  takeInit({ ...INIT, game: { ...IDLE, seq: 1, credit: 3 } })
  expect(game.value?.credit).toBe(3)
})

test('reels that turn refuse a second spin and a cash-out', () => {
  seated()
  takeGame({ ...IDLE, seq: 6, phase: 'spinning' })
  expect(spinRefusal.value).toBe('spinning')
  expect(canCashOut.value).toBe(false)
})

test('the stake must be covered, but a free spin costs nothing', () => {
  seated()
  takeGame({ ...IDLE, seq: 6, credit: 499 })
  expect(spinRefusal.value).toBe('noCredit')
  takeGame({ ...IDLE, seq: 7, credit: 0, stake: 1000, freeSpins: 3 })
  expect(spinRefusal.value).toBeUndefined()
  expect(stake.value).toBe(1000)
  expect(canCashOut.value).toBe(false)
  expect(stakeLocked.value).toBe(true)
})

test('the stake moves through what is offered and no further', () => {
  seated()
  moveStake('down')
  expect(stake.value).toBe(100)
  moveStake('down')
  expect(stake.value).toBe(100)
  moveStake('max')
  expect(stake.value).toBe(1000)
  moveStake('up')
  moveStake('up')
  expect(stake.value).toBe(20_000)
  setPending('spin')
  moveStake('down')
  expect(stake.value).toBe(20_000)
})

test('the player’s stake outlives a reconnect while it is offered', () => {
  seated()
  moveStake('down')
  takeInit(INIT)
  expect(stake.value).toBe(100)
  takeInit({ ...INIT, capabilities: { ...INIT.capabilities, stakes: [250, 750] } })
  expect(stake.value).toBe(250)
  takeInit({ ...INIT, capabilities: { ...INIT.capabilities, stakes: [] } })
  expect(stake.value).toBe(500)
  moveStake('up')
  expect(stake.value).toBe(500)
})

test('a picture that plays is not opened anew by a reconnect; a failed one and a push are', () => {
  seated()
  const first = video.value
  takeInit(INIT)
  expect(video.value).toBe(first)
  pictureNow('failed', 0)
  takeInit({ ...INIT, video: { type: 'screen', url: '/whep/7', iceServers: [] } })
  expect(video.value).not.toBe(first)
  const second = video.value
  takeVideo({ type: 'screen', url: '/whep/7', iceServers: [] })
  expect(video.value).not.toBe(second)
})

test('a message is told; one with an action ends the visit, and the first reason stands', () => {
  const info = { code: 18800, params: { seconds: 9 }, message: '', action: 'none' } as const
  takeInfo(info)
  expect(drainNotices()).toEqual([{ type: 'message', info }])
  expect(exit.value).toBeUndefined()
  takeInfo({ ...info, action: 'leave' })
  leaveBecause({ kind: 'left' })
  expect(exit.value).toEqual({ kind: 'told', info: { ...info, action: 'leave' } })
})

test('who is removed by the operator leaves, whatever the operator says of it', () => {
  takeQuit()
  expect(exit.value).toEqual({ kind: 'quit' })
})

test('buttons are known by name, however it is written', () => {
  seated()
  expect(['bet-down', 'bet-up', 'bet-max', 'spin'].map(announces)).toEqual([true, true, true, true])
  expect(announces('autoplay')).toBe(false)
})
