import { computed } from '@preact/signals-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GameState } from '../../../contract/live.ts'
import { setSignedIn, updateToken } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { forgetSession } from '../../../core/session/wipe.ts'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { toasts } from '../../../ui/toast.ts'
import { startCooldown } from '../play/actions.ts'
import { IDLE, INIT_ACK } from '../play/game-visit.fake.ts'
import {
  applyGame,
  applyInit,
  blockedBy,
  canCashOut,
  capabilities,
  game,
  moveStake,
  resetGame,
  setPending,
  setStakeCap,
  spinBlock,
  spinCycle,
  stake,
} from '../play/state.ts'
import { sessionTotals } from '../play-record/state.ts'
import { setPicture } from '../video/state.ts'
import { continuePlay, reminder, setReminder, shownPrompt } from './state.ts'
import { startProtection } from './watch.ts'

const question = computed(() => shownPrompt.value?.why)
const pauseLeft = computed(() => shownPrompt.value?.pauseLeft)

const MINUTE = 60_000
let seq = 1
let spins = 0
let stop = () => {}

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * MINUTE)
const show = (change: Partial<GameState>) => applyGame({ ...(game.peek() ?? IDLE), ...change, seq: ++seq })
const credit = () => game.peek()?.credit ?? 0

function sit(id = '7'): void {
  resetGame()
  const machine = { ...INIT_ACK.machine, id }
  applyInit({ ...INIT_ACK, machine, game: { ...IDLE, seq: ++seq } })
  setPicture('live', 0)
  stop = startProtection()
}
/** The same, where the operator has set this. */
async function sitWith(settings: object): Promise<void> {
  await setSettings(settings)
  sit()
}
function spinOnce(costs: number, win = 0): void {
  const spin = { id: `spin-${++spins}`, stake: costs, win: 0, free: false, jackpot: 0 }
  show({ phase: 'spinning', credit: credit() - costs, spin })
  show({ phase: 'idle', credit: credit() + win, win, spin: { ...spin, win } })
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 14) })
  sessionStorage.setItem('reelcast.token', 'secret')
  setSignedIn('secret', user)
})
afterEach(async () => {
  stop()
  forgetSession()
  await setSettings()
  startCooldown(0)
  setStakeCap(Number.POSITIVE_INFINITY)
  vi.useRealTimers()
})

test('a reality check blocks play at its interval until it is answered; cash-out works', async () => {
  await sitWith({ realityCheck: 30 })
  await minutes(29)
  expect(spinBlock.value).toBeUndefined()
  await minutes(1)
  expect([question.value, spinBlock.value]).toEqual(['check', 'held'])
  expect(canCashOut.value).toBe(true)
  await minutes(5)
  expect(spinBlock.value).toBe('held')
  continuePlay()
  expect([question.value, spinBlock.value]).toEqual([undefined, undefined])
  await minutes(30)
  expect(question.value).toBe('check')
})

test('it opens after the running spin, and no spin starts meanwhile', async () => {
  await sitWith({ realityCheck: 1 })
  show({ phase: 'spinning' })
  await minutes(1)
  expect([question.value, blockedBy.value]).toEqual([undefined, 'held'])
  show({ phase: 'idle' })
  expect(question.value).toBe('check')
})

test('neither another machine nor a reload answers it', async () => {
  await sitWith({ realityCheck: 30 })
  await minutes(20)
  stop()
  await minutes(100)
  sit('8')
  expect(sessionTotals.value.played).toBe(20 * MINUTE)
  await minutes(10)
  expect(question.value).toBe('check')
  stop()
  expect(blockedBy.value).toBeUndefined()
  sit('7')
  expect([question.value, blockedBy.value]).toEqual(['check', 'held'])
})

test('a mandatory break lasts its time, also after a return', async () => {
  await sitWith({ jurisdiction: 'DE' })
  await minutes(60)
  expect([question.value, pauseLeft.value]).toEqual(['check', 5 * MINUTE])
  await minutes(2)
  continuePlay()
  expect(question.value).toBe('check')
  stop()
  sit()
  expect(pauseLeft.value).toBe(3 * MINUTE)
  await minutes(3)
  continuePlay()
  moveStake('down')
  expect([question.value, spinBlock.value]).toEqual([undefined, undefined])
})

test('a loss limit is never exceeded: higher stakes are removed, then play ends; a logout resets it', async () => {
  await sitWith({ lossLimit: 11 })
  expect(capabilities.value.stakes).toEqual([100, 500, 1000])
  spinOnce(500)
  expect(capabilities.value.stakes).toEqual([100, 500])
  spinOnce(500)
  expect(capabilities.value.stakes).toEqual([100])
  expect(spinBlock.value).toBe('stake')
  moveStake('down')
  expect([stake.value, spinBlock.value]).toEqual([100, undefined])
  spinOnce(100)
  expect([question.value, spinBlock.value]).toEqual(['loss', 'held'])
  stop()
  sit('8')
  expect(question.value).toBe('loss')
  stop()
  forgetSession()
  sessionStorage.setItem('reelcast.token', 'secret')
  sit()
  expect([question.value, sessionTotals.value.net]).toEqual([undefined, 0])
})

test("the player's maximum stake removes higher stakes, from its renewal on; with none left a spin says why", () => {
  sit()
  expect(capabilities.value.stakes).toEqual([100, 500, 1000])
  updateToken('renewed', { maxStake: 500 })
  expect(capabilities.value.stakes).toEqual([100, 500])
  updateToken('renewed', { maxStake: 99 })
  expect([capabilities.value.stakes, spinBlock.value]).toEqual([[], 'stake'])
})

