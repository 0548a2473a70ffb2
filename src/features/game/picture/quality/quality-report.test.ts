import * as v from 'valibot'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { QualityReport } from '../../../../contract/quality-report.ts'
import { configureApi } from '../../../../net/api.ts'
import { loadOfetch } from '../../../../net/load-ofetch.ts'
import { fakeGameVisit, INIT_ACK } from '../../play/game-visit.fake.ts'
import { reopenVideo } from '../../play/game-visit.ts'
import { setFrameAge } from '../../video/state.ts'
import { startQualityReports } from './quality-report.ts'
import { addPressDelay } from './state.ts'

const MINUTE_MS = 60_000

let stop = () => {}
let visit: ReturnType<typeof fakeGameVisit>
let fetched: ReturnType<typeof vi.fn<(url: string, init: RequestInit) => Promise<Response>>>
let hidden = false

/** The reports that were sent, as the platform parses them. */
const reports = () =>
  fetched.mock.calls.map(([, init]) => v.parse(QualityReport, JSON.parse(String(init.body))))
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function setHidden(next: boolean) {
  hidden = next
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Joins a machine whose first picture comes after so many ms. */
async function join(joinMs: number) {
  visit = fakeGameVisit()
  await visit.setChannelState('up')
  await visit.lastRequest().ok(INIT_ACK)
  await wait(joinMs)
  visit.setPicture('playing', 0)
}

beforeAll(async () => {
  await loadOfetch()
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  fetched = vi.fn(async () => new Response('{"status":true}'))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }))
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
  document.documentElement.dataset.build = 'abc123'
  configureApi({ baseUrl: () => 'https://api.example/v1', token: () => 'secret', onUnauthorized: () => {} })
  stop = startQualityReports()
})
afterEach(() => {
  visit.leavePage()
  stop()
  hidden = false
  setFrameAge(undefined)
  delete document.documentElement.dataset.build
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('leaving a machine sends one report, which outlives the page and names nobody', async () => {
  await join(1200)
  setFrameAge({ ms: 62, error: 5, isRepeated: false })
  for (const ms of [110, 120, 300]) addPressDelay(ms)
  await wait(10_000)
  expect(fetched).not.toHaveBeenCalled()
  visit.leavePage()
  expect(fetched).toHaveBeenCalledOnce()
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toBe('https://api.example/v1/player/quality')
  expect(init).toMatchObject({ method: 'POST', keepalive: true, credentials: 'omit' })
  expect(new Headers(init?.headers).get('authorization')).toBe('Bearer secret')
  expect(JSON.parse(String(init?.body))).toEqual({
    ...{ build: 'abc123', device: 'phone', joinMs: 1200, pressMs: 120, ageMs: 62 },
    ...{ stallsMs: [], reconnectsMs: [] },
  })
  await wait(10 * MINUTE_MS)
  expect(fetched).toHaveBeenCalledOnce()
})

test('stalls and reconnects are told apart and measured from the last frame', async () => {
  await join(500)
  await wait(5000)
  visit.setPicture('stalled', 1000)
  await wait(500)
  visit.setPicture('playing', 0)
  await wait(5000)
  visit.setPicture('stalled', 1000)
  await wait(2000)
  visit.setPicture('restarting', 3000)
  await wait(1000)
  visit.setPicture('waiting', 4000)
  await wait(3000)
  visit.setPicture('playing', 0)
  await wait(5000)
  await visit.setChannelState('down')
  await wait(2500)
  await visit.setChannelState('up')
  await visit.lastRequest().ok(INIT_ACK)
  visit.leavePage()
  expect(reports()).toMatchObject([{ stallsMs: [1500], reconnectsMs: [7000, 2500] }])
})

test('a picture that is late for less than a second is no stall', async () => {
  await join(500)
  visit.setPicture('stalled', 200)
  await wait(700)
  visit.setPicture('playing', 0)
  visit.leavePage()
  expect(reports()).toMatchObject([{ stallsMs: [], reconnectsMs: [] }])
})

test('a picture that stands when the player leaves counts until then', async () => {
  await join(500)
  await wait(5000)
  visit.setPicture('stalled', 1000)
  await wait(1500)
  visit.leavePage()
  expect(reports()).toMatchObject([{ stallsMs: [2500] }])
})

test('a long visit reports every five minutes, each time what is new', async () => {
  await join(800)
  setFrameAge({ ms: 60, error: 5, isRepeated: false })
  await wait(5 * MINUTE_MS)
  expect(reports()).toMatchObject([{ joinMs: 800, ageMs: 60 }])
  setFrameAge({ ms: 300, error: 5, isRepeated: false })
  await wait(5 * MINUTE_MS)
  visit.leavePage()
  expect(reports()[1]).toMatchObject({ ageMs: 300 })
  expect(reports()[1]).not.toHaveProperty('joinMs')
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('a page that is hidden often reports at most every five minutes, and loses nothing', async () => {
  await join(800)
  await wait(1000)
  for (let times = 0; times < 10; times++) {
    visit.setPicture('stalled', 1000)
    await wait(1000)
    setHidden(true)
    await wait(1000)
    visit.setPicture('playing', 0)
    setHidden(false)
    await wait(1000)
  }
  expect(reports()).toMatchObject([{ joinMs: 800, stallsMs: [2000] }])
  visit.leavePage()
  expect(reports()[1]?.stallsMs).toHaveLength(9)
})

test('a page that goes away sends what it has, and no interruption by its going', async () => {
  await join(800)
  await wait(3000)
  visit.setPicture('idle', 0)
  dispatchEvent(new Event('pagehide'))
  expect(reports()).toMatchObject([{ joinMs: 800, stallsMs: [], reconnectsMs: [] }])
})

test('while the page is hidden nothing is measured, and a wait counts from when it is seen', async () => {
  await join(800)
  await wait(1000)
  setHidden(true)
  setFrameAge({ ms: 5000, error: 5, isRepeated: false })
  visit.setPicture('restarting', 30_000)
  await wait(60_000)
  setFrameAge(undefined)
  setHidden(false)
  await wait(1500)
  visit.setPicture('playing', 0)
  visit.leavePage()
  expect(reports()).toHaveLength(2)
  expect(reports()[1]).toMatchObject({ stallsMs: [], reconnectsMs: [1500] })
  expect(reports()[1]).not.toHaveProperty('ageMs')
})

test('without a picture there is no report', async () => {
  visit = fakeGameVisit()
  await visit.setChannelState('up')
  await wait(30_000)
  visit.leavePage()
  expect(fetched).not.toHaveBeenCalled()
})

test('the time of a join begins with the press, also where the player tries again', async () => {
  visit = fakeGameVisit()
  await wait(12_000)
  reopenVideo()
  await visit.setChannelState('up')
  await visit.lastRequest().ok(INIT_ACK)
  await wait(1000)
  visit.setPicture('playing', 0)
  visit.leavePage()
  expect(reports()).toMatchObject([{ joinMs: 13_000 }])
})

test.each([
  ['the address of the machine was opened', [], 5000],
  ['the player logged in first', ['https://api.example/v1/login'], 1200],
])('%s: the join takes %j ms', async (_, resources, joinMs) => {
  const entry = (name: string) => ({ name, startTime: 0 }) as PerformanceEntry
  vi.spyOn(performance, 'getEntriesByType').mockImplementation((type) => {
    if (type === 'navigation') return [entry(location.href)]
    return type === 'resource' ? resources.map(entry) : []
  })
  const opened = performance.now()
  await wait(5000 - 1200 - opened)
  await join(1200)
  visit.leavePage()
  expect(reports()).toMatchObject([{ joinMs }])
})

test('a page that was hidden until its first picture has no time of joining', async () => {
  const from = performance.now()
  vi.spyOn(performance, 'getEntriesByType').mockImplementation((type) =>
    type === 'visibility-state' ? [{ name: 'hidden', startTime: from + 100 } as PerformanceEntry] : [],
  )
  await join(1200)
  setFrameAge({ ms: 62, error: 5, isRepeated: false })
  await wait(5000)
  visit.leavePage()
  expect(reports()).toMatchObject([{ ageMs: 62 }])
  expect(reports()[0]).not.toHaveProperty('joinMs')
})
