import { beforeEach, expect, test } from 'vitest'
import { drainNotices } from '../../../core/notices/queue.ts'
import { settings } from '../../../core/settings/settings.ts'
import {
  applyVideo,
  type Picture,
  pictureAge,
  pictureSeconds,
  setFrameAge,
  setPicture,
  video,
} from '../video/state.ts'
import { IDLE, INIT_ACK } from './game-visit.fake.ts'
import {
  applyGame,
  applyInfo,
  applyInit,
  canCashOut,
  downSince,
  drainStates,
  exit,
  freeSpinsPlayed,
  game,
  hasButton,
  link,
  MAX_UNRECORDED,
  moveStake,
  pending,
  requestExit,
  resetGame,
  setLinkDown,
  setPending,
  setWithheld,
  spinBlock,
  stake,
  stakeLocked,
  unrecordedStates,
  videoBlock,
} from './state.ts'

const INIT = {
  ...INIT_ACK,
  capabilities: {
    ...INIT_ACK.capabilities,
    buttons: ['spin', 'bet-up', 'betDown', 'BET_MAX'],
    stakes: [100, 500, 1000, 20_000],
  },
}

beforeEach(resetGame)

const seated = () => {
  applyInit(INIT)
  setPicture('live', 0)
}

test('the states that nothing records are bounded, and the newest stay', () => {
  for (let seq = 1; seq <= MAX_UNRECORDED + 5; seq++) applyGame({ ...IDLE, seq })
  expect(unrecordedStates.value).toHaveLength(MAX_UNRECORDED)
  expect(drainStates().at(-1)?.seq).toBe(MAX_UNRECORDED + 5)
  expect(unrecordedStates.value).toEqual([])
})

test('play is blocked until init is answered and the video is live', () => {
  expect(spinBlock.value).toBe('opening')
  applyInit(INIT)
  expect(spinBlock.value).toBe('noPicture')
  setPicture('live', 0)
  expect(spinBlock.value).toBeUndefined()
})

test('play is blocked when the video is older than maxPictureAge', () => {
  seated()
  const most = settings.value.maxPictureAge
  setPicture('lost', most)
  expect(videoBlock.value).toBeUndefined()
  setPicture('live', most + 100)
  expect(videoBlock.value).toBe('oldPicture')
  expect(spinBlock.value).toBe('oldPicture')
  expect(pictureSeconds.value).toBe(1)
  expect(canCashOut.value).toBe(true)
})

test('with capture times in the stream, maxPictureAge limits the time since the capture', () => {
  seated()
  const most = settings.value.maxPictureAge
  setPicture('live', 0)
  setFrameAge({ ms: most, error: 5, isRepeated: false })
  expect([pictureAge.value, videoBlock.value]).toEqual([most, undefined])
  setFrameAge({ ms: most + 1, error: 5, isRepeated: false })
  expect(videoBlock.value).toBe('oldPicture')
  setFrameAge({ ms: 80, error: 5, isRepeated: false })
  expect([pictureAge.value, videoBlock.value]).toEqual([80, undefined])
  // The frame stays on the screen.
  setPicture('live', most)
  expect([pictureAge.value, videoBlock.value]).toEqual([most + 80, 'oldPicture'])
})

test.each([80, undefined])('a repeated picture blocks play, whatever its age (%s ms)', (ms) => {
  seated()
  setPicture('live', 0)
  setFrameAge({ ms, error: 5, isRepeated: true })
  expect([videoBlock.value, spinBlock.value, canCashOut.value]).toEqual(['oldPicture', 'oldPicture', true])
  setFrameAge(undefined)
  expect(videoBlock.value).toBeUndefined()
})

test.each<[Picture, number | undefined, string | undefined]>([
  ['opening', undefined, 'noPicture'],
  ['live', undefined, 'noPicture'],
  ['failed', 0, 'oldPicture'],
  ['lost', 100, undefined],
])('a video frame that is %s, %j ms old: %s', (state, age, refusal) => {
  seated()
  setPicture(state, age)
  expect(videoBlock.value).toBe(refusal)
})

test('a lost connection blocks everything until init is answered again', () => {
  seated()
  setLinkDown(1000)
  expect(link.value).toBe('down')
  // The same cut goes on.
  setLinkDown(2000)
  expect(downSince.value).toBe(1000)
  expect(spinBlock.value).toBe('down')
  expect(stakeLocked.value).toBe(true)
  expect(canCashOut.value).toBe(false)
  applyInit(INIT)
  expect(spinBlock.value).toBeUndefined()
})

