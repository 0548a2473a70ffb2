import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reloadDataSaver, setDataSaver } from '../../../../core/settings/data-saver.ts'
import { setSettings } from '../../../../core/settings/set-settings.fake.ts'
import { setLocale } from '../../../../i18n/index.ts'
import { settle } from '../../../../net/whep.fake.ts'
import type { WhepExtensionContext } from '../../../../net/whep-session.ts'
import { preloadFluent } from '../../../../ui/fluent-widgets.tsx'
import { fakeGameVisit } from '../../play/game-visit.fake.ts'
import { setFrameAge } from '../../video/state.ts'
import { QualityLayer } from './QualityLayer.tsx'
import { QualitySign } from './QualitySign.tsx'
import { addPressDelay, layer, level, reconnects } from './state.ts'

const LINKS =
  '</s/layer>; rel="urn:ietf:params:whep:ext:core:layer", ' +
  '</s/sse>; rel="urn:ietf:params:whep:ext:core:server-sent-events"'
const LAYERS = [
  { encodingId: 'full', framerate: 30, bitrate: 3 },
  { encodingId: 'half', framerate: 15, bitrate: 2 },
  { encodingId: 'small', framerate: 15, bitrate: 1 },
]

/** A server with three layers, and a browser's counters of the picture it sends. */
function fakeServer(links = LINKS) {
  const counters = { packetsLost: 0, packetsReceived: 0, framesDecoded: 0, bytesReceived: 0 }
  const asked: string[] = []
  let status = 200
  const inbound = { id: 'V', type: 'inbound-rtp', kind: 'video', frameWidth: 640, frameHeight: 360 }
  const pair = { id: 'P', type: 'candidate-pair', selected: true, currentRoundTripTime: 0.02 }
  const getStats = vi.fn(async () => [{ ...inbound, ...counters }, pair])
  const extension: WhepExtensionContext = {
    peer: { getStats } as unknown as RTCPeerConnection,
    links,
    base: 'http://play.example/whep/7',
    async request(to, method, _headers, body) {
      if (to.endsWith('/layer')) {
        asked.push(String(body))
        return new Response(null, { status })
      }
      if (method === 'POST') return new Response(null, { status: 201, headers: { location: '/s/sse/1' } })
      const data = JSON.stringify({ 0: { active: [], layers: LAYERS } })
      return new Response(method === 'GET' ? `event: layers\ndata: ${data}\n\n` : null)
    },
  }
  return {
    extension,
    asked,
    getStats,
    refuse() {
      status = 503
    },
    /** So many seconds, in each of which so many packets come and so many are lost. */
    async run(seconds: number, { received = 90, lost = 0 } = {}) {
      for (let i = 0; i < seconds; i++) {
        counters.packetsReceived += received
        counters.packetsLost += lost
        counters.framesDecoded += status === 200 && /half|small/.test(asked.at(-1) ?? '') ? 15 : 30
        counters.bytesReceived += received * 1000
        await act(async () => {
          await vi.advanceTimersByTimeAsync(1000)
          await settle()
        })
      }
    },
  }
}
const choice = (id: string) => `{"mediaId":"0","encodingId":"${id}"}`

let visit: ReturnType<typeof fakeGameVisit>

/** Seated with this picture live, and the sign in its place. */
async function open(over: ReturnType<typeof fakeServer>, settings: object = {}) {
  await setSettings(settings)
  visit = fakeGameVisit()
  visit.extension.current = over.extension
  await visit.connect()
  render(
    <>
      <QualitySign />
      <QualityLayer />
    </>,
  )
  await act(settle)
}
const sign = () => screen.getAllByRole('button')[0]

