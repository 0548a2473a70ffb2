import type { Signal } from '@preact/signals-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { InfoPush } from '../../contract/live.ts'
import { clearToasts, dismissToast, toasts } from '../../ui/toast.ts'
import { startGuard } from '../router/guard.ts'
import { setSignedIn } from '../session/state.ts'
import { user } from '../session/user.fake.ts'
import { enqueueCommandSuccess, enqueueMessage, queuedNotices } from './queue.ts'
import { startNotices } from './show-notices.ts'

// The texts of the codes load when the test resolves `come`.
const texts = vi.hoisted(() => ({
  come: Promise.resolve() as Promise<unknown>,
  areThere: false,
  failed: undefined as Signal<string | undefined> | undefined,
}))
vi.mock('../../i18n/index.ts', async (original) => {
  const real = await original<typeof import('../../i18n/index.ts')>()
  const { signal } = await import('@preact/signals-react')
  texts.failed = signal()
  const loadCodeTexts = () =>
    texts.come.then(() => {
      texts.areThere = true
    })
  const codeText: typeof real.codeText = (...given) => (texts.areThere ? real.codeText(...given) : undefined)
  return { ...real, loadCodeTexts, codeText, failedLocale: texts.failed }
})

const info = (code: number, more: Partial<InfoPush> = {}): InfoPush => ({
  code,
  params: {},
  message: '',
  action: 'none',
  ...more,
})
const settle = () => vi.advanceTimersByTimeAsync(0)
const shown = () => toasts.value.map(({ message }) => message)
const closing = () => toasts.value.filter(({ id }) => id === 'closing')
const say = async (code: number, more: Partial<InfoPush> = {}) => {
  enqueueMessage(info(code, more))
  await settle()
}
const left = (seconds: number) => `Para yatırmak için ${seconds} saniyeniz kaldı`
const ENDS = 'Oturum sonlandırılıyor'

startGuard()
const go = (path: string) => {
  window.history.pushState(null, '', path)
  window.dispatchEvent(new Event('pushState'))
}

let stop: () => void
const heard = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  texts.come = Promise.resolve()
  heard.mockReset()
  setSignedIn('t', user)
  go('/game/7')
  stop = startNotices(heard)
})
afterEach(() => {
  stop()
  clearToasts()
  vi.useRealTimers()
})

test('texts of a language that do not come are reported', () => {
  if (texts.failed) texts.failed.value = 'en'
  expect(shown()).toEqual(['Ağ hatası, lütfen bağlantınızı kontrol edin'])
  if (texts.failed) texts.failed.value = undefined
})

test("a message shows its code's text with parameters, else the server's text, for 6 s", async () => {
  await say(60017, { message: 'Elsewhere' })
  await say(12345, { message: 'Closing at ten' })
  await say(1)
  expect(shown()).toEqual(['Zaten başka bir makinede oturuyorsunuz', 'Closing at ten'])
  expect(toasts.value.map(({ ms, id }) => [ms, id])).toEqual([
    [6000, 'info-60017'],
    [6000, 'info-12345'],
  ])
  expect(heard.mock.calls.map(([{ code }]) => code)).toEqual([60017, 12345, 1])
})

test.each([
  [60007, 'danger'],
  [60015, 'info'],
  [60034, 'info'],
])(
  'the end of a visit by %i is shown as %s: the player may have ended it in another tab',
  async (code, kind) => {
    await say(code, { action: 'leave' })
    expect(toasts.value.map((toast) => toast.kind)).toEqual([kind])
  },
)

test('two messages without a code are two toasts', async () => {
  await say(0, { message: 'Your seat was ended by the house' })
  await say(0, { message: '₺100,00 moved' })
  expect(shown()).toEqual(['Your seat was ended by the house', '₺100,00 moved'])
})

test('messages wait for their texts to load: none is dropped, the order is kept', async () => {
  stop()
  clearToasts()
  let come = () => {}
  texts.come = new Promise<void>((done) => {
    come = done
  })
  // Queued before startNotices runs.
  enqueueMessage(info(60007))
  stop = startNotices(heard)
  enqueueMessage(info(60016))
  enqueueMessage(info(18800, { params: { seconds: 9 } }))
  enqueueMessage(info(18800, { params: { seconds: 8 } }))
  await settle()
  expect(shown()).toEqual([])
  expect(heard).toHaveBeenCalledTimes(4)
  come()
  await settle()
  expect(shown()).toEqual([
    'Makine meşgul, lütfen bekleyin',
    'Sunucu kapanıyor, birazdan tekrar deneyin',
    left(8),
  ])
  expect(queuedNotices.value).toEqual([])
})

