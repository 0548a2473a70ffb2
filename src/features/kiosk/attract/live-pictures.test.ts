import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { setDataSaver } from '../../../core/settings/data-saver.ts'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { loadOfetch } from '../../../net/load-ofetch.ts'
import { setOnline } from '../../pwa/state.ts'
import { type LivePicture, type LivePictures, startLivePictures, withMachines } from './live-pictures.ts'

type Call = [path: string, init: RequestInit]
const NAR = { name: 'Nar', brand: 'nar', still: '/attract/1/still', jackpot: 100 }
const OCAK = { name: 'Ocak', brand: 'ocak', still: '/attract/2/still', jackpot: 200 }

/** The calls so far, oldest first. */
let calls: Call[] = []
/** Answers the calls; by default with a list of two machines and their pictures. */
let answer: (path: string) => Response | Promise<Response>
let pending = 0
let mostPending = 0
let urls: string[] = []
let shown: readonly LivePicture[] = []
let live: LivePictures
const paths = () => calls.map(([path]) => path)
const arts = () => shown.map(({ art }) => art)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** The brand Ocak is shown, and the first answers are there. */
const showOcak = () => {
  live.setArt('ocak')
  return pass(0)
}
const picture = () => new Response(new Blob(['picture']), { headers: { 'content-type': 'image/webp' } })
const listOr = (other: (path: string) => Response | Promise<Response>, machines = [NAR, OCAK]) =>
  function answerCall(path: string) {
    return path === '/attract' ? Response.json({ machines }) : other(path)
  }
const hidden = vi.spyOn(document, 'hidden', 'get')

