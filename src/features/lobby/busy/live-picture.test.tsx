import { act, cleanup, render, screen, waitFor } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Machine } from '../../../contract/floor.ts'
import { beforeLogout, setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { reloadDataSaver, setDataSaver } from '../../../core/settings/data-saver.ts'
import { settings } from '../../../core/settings/settings.ts'
import { fakeEnv, settle } from '../../../net/whep.fake.ts'
import { toasts } from '../../../ui/toast.ts'
import { lockScreen, unlock } from '../../lock/state.ts'
import { applyMachines, beginMachinesRequest, clearLobby, showMachines } from '../state.ts'
import { machine as freeMachine, push, stubWholeFloor } from '../whole-floor.fake.ts'
import { BusyDialog } from './BusyDialog.tsx'
import { cheapestLayer } from './watch-live.ts'

let server: ReturnType<typeof fakeEnv>

vi.mock('../../../net/whep.ts', async (load) => {
  const { createWhep } = await load<typeof import('../../../net/whep.ts')>()
  // The element takes a real stream only.
  const media = () => Object.assign(new MediaStream(), { addTrack() {} })
  return { createWhep: () => createWhep({ ...server.env, media }) }
})
const still = vi.hoisted(() => ({ show: (_: string | undefined) => {} }))
vi.mock('../card-overlay/still-loader.ts', () => ({
  watchStill: (_: Element, __: string, show: typeof still.show) => {
    still.show = show
    return () => {}
  },
}))

const CREATED = { location: '/whep/1/viewer' }
const WATCHED: Partial<Machine> = { status: 'playing', still: '/machine/1/still', watchUrl: '/whep/1' }

/** Opens the dialog of this machine, with a still that has just been shown. */
async function openStill(more: Partial<Machine> = {}) {
  const machine = freeMachine('1', { ...WATCHED, ...more })
  act(() => applyMachines([machine], beginMachinesRequest(), undefined, performance.now()))
  render(<BusyDialog id="1" />)
  await act(settle)
  act(() => still.show('blob:1'))
}
/** The same, once the offer is sent. */
async function open() {
  await openStill()
  await vi.waitFor(() => expect(requests()).toHaveLength(1))
}
/** The server accepts the offer and sends frames. */
async function accept() {
  await act(() => server.last('POST').answer(201, CREATED, 'answer'))
  act(() => server.peer().become('connected'))
  await frames()
}
async function frames() {
  server.peer().framesDecoded += 5
  await act(() => server.pass(200))
}
async function openLive() {
  await open()
  await accept()
}
const video = () => document.querySelector('video')
const sign = () => screen.queryByText('Canlı')
const age = () => screen.queryByText(/^Görüntü/)
const requests = () => server.requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)

const livePicture = import('./LivePicture.tsx')
beforeEach(() => {
  server = fakeEnv()
  stubWholeFloor(() => [])
  setSignedIn('token', user)
  clearLobby()
  showMachines('1')
})
afterEach(() => {
  act(cleanup)
  act(unlock)
  localStorage.clear()
  setSignedOut()
  vi.restoreAllMocks()
  reloadDataSaver()
  vi.unstubAllGlobals()
})

test('a machine that may be watched is live in place of its still, until the dialog closes', async () => {
  await open()
  expect(server.last('POST')).toMatchObject({
    url: 'http://localhost:3000/whep/1',
    headers: { authorization: 'Bearer token' },
  })
  expect([sign(), age()?.textContent]).toEqual([null, 'Görüntü: 0 sn. önce'])
  expect(video()?.getAttribute('aria-hidden')).toBe('true')
  await accept()
  expect([sign()?.textContent, age()]).toEqual(['Canlı', null])
  expect(video()?.muted).toBe(true)
  expect(video()?.getAttribute('aria-label')).toBe('Nar 1: canlı görüntü')
  expect(video()?.getAttribute('aria-hidden')).toBe('false')
  act(cleanup)
  expect(requests()).toEqual(['POST /whep/1', 'DELETE /whep/1/viewer'])
  expect(server.last('DELETE').headers.authorization).toBe('Bearer token')
})

test.each<[string, Partial<Machine>, (() => void)?]>([
  ['that may not be watched', { watchUrl: undefined }],
  ['that is reserved', { status: 'reserved' }],
  ["that is the player's own", { reservation: true }],
  ['whose address is none', { watchUrl: 'javascript:alert(1)' }],
  ['with the data saver', {}, () => setDataSaver(true)],
  [
    'for a player who wants less motion',
    {},
    () =>
      vi
        .spyOn(window, 'matchMedia')
        .mockImplementation((query) => ({ matches: /reduced-motion/.test(query) }) as MediaQueryList),
  ],
  [
    'on a slow network',
    {},
    () => {
      vi.spyOn(Reflect, 'get').mockImplementation((target, key) =>
        key === 'connection' ? { effectiveType: '2g' } : target[key as never],
      )
      reloadDataSaver()
    },
  ],
])('of a machine %s there is the still alone, and nothing is sent', async (_, more, given) => {
  given?.()
  await openStill(more)
  await livePicture
  await act(settle)
  expect(requests()).toEqual([])
  expect(age()?.textContent).toBe('Görüntü: 0 sn. önce')
})