// Fluent is large, and a busy machine slow.
beforeAll(async () => {
  await preloadFluent()
  await import('./QualityDialog.tsx')
}, 60_000)
beforeEach(async () => {
  // Fluent's motion ends in rejections here; nothing of it is looked at.
  Reflect.deleteProperty(Element.prototype, 'animate')
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  await setLocale('tr')
})
afterEach(() => {
  visit.leavePage()
  cleanup()
  localStorage.clear()
  Reflect.deleteProperty(navigator, 'connection')
  reloadDataSaver()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a weak link lowers the layers one by one, and a good one raises them again', async () => {
  const own = fakeServer()
  await open(own)
  await own.run(5)
  expect([level.value, layer.value, own.asked]).toEqual(['good', undefined, []])
  await own.run(4, { lost: 30 })
  expect(own.asked).toEqual([choice('half')])
  await own.run(8, { lost: 30 })
  expect([own.asked.at(-1), layer.value, level.value]).toEqual([choice('small'), 'small', 'poor'])
  await own.run(15)
  expect([own.asked.at(-1), layer.value, level.value]).toEqual([choice('half'), 'half', 'good'])
  await own.run(20)
  expect(own.asked.slice(3)).toEqual([choice('full')])
  expect(layer.value).toBe('full')
})

test('a server without layers gets no request, however weak the link', async () => {
  const own = fakeServer('<turn:a.example>; rel="ice-server"')
  await open(own)
  await own.run(20, { lost: 90 })
  expect([own.asked, level.value]).toEqual([[], 'poor'])
})

test('a refused layer is not requested every second', async () => {
  const own = fakeServer()
  own.refuse()
  await open(own, { fps: 15 })
  await own.run(30)
  expect(own.asked.length).toBeLessThan(4)
  expect(layer.value).toBeUndefined()
})

test('a new video session gets the layer again; a hidden page does not sample', async () => {
  const first = fakeServer()
  await open(first, { fps: 15 })
  await first.run(5)
  const second = fakeServer()
  visit.setPicture('restarting', 2000)
  visit.setPicture('waiting', 3000)
  visit.extension.current = second.extension
  visit.setPicture('playing', 0)
  await second.run(5)
  expect([second.asked, reconnects.value]).toEqual([[choice('half')], 2])
  const looks = second.getStats.mock.calls.length
  expect(looks).toBeLessThanOrEqual(6)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await second.run(5)
  expect(second.getStats).toHaveBeenCalledTimes(looks)
  cleanup()
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0))
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  await second.run(5)
  expect(second.getStats).toHaveBeenCalledTimes(looks)
})

test.each<[string, () => void, object]>([
  ['the player', () => setDataSaver(true), {}],
  ['the operator', () => {}, { dataSaver: true }],
  [
    'the browser',
    () => Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
    {},
  ],
])(
  'with data saver by %s the small layer is used until the player chooses the large one',
  async (_, save, settings) => {
    save()
    reloadDataSaver()
    const own = fakeServer()
    await open(own, settings)
    await own.run(5)
    expect(own.asked).toEqual([choice('small')])
    await own.run(60)
    expect(own.asked).toHaveLength(1)
    setDataSaver(false)
    expect(localStorage.getItem('reelcast.data-saver')).toBe('0')
    await own.run(3)
    expect(own.asked).toEqual([choice('small'), choice('full')])
  },
)

test('the icon shows the status of the plain one, and the quality of the connection', async () => {
  const own = fakeServer()
  await open(own)
  await own.run(3)
  expect(sign()?.textContent).toBe('Canlı, Bağlantı kalitesi İyi')
  expect(sign()?.dataset.level).toBe('good')
  act(() => visit.setPicture('playing', 2400))
  expect(sign()?.textContent).toMatch(/^2 sn gecikiyor/)
  act(() => visit.setPicture('restarting', 4000))
  expect(sign()?.textContent).toBe('Yenileniyor: 4 sn, Bağlantı kalitesi Görüntü yok')
  await act(() => visit.setChannelState('down'))
  expect(sign()?.textContent).toMatch(/^Bağlantı yok,/)
})