test('one command at a time', () => {
  seated()
  for (const kind of ['spin', 'load', 'cashout', 'sync'] as const) {
    setPending(kind)
    expect(spinBlock.value).toBe('busy')
    expect(canCashOut.value).toBe(false)
    expect(stakeLocked.value).toBe(true)
  }
  applyInit(INIT)
  expect(pending.value).toBeUndefined()
})

test('an older state is dropped; the answer to init applies whatever its number', () => {
  seated()
  applyGame({ ...IDLE, seq: 7, credit: 9500 })
  applyGame({ ...IDLE, seq: 6, credit: 1 })
  expect(game.value?.credit).toBe(9500)
  applyInit({ ...INIT, game: { ...IDLE, seq: 1, credit: 3 } })
  expect(game.value?.credit).toBe(3)
})

test('the credit must cover the stake, but a free spin costs nothing', () => {
  seated()
  applyGame({ ...IDLE, seq: 6, credit: 499 })
  expect(spinBlock.value).toBe('noCredit')
  applyGame({ ...IDLE, seq: 7, credit: 0, stake: 1000, freeSpins: 3 })
  expect(spinBlock.value).toBeUndefined()
  expect(stake.value).toBe(1000)
  expect(canCashOut.value).toBe(false)
  expect(stakeLocked.value).toBe(true)
})

test('the stake steps through the offered ones only', () => {
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

test('the highest stake is the one that the credit pays which is not withheld', () => {
  seated()
  setWithheld(IDLE.credit - 500)
  moveStake('max')
  expect(stake.value).toBe(500)
  setWithheld(0)
})

test("the player's stake survives a reconnect while it is offered", () => {
  seated()
  moveStake('down')
  applyInit(INIT)
  expect(stake.value).toBe(100)
  applyInit({ ...INIT, capabilities: { ...INIT.capabilities, stakes: [250, 750] } })
  expect(stake.value).toBe(250)
  applyInit({ ...INIT, capabilities: { ...INIT.capabilities, stakes: [] } })
  expect(stake.value).toBe(500)
  moveStake('up')
  expect(stake.value).toBe(500)
})

test('a reconnect reopens a failed video only; a pushed source always does', () => {
  seated()
  const first = video.value
  applyInit(INIT)
  expect(video.value).toBe(first)
  setPicture('failed', 0)
  applyInit({ ...INIT, video: { type: 'screen', url: '/whep/7', iceServers: [] } })
  expect(video.value).not.toBe(first)
  const second = video.value
  applyVideo({ type: 'screen', url: '/whep/7', iceServers: [] })
  expect(video.value).not.toBe(second)
})

test('a message is queued; one with an action requests the exit, and the first reason is kept', () => {
  const info = { code: 18800, params: { seconds: 9 }, message: '', action: 'none' } as const
  applyInfo(info)
  expect(drainNotices()).toEqual([{ type: 'message', info }])
  expect(exit.value).toBeUndefined()
  applyInfo({ ...info, action: 'leave' })
  requestExit({ kind: 'left' })
  expect(exit.value).toEqual({ kind: 'message', info: { ...info, action: 'leave' } })
})

test('buttons match in any spelling of their names', () => {
  seated()
  expect(['bet-down', 'bet-up', 'bet-max', 'spin'].map(hasButton)).toEqual([true, true, true, true])
  expect(hasButton('autoplay')).toBe(false)
})

test('free spins are counted from the spin that has won them; without its start they are not', () => {
  let seq = 0
  const played = (id: string | undefined, free: boolean, freeSpins: number) => {
    const spin = id === undefined ? null : { id, stake: 100, win: 0, free, jackpot: 0 }
    applyGame({ ...IDLE, seq: ++seq, freeSpins, spin })
    return freeSpinsPlayed.value
  }
  expect(played('1', false, 3)).toBe(0)
  expect([played('2', true, 2), played('2', true, 2), played('3', true, 5)]).toEqual([1, 1, 2])
  expect(played('4', false, 0)).toBe(0)
  resetGame()
  expect([played('9', true, 2), played('10', true, 1)]).toEqual([undefined, undefined])
  expect(played(undefined, false, 1)).toBeUndefined()
})