test('when frames stop for longer than the game permits, the still and its age are back', async () => {
  await openLive()
  await act(() => server.pass(settings.peek().maxPictureAge))
  expect(sign()).not.toBeNull()
  await act(() => server.pass(200))
  expect([sign(), age()]).toEqual([null, expect.anything()])
  expect(video()?.getAttribute('data-live')).toBeNull()
  await frames()
  expect(sign()).not.toBeNull()
})

test('a refused video leaves the still, without a message, and is not requested again', async () => {
  await open()
  await act(() => server.last('POST').answer(403, {}, '{"code": 60008}'))
  await act(() => server.pass(60_000))
  expect(requests()).toEqual(['POST /whep/1'])
  expect(age()).not.toBeNull()
  expect(toasts.value).toEqual([])
})

test('when the server ends the video the still is back at once, and the video if the server takes it again', async () => {
  await openLive()
  const first = server.peer()
  await act(async () => first.endTransport())
  expect([sign(), age()]).toEqual([null, expect.anything()])
  await act(() => server.pass(1000))
  await accept()
  expect(sign()).not.toBeNull()
})

test('a dialog that closes while the server has not answered ends the stream when it does', async () => {
  await open()
  act(cleanup)
  expect(requests()).toEqual(['POST /whep/1'])
  await server.last('POST').answer(201, CREATED, 'answer')
  expect(requests()).toEqual(['POST /whep/1', 'DELETE /whep/1/viewer'])
})

const hide = (isHidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

test.each([
  ['the machine is free', () => push([{ id: '1', status: 'available' }])],
  ['the machine is out of order', () => push([{ id: '1', status: 'error' }])],
  ['the PIN lock covers it', () => lockScreen(0)],
  ['the data saver is on', () => setDataSaver(true)],
  ['the page is hidden', () => hide(true)],
  ['the page is left', () => server.page.away()],
])('the stream ends when %s', async (_, happen) => {
  await openLive()
  act(happen)
  expect(requests()).toEqual(['POST /whep/1', 'DELETE /whep/1/viewer'])
  expect(sign()).toBeNull()
})

test('the stream ends before a logout, while the token is valid', async () => {
  await openLive()
  act(() => {
    for (const close of beforeLogout) close()
    setSignedOut()
  })
  expect(server.sent('DELETE').map(({ headers }) => headers.authorization)).toEqual(['Bearer token'])
})

test('a page that is visible again opens the video anew', async () => {
  await openLive()
  act(() => hide(true))
  await act(async () => hide(false))
  await act(settle)
  expect(requests()).toEqual(['POST /whep/1', 'DELETE /whep/1/viewer', 'POST /whep/1'])
})

test('where the browser starts no video by itself, the stream ends', async () => {
  await open()
  await act(() => server.last('POST').answer(201, CREATED, 'answer'))
  const element = video() as HTMLVideoElement
  vi.spyOn(element, 'play').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  element.dispatchEvent(new Event('loadedmetadata'))
  await waitFor(() => expect(requests()).toEqual(['POST /whep/1', 'DELETE /whep/1/viewer']))
})

const LAYERS = [
  { encodingId: 'full', width: 640, height: 360, framerate: 30, bitrate: 1_500_000 },
  { encodingId: 'half', width: 640, height: 360, framerate: 15, bitrate: 900_000 },
  { encodingId: 'small', width: 320, height: 180, framerate: 15, bitrate: 300_000 },
]

test('a session takes the cheapest layer for its size', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(560)
  await open()
  const ext = 'urn:ietf:params:whep:ext:core:'
  const link = `</layer>; rel="${ext}layer", </sse>; rel="${ext}server-sent-events"; events="layers"`
  await server.last('POST').answer(201, { ...CREATED, link }, 'answer')
  await server.last('POST').answer(201, { location: '/sse/1' })
  const event = `event: layers\ndata: ${JSON.stringify({ 0: { layers: LAYERS } })}\n\n`
  await server.last('GET').answer(200, {}, event)
  await vi.waitFor(() => expect(server.last('POST').url).toMatch(/\/layer$/))
  expect(JSON.parse(server.last('POST').body)).toEqual({ mediaId: '0', encodingId: 'half' })
})

test.each([
  [328, 'small'],
  [560, 'half'],
  [1200, undefined],
])('of a picture that is %i pixels wide the cheapest layer is %s', (width, layer) => {
  expect(cheapestLayer(LAYERS, width)?.encodingId).toBe(layer)
})