test('a picture that is live is never called lost', async () => {
  const own = fakeServer()
  await open(own, { maxPictureAge: 10_000 })
  await act(() => visit.setPicture('playing', 5000))
  await own.run(2)
  expect(level.value).toBe('lost')
  expect(sign()?.textContent).toBe('Canlı, Bağlantı kalitesi Zayıf')
})

test('a tap opens the figures; they are copied to the clipboard, or selected for a manual copy', async () => {
  const own = fakeServer()
  await open(own)
  await own.run(3)
  fireEvent.click(sign() as HTMLElement)
  const window = await vi.waitFor(() => screen.getByRole('dialog'))
  const figure = (name: string) => window.querySelector(`[data-figure=${name}] dd`)?.textContent
  expect(figure('rtt')).toBe('20 msn')
  expect(figure('age')).toBe('400 msn altında')
  expect(figure('captured')).toBe('Yok: yaş, gelen karelere göre')
  expect(figure('press')).toBe('–')
  // So few values make no line.
  expect(window.querySelectorAll('dl svg')).toHaveLength(0)
  act(() => {
    setFrameAge({ ms: 62, error: 9, isRepeated: false })
    for (const ms of [110, 120, 300]) addPressDelay(ms)
  })
  await own.run(1)
  expect(figure('age')).toBe('62 msn ± 9')
  expect(figure('captured')).toBe('Her karede var')
  expect(figure('press')).toBe('120 msn, nadiren\u00a0300\u00a0üstü')
  expect(figure('fps')).toBe('30 kare/sn')
  expect(figure('loss')).toBe('%0')
  expect(figure('size')).toBe('640×360')
  expect(figure('layer')).toBe('Tam')
  await own.run(6)
  const line = window.querySelector('[data-figure=fps] svg')
  const lastX = line
    ?.querySelector('path')
    ?.getAttribute('d')
    ?.match(/L(\d+) [^L]*$/)?.[1]
  // From edge to edge, however few they are.
  expect(line?.getAttribute('viewBox')).toBe(`0 -1 ${lastX} 18`)

  const writeText = vi.fn(async (_: string) => {})
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  fireEvent.click(screen.getByText('Destek için kopyala'))
  await vi.waitFor(() => expect(writeText).toHaveBeenCalledOnce())
  const [[copied = ''] = []] = writeText.mock.calls
  expect(copied).toMatch(/^round trip: 20 ms/m)
  expect(copied).not.toMatch(/secret|play\.example|http/)
  writeText.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  fireEvent.click(screen.getByText('Destek için kopyala'))
  const area = await vi.waitFor(() => screen.getByRole<HTMLTextAreaElement>('textbox'))
  expect(area.value).toContain('machine: 7')
  expect([area.selectionStart, area.selectionEnd]).toEqual([0, area.value.length])

  fireEvent.click(screen.getByRole('switch', { name: 'Veri tasarrufu' }))
  expect(localStorage.getItem('reelcast.data-saver')).toBe('1')
  fireEvent.click(screen.getByText('Kapat'))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each<[unknown, string]>([
  ['https://video.example/{id}/whep', 'https://video.example/a%2F7/whep'],
  ['/pictures/{id}', `${window.location.origin}/pictures/a%2F7`],
  ['', `${window.location.origin}/whep/7`],
  ['//video.example/{id}', `${window.location.origin}/whep/7`],
  ['https://[/{id}', `${window.location.origin}/whep/7`],
  [7, `${window.location.origin}/whep/7`],
  // What the check of Settings.json refuses is not used, so no such server gets the player's token.
  ['https://{id}.example/whep', `${window.location.origin}/whep/7`],
  ['https://video.example', `${window.location.origin}/whep/7`],
])('videoUrl %j: the video is requested from %s', async (videoUrl, url) => {
  await setSettings({ videoUrl })
  visit = fakeGameVisit('a/7')
  await visit.connect()
  expect(visit.plays.map((source) => source.url)).toEqual([url])
})