beforeAll(async () => {
  await loadOfetch()
})
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(2026, 4, 10, 12) })
  await setSettings({ kioskAttractPictures: true })
  calls = []
  pending = 0
  mostPending = 0
  answer = listOr(picture)
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    calls.push([address.replace(/^\/api/, ''), init])
    pending += 1
    mostPending = Math.max(mostPending, pending)
    try {
      return await answer(calls.at(-1)?.[0] ?? '')
    } finally {
      pending -= 1
    }
  })
  let count = 0
  urls = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    count += 1
    urls.push(`blob:${count}`)
    return `blob:${count}`
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => {
    expect(urls).toContain(url)
    urls = urls.filter((one) => one !== url)
  })
  HTMLImageElement.prototype.decode = async () => {}
  hidden.mockReturnValue(false)
  setSignedOut()
  setOnline(true)
  shown = []
  live = startLivePictures((next) => {
    shown = next
  })
})
afterEach(() => {
  live.close()
  expect(urls).toEqual([])
  expect(mostPending).toBeLessThan(2)
  setDataSaver(false)
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('without a token it fetches a picture of the shown brand every 2.5 s, one request after another', async () => {
  await showOcak()
  expect(paths()).toEqual(['/attract', '/attract/2/still'])
  for (const [, init] of calls) expect(new Headers(init.headers).has('authorization')).toBe(false)
  // The browser sends the ETag of its copy.
  expect(calls.at(-1)?.[1].cache).toBe('no-cache')
  await pass(2_499)
  expect(calls).toHaveLength(2)
  await pass(1)
  expect(paths().at(-1)).toBe('/attract/2/still')
  // The newest lies over the one that it replaces.
  expect(arts()).toEqual(['ocak', 'ocak'])
  expect(urls).toEqual(shown.map(({ url }) => url))
})

test('a browser that calls itself offline forbids no picture', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await showOcak()
  onLine.mockRestore()
  expect(arts()).toEqual(['ocak'])
})

test('the next brand gets its picture at once; the list is fetched again after 30 s', async () => {
  live.setArt('ocak')
  await pass(1_000)
  live.setArt('nar')
  await pass(0)
  expect(paths()).toEqual(['/attract', '/attract/2/still', '/attract/1/still'])
  expect(arts()).toEqual(['ocak', 'nar'])
  await pass(31_000)
  expect(paths().filter((path) => path === '/attract')).toHaveLength(2)
})

test('a brand that comes while a picture is on its way gets its own after it', async () => {
  let send = (_: Response) => {}
  answer = listOr((path) => (path.includes('2') ? new Promise((done) => (send = done)) : picture()))
  live.setArt('ocak')
  await pass(3_000)
  live.setArt('nar')
  await pass(0)
  expect(paths()).toEqual(['/attract', '/attract/2/still'])
  send(picture())
  await pass(0)
  expect(paths().at(-1)).toBe('/attract/1/still')
  expect(arts()).toEqual(['ocak', 'nar'])
})

test('a machine that a player takes is gone at once, and the next list may have another one', async () => {
  await showOcak()
  answer = listOr(
    (path) => (path.includes('2') ? new Response(null, { status: 204 }) : picture()),
    [{ ...OCAK, still: '/attract/3/still' }],
  )
  await pass(2_500)
  expect(arts()).toEqual([])
  await pass(2_500)
  expect(paths().slice(-2)).toEqual(['/attract', '/attract/3/still'])
  expect(arts()).toEqual(['ocak'])
})

test('a brand without a free machine has no picture, and costs no call', async () => {
  live.setArt('lodos')
  await pass(10_000)
  expect(paths()).toEqual(['/attract'])
  expect(arts()).toEqual([])
})

test('a picture that no longer refreshes is live for 6 s', async () => {
  await showOcak()
  answer = () => new Promise(() => {})
  await pass(5_999)
  expect(arts()).toEqual(['ocak'])
  await pass(1)
  expect(arts()).toEqual([])
})

test('a failing call backs off, up to two minutes, and one that succeeds is the usual pace again', async () => {
  answer = () => Response.json({ code: 60013 }, { status: 404 })
  live.setArt('ocak')
  await pass(120_000)
  // After 0, 2.5, 7.5, 17.5, 37.5 and 77.5 s.
  expect(calls).toHaveLength(6)
  live.setArt('nar')
  await pass(37_000)
  expect(calls).toHaveLength(6)
  answer = listOr(picture)
  await pass(1_000)
  expect(arts()).toEqual(['nar'])
  await pass(2_500)
  expect(calls).toHaveLength(9)
  answer = () => Promise.reject(new TypeError('offline'))
  await pass(600_000)
  const failed = calls.length
  await pass(120_000)
  expect(calls.length).toBe(failed + 1)
})

test.each([
  ['the page is hidden', () => void hidden.mockReturnValue(true)],
  ['the server is unreachable', () => setOnline(false)],
  ['data is to be saved', () => setDataSaver(true)],
  ['the quiet hours have begun', () => vi.setSystemTime(new Date(2026, 4, 10, 5))],
  ['a player is logged in', () => setSignedIn('t', user)],
])('while %s nothing is fetched, and no picture stays', async (_, begin) => {
  await showOcak()
  expect(arts()).toEqual(['ocak'])
  begin()
  const before = calls.length
  await pass(60_000)
  expect(calls).toHaveLength(before)
  expect(arts()).toEqual([])
  setSignedOut()
  setOnline(true)
})

test('what comes after the end of its brand is dropped, no request follows, and the next brand waits', async () => {
  const sent: ((answer: Response) => void)[] = []
  answer = listOr(() => new Promise((done) => sent.push(done)))
  await showOcak()
  const before = shown
  live.setArt(undefined)
  expect(calls.at(-1)?.[1].signal?.aborted).toBe(true)
  live.setArt('nar')
  expect(calls).toHaveLength(2)
  live.setArt(undefined)
  for (const send of sent) send(picture())
  await pass(60_000)
  expect(shown).toBe(before)
  expect(calls).toHaveLength(2)
  answer = listOr(picture)
  live.setArt('nar')
  await pass(0)
  expect(arts()).toEqual(['nar'])
})

test('a brand that follows an ended request gets its picture after it', async () => {
  const sent: ((answer: Response) => void)[] = []
  answer = listOr((path) => (path.includes('2') ? new Promise((done) => sent.push(done)) : picture()))
  await showOcak()
  live.setArt(undefined)
  live.setArt('nar')
  await pass(0)
  expect(arts()).toEqual([])
  for (const send of sent) send(picture())
  await pass(0)
  expect(arts()).toEqual(['nar'])
})

test('an answer that is no picture counts as a failure', async () => {
  HTMLImageElement.prototype.decode = () => Promise.reject(new Error('broken'))
  live.setArt('ocak')
  await pass(2_500)
  expect(arts()).toEqual([])
  expect(paths()).toEqual(['/attract', '/attract/2/still', '/attract', '/attract/2/still'])
})

test.each([
  ['an unreadable machine', { machines: [{ name: 7 }, null, OCAK] }, ['ocak']],
  ['a list that is none', { machines: 'none' }, []],
  ['no object', null, []],
  ['a still without an address', { machines: [{ ...OCAK, still: {} }] }, []],
])('%s in the answer shows nothing wrong', async (_, list, expected) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  answer = (path) => (path === '/attract' ? Response.json(list) : picture())
  live.setArt('ocak')
  await pass(2_499)
  expect(arts()).toEqual(expected)
})

test('the jackpots of the list replace those that the kiosk has seen, and new brands join', () => {
  const seen = [
    { art: 'ocak', name: 'Ocak', jackpot: 150 },
    { art: 'lodos', name: 'Lodos', jackpot: 120 },
  ]
  expect(withMachines(seen, [])).toBe(seen)
  const { jackpot: _, ...unpriced } = OCAK
  expect(withMachines(seen, [unpriced, { ...NAR, brand: undefined }])).toEqual([
    { art: 'ocak', name: 'Ocak', jackpot: 150 },
    { art: 'lodos', name: 'Lodos', jackpot: 120 },
    { art: 'nar', name: 'Nar', jackpot: 100 },
  ])
  expect(withMachines(seen, [{ ...NAR, jackpot: 900 }]).map(({ art }) => art)).toEqual([
    'nar',
    'ocak',
    'lodos',
  ])
})