test('free spins are played even at the limit', async () => {
  await sitWith({ lossLimit: 5 })
  spinOnce(500)
  expect(question.value).toBe('loss')
  show({ freeSpins: 3 })
  expect([question.value, spinBlock.value]).toEqual([undefined, undefined])
})

test('the end of the session time is announced once, five minutes before', async () => {
  await sitWith({ sessionLimit: 20 })
  await minutes(14)
  expect(toasts.value.filter(({ id }) => id === 'limits')).toHaveLength(0)
  await minutes(1)
  expect(toasts.value.filter(({ id }) => id === 'limits')).toHaveLength(1)
  await minutes(5)
  expect([question.value, spinBlock.value]).toEqual(['session', 'held'])
  continuePlay()
  expect(question.value).toBe('session')
})

test('the stricter cycle applies, and a reload does not shorten it', async () => {
  await sitWith({ jurisdiction: 'DE' })
  expect(spinCycle.value).toBe(5000)
  setPending('spin')
  setPending(undefined)
  stop()
  startCooldown(0)
  await vi.advanceTimersByTimeAsync(1000)
  sit()
  moveStake('down')
  expect([stake.value, spinBlock.value]).toEqual([100, 'cooldown'])
  await vi.advanceTimersByTimeAsync(3999)
  expect(spinBlock.value).toBe('cooldown')
  await vi.advanceTimersByTimeAsync(1)
  expect(spinBlock.value).toBeUndefined()
})

test("stakes above the jurisdiction's maximum are not played, whatever the machine accepts", async () => {
  await sitWith({ jurisdiction: 'DE' })
  expect(capabilities.value.stakes).toEqual([100])
  expect(spinBlock.value).toBe('stake')
})

test('leaving during a spin with everything staked keeps the win', () => {
  sit()
  const spin = { id: 'last', stake: 500, win: 0, free: false, jackpot: 0 }
  show({ phase: 'spinning', credit: 0, spin })
  stop()
  resetGame()
  stop = startProtection()
  applyInit({
    ...INIT_ACK,
    game: { ...IDLE, seq: ++seq, credit: 20_000, win: 20_000, spin: { ...spin, win: 20_000 } },
  })
  expect(sessionTotals.value.net).toBe(19_500)
})

test.each([undefined, 500])(
  "another player's spin on a machine that was left empty does not count (foreign credit: %s)",
  (foreignCredit) => {
    sit()
    spinOnce(500)
    show({ credit: foreignCredit ?? 0, cabinet: { status: 'ready', foreignCredit } })
    stop()
    resetGame()
    stop = startProtection()
    const spin = { id: 'theirs', stake: 700, win: 0, free: false, jackpot: 0 }
    applyInit({ ...INIT_ACK, game: { ...IDLE, seq: ++seq, spin } })
    expect(sessionTotals.value.net).toBe(-500)
  },
)

test.each([5, 24 * 60, -60])('a clock set by %i minutes ends no break early', async (by) => {
  await sitWith({ jurisdiction: 'DE' })
  await minutes(60)
  await minutes(1)
  vi.setSystemTime(Date.now() + by * MINUTE)
  await minutes(3)
  expect(pauseLeft.value).toBe(MINUTE)
  continuePlay()
  expect(question.value).toBe('check')
  await minutes(1)
  // It is over, also for a clock that is set back afterwards.
  vi.setSystemTime(Date.now() - 2 * MINUTE)
  await vi.advanceTimersByTimeAsync(1000)
  expect(pauseLeft.value).toBe(0)
  continuePlay()
  expect(question.value).toBeUndefined()
})

test('a chosen reminder applies on every machine until it is switched off', async () => {
  sit()
  expect(reminder.value.choices).toEqual([0, 60 * MINUTE, 30 * MINUTE, 15 * MINUTE])
  await minutes(20)
  setReminder(15 * MINUTE)
  await minutes(14)
  expect(question.value).toBeUndefined()
  await minutes(1)
  expect([question.value, spinBlock.value]).toEqual(['check', 'held'])
  continuePlay()
  stop()
  sit('8')
  await minutes(15)
  expect(question.value).toBe('check')
  continuePlay()
  setReminder(0)
  await minutes(90)
  expect(question.value).toBeUndefined()
})

test('a reminder never weakens the required reality check, nor adds breaks', async () => {
  await sitWith({ realityCheck: 30 })
  expect(reminder.value.choices).toEqual([0, 15 * MINUTE])
  setReminder(60 * MINUTE)
  expect(reminder.value.chosen).toBe(0)
  await minutes(29)
  setReminder(15 * MINUTE)
  setReminder(0)
  await minutes(1)
  expect(question.value).toBe('check')
})

test('a reminder that is no longer offered does not prompt; where each check is a break, none comes early', async () => {
  sit()
  setReminder(15 * MINUTE)
  await setSettings({ jurisdiction: 'DE' })
  expect([reminder.value.choices, reminder.value.chosen]).toEqual([[], 0])
  await minutes(16)
  expect(question.value).toBeUndefined()
})

test('the reminder ends with the session', async () => {
  sit()
  setReminder(15 * MINUTE)
  stop()
  forgetSession()
  sit()
  await minutes(1)
  expect(reminder.value.chosen).toBe(0)
})
