import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SpinAck } from '../../../../contract/live.ts'
import type { WhepExtensionContext } from '../../../../net/whep-session.ts'
import { command } from '../../play/actions.ts'
import { fakeGameVisit, IDLE } from '../../play/game-visit.fake.ts'
import { setAutoplay, spinBlock } from '../../play/state.ts'
import { frameAge, pictureAge } from '../../video/state.ts'
import { startPictureMeasurement } from './picture-measurement.ts'
import { pressDelays, resetQuality, setEstimatedDelays } from './state.ts'

const NTP_EPOCH_MS = 2_208_988_800_000
const FRAME_MS = 1000 / 30
/**
 * A frame is looked at that long after the one before, at the latest: the player asks five times a second.
 */
const LOOK_MS = 233
/** The server's clock is so far ahead of performance.now(). */
const SERVER = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000

let visit: ReturnType<typeof fakeGameVisit>
let clockShift = 0
const serverNow = () => SERVER + performance.now() + clockShift

/**
 * What the stream carries from now on: when the frame that is shown now was captured, by the server's clock.
 */
let capture: () => number | undefined = () => undefined
let answersTime = true

beforeEach(async () => {
  vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'performance',
      'Date',
      'requestAnimationFrame',
      'cancelAnimationFrame',
    ],
  })
  clockShift = 0
  answersTime = true
  capture = () => serverNow() - 60
  resetQuality()
  visit = fakeGameVisit()
  const sources = () => {
    const at = capture()
    return [{ rtpTimestamp: 0, ...(at !== undefined && { captureTimestamp: at + NTP_EPOCH_MS }) }]
  }
  const receiver = { track: { kind: 'video' }, getSynchronizationSources: sources }
  const peer = { getReceivers: () => [receiver] } as unknown as RTCPeerConnection
  visit.extension.current = { peer } as WhepExtensionContext
  await visit.connect()
  startPictureMeasurement()
})
afterEach(() => {
  visit.leavePage()
  vi.useRealTimers()
})

let answered = 0
/** Lets time pass; every LOOK_MS a frame is shown. Requests for the time are answered after 10 ms. */
async function play(ms: number) {
  for (let passed = 0; passed < ms; passed += 10) {
    const open = visit.requests.slice(answered).filter(({ name }) => name === 'time')
    answered = visit.requests.length
    await vi.advanceTimersByTimeAsync(10)
    if (answersTime) for (const request of open) await request.ok({ ok: true, now: serverNow() - 5 })
    nextLook -= 10
    if (nextLook > 0) continue
    nextLook = LOOK_MS
    visit.showFrame({ rtpTimestamp: 0, mediaTime: 0, expectedDisplayTime: performance.now() })
    await vi.advanceTimersByTimeAsync(0)
  }
}
let nextLook = 0

/** ms until play is blocked by an old picture; Infinity where it is not within 3 s. */
async function untilRefused(): Promise<number> {
  const from = performance.now()
  while (performance.now() - from < 3000) {
    if (spinBlock.peek() === 'oldPicture') return performance.now() - from
    await play(10)
  }
  return Number.POSITIVE_INFINITY
}

test('the age of the picture is what passed since its capture, with the error of the clock', async () => {
  await play(3000)
  expect(frameAge.value?.ms).toBe(60)
  expect(frameAge.value?.error).toBeLessThanOrEqual(8)
  expect(pictureAge.value).toBe(60)
  expect(spinBlock.value).toBeUndefined()
})

test('neither capture times nor statistics: the age of the last frame, and no request for the time', async () => {
  capture = () => undefined
  await play(3000)
  expect([frameAge.value, pictureAge.value, spinBlock.value]).toEqual([undefined, 0, undefined])
  expect(visit.requests.filter(({ name }) => name === 'time')).toEqual([])
  visit.setPicture('stalled', 1600)
  expect(spinBlock.value).toBe('oldPicture')
})

test('a stream without capture times: the age is estimated', async () => {
  capture = () => undefined
  setEstimatedDelays({ line: 25, picture: 90 })
  await play(1000)
  expect(frameAge.value).toEqual({ ms: 90, error: 60, isEstimate: true, isRepeated: false })
  await spinFor(60)
  await play(300)
  expect(pressDelays.value[0]).toBeGreaterThanOrEqual(60 + 65)
  expect(pressDelays.value[0]).toBeLessThanOrEqual(60 + 65 + 2 * FRAME_MS)
  visit.push.game?.({ ...IDLE, seq: 3 })
  setEstimatedDelays({ line: 25, picture: 1850 })
  await play(1000)
  expect([frameAge.value?.ms, spinBlock.value]).toEqual([1850, 'oldPicture'])
})

test.each([
  [
    'the server does not say the time',
    () => {
      answersTime = false
    },
  ],
  [
    "the capture times are of another clock than the server's, ahead of it",
    () => {
      capture = () => serverNow() + 30_000
    },
  ],
])('where %s, the age is estimated, and so is a press', async (_name, begin) => {
  begin()
  setEstimatedDelays({ line: 25, picture: 90 })
  await play(5000)
  expect(frameAge.value).toMatchObject({ ms: 90, isEstimate: true, isRepeated: false })
  await spinFor(60)
  await play(300)
  expect(pressDelays.value[0]).toBeGreaterThanOrEqual(60 + 65)
})

test('a server that does not say the time, and no statistics: the age of the last frame', async () => {
  answersTime = false
  await play(20_000)
  expect([frameAge.value?.ms, pictureAge.value, spinBlock.value]).toEqual([undefined, 0, undefined])
})