test("one toast shows the server's countdown, and stays with the message of the end", async () => {
  for (const seconds of [10, 9, 8]) {
    await say(18800, { params: { seconds } })
    expect(closing().map(({ message, ms }) => [message, ms])).toEqual([[left(seconds), 10_000]])
    await vi.advanceTimersByTimeAsync(500)
  }
  await say(18801)
  expect(shown()).toEqual([ENDS])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shown()).toEqual([ENDS])
})

test('it counts by itself, and ends by itself', async () => {
  await say(18802, { params: { seconds: 5 } })
  const seen: string[] = []
  for (let second = 0; second < 7; second++) {
    seen.push(...shown())
    await vi.advanceTimersByTimeAsync(1000)
  }
  const text = (seconds: number) => `Devam etmek için ${seconds} saniyeniz kaldı`
  expect(seen).toEqual([text(5), text(4), text(3), text(2), text(1), ENDS, ENDS])
})

test.each([
  ['after sleep the remaining seconds are correct', 6000, 2],
  ['a clock that is set back does not stop it', -3_600_000, 8],
])('%s', async (_, shift, seconds) => {
  await say(18800, { params: { seconds: 9 } })
  vi.setSystemTime(Date.now() + shift)
  await vi.advanceTimersByTimeAsync(1000)
  expect(shown()).toEqual([left(seconds)])
})

test('it starts at 10 s, even if the server sends it earlier', async () => {
  await say(18800, { params: { seconds: 30 } })
  await vi.advanceTimersByTimeAsync(19_999)
  expect(shown()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(shown()).toEqual([left(10)])
})

test.each([
  [{ left: 7 }, left(7)],
  [{ name: 'Nar', time_left: '6', seconds_total: 60 }, left(6)],
  [{}, left(10)],
  [{ seconds: 0 }, ENDS],
  [{ seconds: -3 }, ENDS],
])('parameters %j: the first number counts', async (params, text) => {
  await say(18800, { params })
  expect(shown()).toEqual([text])
})

test('the four codes are one toast, and no other', async () => {
  await say(18800, { params: { seconds: 4 } })
  await say(18802, { params: { seconds: 3 } })
  await say(50100)
  expect(closing()).toHaveLength(1)
  expect(shown()).toEqual(['Oturum sonlandırıldı, işlem yapılamıyor'])
  await vi.advanceTimersByTimeAsync(9000)
  expect(shown()).toHaveLength(1)
})

test('a screen reader announces the start and the end, not each second', async () => {
  const said = new Set<string>()
  await say(18800, { params: { seconds: 10 } })
  for (let second = 0; second < 12; second++) {
    for (const one of closing()) said.add(one.announced)
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect([...said]).toEqual([left(10), ENDS])
})

test.each([
  ['a command succeeds', () => enqueueCommandSuccess()],
  ['the page is left', () => go('/lobby')],
])('it closes when %s, and counts no further', async (_why, happen) => {
  await say(18800, { params: { seconds: 9 } })
  happen()
  await settle()
  expect(shown()).toEqual([])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(shown()).toEqual([])
  // A new warning is announced again.
  await say(18800, { params: { seconds: 9 } })
  expect(closing().map(({ announced }) => announced)).toEqual([left(9)])
})

test('a visit that ends with its page is reported on the next page', async () => {
  await say(18802, { params: { seconds: 1 } })
  await say(50100, { action: 'leave' })
  go('/lobby')
  await settle()
  expect(shown()).toEqual(['Oturum sonlandırıldı, işlem yapılamıyor'])
})

test('a dismissed countdown returns for its end only', async () => {
  await say(18800, { params: { seconds: 5 } })
  dismissToast('closing')
  await vi.advanceTimersByTimeAsync(2000)
  await say(18800, { params: { seconds: 2 } })
  expect(shown()).toEqual([])
  await vi.advanceTimersByTimeAsync(2000)
  expect(shown()).toEqual([ENDS])
})

test('disposing removes all toasts', async () => {
  await say(12345, { message: 'Closing at ten' })
  enqueueMessage(info(18800, { params: { seconds: 9 } }))
  stop()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(shown()).toEqual([])
})