test('a relay that repeats two seconds of the stream: refused within 0.5 s, for as long as it repeats', async () => {
  await play(5000)
  const from = serverNow()
  capture = () => from - 2000 + ((serverNow() - from) % 2000)
  expect(await untilRefused()).toBeLessThanOrEqual(500)
  for (let i = 0; i < 100; i++) {
    await play(100)
    expect(spinBlock.value).toBe('oldPicture')
  }
  capture = () => serverNow() - 60
  await play(4000)
  expect([pictureAge.value, spinBlock.value]).toEqual([60, undefined])
})

test('a server that sends one old picture again and again: refused within 0.5 s', async () => {
  await play(5000)
  const last = serverNow() - 60
  capture = () => last
  expect(await untilRefused()).toBeLessThanOrEqual(500)
})

test('a picture on its way for 2 s, although frames keep coming: refused within 0.5 s, with its age', async () => {
  await play(5000)
  capture = () => serverNow() - 2000
  expect(await untilRefused()).toBeLessThanOrEqual(500)
  await play(5000)
  expect(frameAge.value?.ms).toBe(2000)
  expect(spinBlock.value).toBe('oldPicture')
})

test('repeats are noticed although the server does not say the time', async () => {
  answersTime = false
  await play(20_000)
  const from = serverNow()
  capture = () => from - 2000 + ((serverNow() - from) % 2000)
  expect(await untilRefused()).toBeLessThanOrEqual(500)
  await play(10_000)
  expect(spinBlock.value).toBe('oldPicture')
})

test.each([
  ['a day ahead', DAY_MS],
  ['a day back', -DAY_MS],
  ['5 s ahead', 5000],
])("the server's clock is set %s: play goes on", async (_name, shift) => {
  await play(5000)
  clockShift = shift
  let refused = 0
  for (let i = 0; i < 500; i++) {
    await play(10)
    // Going back, the capture times repeat for 3 s.
    if (spinBlock.value) refused += 10
  }
  expect(refused).toBeLessThanOrEqual(shift < 0 ? 3300 : 0)
  expect([frameAge.value?.ms, spinBlock.value]).toEqual([60, undefined])
})

test('performance.now() leaps ahead by 10 s, as after a sleep: play goes on', async () => {
  await play(5000)
  vi.advanceTimersByTime(10_000)
  clockShift = -10_000
  for (let i = 0; i < 50; i++) {
    await play(20)
    expect(spinBlock.value).toBeUndefined()
  }
  expect(frameAge.value?.ms).toBe(60)
})

test("capture times of a clock ahead of the server's, and no statistics: the age of the last frame", async () => {
  capture = () => serverNow() + 30_000
  await play(5000)
  expect([frameAge.value?.ms, pictureAge.value, spinBlock.value]).toEqual([undefined, 0, undefined])
})

/** Sends a spin or, at a cabinet, the press of its button; the machine begins the spin `beginMs` later. */
async function spinFor(beginMs: number, kind: 'spin' | 'press' = 'spin') {
  void command(kind, SpinAck)
  const request = visit.lastRequest()
  await play(beginMs)
  await request.ok({ ok: true, game: { ...IDLE, seq: 2, phase: 'spinning' } })
}

test.each(['spin', 'press'] as const)(
  'a %s lasts until the first frame that was captured since the machine began the spin',
  async (kind) => {
    await play(3000)
    await spinFor(50, kind)
    await play(300)
    const [delay = 0, ...others] = pressDelays.value
    expect(others).toEqual([])
    expect(delay).toBeGreaterThanOrEqual(100)
    expect(delay).toBeLessThanOrEqual(50 + 60 + FRAME_MS)
  },
)

test('a picture that is 2 s late shows the spin 2 s late, and the figure says so', async () => {
  await play(3000)
  await spinFor(50)
  capture = () => serverNow() - 2000
  await play(1800)
  expect(pressDelays.value).toEqual([])
  await play(500)
  expect(pressDelays.value[0]).toBeGreaterThan(1950)
  expect(pressDelays.value[0]).toBeLessThan(2150)
})

test('a free spin, a spin of autoplay and one that comes long after a refusal have no delay', async () => {
  await play(3000)
  visit.push.game?.({ ...IDLE, seq: 2, phase: 'spinning' })
  await play(1000)
  visit.push.game?.({ ...IDLE, seq: 3 })
  setAutoplay(5)
  void command('spin', SpinAck)
  await visit.lastRequest().ok({ ok: true, game: { ...IDLE, seq: 4, phase: 'spinning' } })
  await play(1000)
  visit.push.game?.({ ...IDLE, seq: 5 })
  setAutoplay(undefined)
  void command('spin', SpinAck)
  await visit.lastRequest().refuse(1)
  await play(4000)
  visit.push.game?.({ ...IDLE, seq: 6, phase: 'spinning' })
  await play(1000)
  expect(pressDelays.value).toEqual([])
})

test('leaving the machine ends the measurement', async () => {
  await play(3000)
  visit.leavePage()
  expect(frameAge.value).toBeUndefined()
  const sent = visit.requests.length
  await vi.advanceTimersByTimeAsync(30_000)
  expect(visit.requests.length).toBe(sent)
})

test('the age of a frame that waited for the clock does not replace that of a later frame', async () => {
  await play(5000)
  const show = async (age: number) => {
    capture = () => serverNow() - age
    visit.showFrame({ rtpTimestamp: 0, mediaTime: 0, expectedDisplayTime: performance.now() })
    await vi.advanceTimersByTimeAsync(0)
  }
  answersTime = false
  await vi.advanceTimersByTimeAsync(3000)
  // Suspect, so that the server's clock is asked first.
  await show(2000)
  await vi.advanceTimersByTimeAsync(30)
  await show(60)
  expect(frameAge.value?.ms).toBe(60)
  await vi.advanceTimersByTimeAsync(300)
  expect(frameAge.value?.ms).toBe(60)
})
