import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Failure, failed } from '../../../contract/result.ts'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { loadCodeTexts, setLocale } from '../../../i18n/index.ts'
import { NO_RELAY } from '../../../net/whep-types.ts'
import { fakeGameVisit, INIT_ACK } from '../play/game-visit.fake.ts'
import { spinBlock } from '../play/state.ts'
import { picture, pictureProblem } from '../video/state.ts'

import { VideoProblem } from './VideoProblem.tsx'

let visit: ReturnType<typeof fakeGameVisit>
const leave = vi.fn()
const pass = (seconds: number) => act(async () => void (await vi.advanceTimersByTimeAsync(seconds * 1000)))
const shown = () => document.body.textContent
const tryAgain = () => act(() => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
const failure = (category: Failure['category'], details?: Partial<Failure>) => failed(category, details).error

/** At the machine; `source` is what init says of the video. */
async function join(source: object = INIT_ACK.video ?? {}) {
  await visit.setChannelState('up')
  await visit.lastRequest().ok({ ...INIT_ACK, video: source })
}

beforeEach(async () => {
  await Promise.all([setLocale('en'), loadCodeTexts()])
  vi.useFakeTimers()
  visit = fakeGameVisit()
  render(<VideoProblem onLeave={leave} />)
})
afterEach(() => {
  cleanup()
  visit.leavePage()
  vi.useRealTimers()
})

test('an unreachable machine server: after 12 s the reason, and Retry opens a new video session', async () => {
  await pass(11.9)
  expect([picture.value, spinBlock.value]).toEqual(['opening', 'opening'])
  await pass(0.2)
  expect([picture.value, spinBlock.value]).toEqual(['failed', 'noPicture'])
  expect(shown()).toContain('The machine server is not responding')
  await tryAgain()
  expect(visit.calls.filter((call) => call === 'connect')).toHaveLength(2)
  expect(visit.closed).toEqual({ channel: 1, whep: 1 })
  expect(picture.value).toBe('opening')
  await pass(12)
  expect(pictureProblem.value).toBe('machineServer')
  visit.leavePage()
  expect(visit.closed).toEqual({ channel: 2, whep: 2 })
})

test('an unanswered init: the same, and the page keeps its id', async () => {
  await visit.setChannelState('up')
  const { page } = visit.lastRequest().payload
  await pass(12)
  expect(shown()).toContain('The machine server is not responding')
  await tryAgain()
  await visit.setChannelState('up')
  expect(visit.lastRequest()).toMatchObject({ name: 'init', payload: { page } })
  await join()
  visit.setPicture('playing', 0)
  expect([picture.value, pictureProblem.value]).toEqual(['live', undefined])
})

test.each([{ video: null }, { video: undefined }])(
  '%j: after 12 s the reason, and Retry requests the address again',
  async ({ video }) => {
    await visit.setChannelState('up')
    await visit.lastRequest().ok({ ...INIT_ACK, video })
    expect([picture.value, visit.plays]).toEqual(['opening', []])
    await pass(12)
    expect(shown()).toContain('This machine has no picture at the moment')
    await tryAgain()
    expect(picture.value).toBe('opening')
    expect(visit.requests.filter(({ name }) => name === 'init')).toHaveLength(2)
    await visit.lastRequest().ok({ ...INIT_ACK, video: null })
    await pass(12)
    expect(pictureProblem.value).toBe('noPicture')
    await tryAgain()
    await visit.lastRequest().ok(INIT_ACK)
    expect(visit.plays).toHaveLength(1)
    expect(picture.value).toBe('opening')
  },
)

test.each([
  'http://',
  'https://[/7',
  'javascript:alert(1)',
  'ftp://video.example/7',
  'whep://video.example/7',
])('the address %j is refused at once, and Retry requests it again', async (url) => {
  await join({ type: 'screen', url, iceServers: [] })
  expect(shown()).toContain('The machine’s picture address cannot be used')
  expect(visit.plays).toEqual([])
  await tryAgain()
  await visit.lastRequest().ok(INIT_ACK)
  // Sources that follow each other open the picture once a second.
  await pass(1)
  expect(visit.plays).toHaveLength(1)
  expect(pictureProblem.value).toBeUndefined()
})

test.each<[Failure | undefined, string]>([
  [undefined, 'The video server is not responding'],
  [failure('network'), 'The video server is not responding'],
  [failure('network', { status: 201 }), 'No picture is arriving'],
  [failure('refused', { status: 409 }), 'The video server refused the request'],
  [failure('server', { status: 500 }), 'Something went wrong on the video server'],
  [failure('server', { status: 500, code: 60014 }), 'Something went wrong on the server'],
  [failure('server', { status: 503, code: 1, message: 'No encoder is free' }), 'No encoder is free'],
  [failure('invalid', { status: 201 }), 'The video server gave an unexpected answer'],
])('without video for 12 s after %j the reason is: %s', async (last, text) => {
  await pass(10)
  await join()
  await pass(11.9)
  expect(picture.value).toBe('opening')
  if (last) await act(() => visit.delayVideo(last))
  await pass(0.2)
  expect(picture.value).toBe('failed')
  expect(shown()).toContain(text)
  await tryAgain()
  expect([picture.value, visit.plays.length]).toEqual(['opening', 2])
  await pass(12)
  expect(picture.value).toBe('failed')
  // The app has kept trying.
  visit.setPicture('playing', 0)
  expect(picture.value).toBe('live')
})

test.each<[Partial<Failure>, string]>([
  [
    { category: 'refused', code: 70000, message: 'x' },
    'The machine could not be started, please contact the technical team',
  ],
  [{ category: 'refused', code: 4711, message: 'No cable in port 3' }, 'No cable in port 3'],
  [{ category: 'refused' }, 'The video server refused the request'],
  [{ category: 'auth' }, 'The video server did not accept your session'],
  [{ category: 'invalid' }, 'The video server gave an unexpected answer'],
])('a final refusal %j is shown at once', async (details, text) => {
  await join()
  await act(() => visit.failVideo(409, details))
  expect(picture.value).toBe('failed')
  expect(shown()).toContain(text)
  expect(shown()).toContain('Your credit is safe.')
  await tryAgain()
  expect(visit.plays).toHaveLength(2)
})

test('at a cabinet credit that the player did not load is not called the player’s', async () => {
  await join()
  await act(() => visit.failVideo(409, { category: 'refused' }))
  const cabinet = { status: 'ready' as const, foreignCredit: INIT_ACK.game.credit }
  await act(() => visit.push.game?.({ ...INIT_ACK.game, seq: 2, cabinet }))
  expect(shown()).toContain('The video server refused the request')
  expect(shown()).not.toContain('Your credit')
})

test('a Retry-After above 12 s counts down; the next attempt has its own timeout', async () => {
  await join()
  await act(() => visit.delayVideo(failure('server', { status: 503, code: 70000 }), 75))
  expect(shown()).toMatch(/^The picture is not ready yetTrying again in 1:15Your credit/)
  await pass(60)
  await act(() => visit.delayVideo(failure('server', { status: 503, code: 70000 }), 9))
  expect(shown()).toContain('Trying again in 0:09')
  expect([picture.value, screen.queryByRole('button', { name: 'Try again' })]).toEqual(['opening', null])
  fireEvent.click(screen.getByRole('button', { name: 'Change machine' }))
  expect(leave).toHaveBeenCalledOnce()
  await act(() => visit.delayVideo(failure('refused', { status: 409, code: 60003 }), 5))
  expect(shown()).toContain('The machine is out of service')
  await act(() => visit.delayVideo(failure('server', { status: 503 })))
  await pass(11.9)
  expect(picture.value).toBe('opening')
  await pass(0.2)
  expect(picture.value).toBe('failed')
})

test('a running video that is reopened shows no problem', async () => {
  await join()
  visit.setPicture('playing', 0)
  await pass(60)
  visit.setPicture('waiting', 60_000)
  await pass(60)
  expect([picture.value, pictureProblem.value]).toEqual(['lost', undefined])
})

test('leaving ends the timeout', async () => {
  await pass(1)
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  visit.leavePage()
  expect(vi.getTimerCount()).toBe(0)
})

test("an operator's connectTimeout, and a videoUrl that needs no address of the machine server", async () => {
  visit.leavePage()
  await setSettings({ connectTimeout: 5, videoUrl: 'https://video.example/{id}' })
  visit = fakeGameVisit('a/7')
  await visit.setChannelState('up')
  await visit.lastRequest().ok({ ...INIT_ACK, video: null })
  expect(visit.plays).toEqual([{ url: 'https://video.example/a%2F7', iceServers: [] }])
  await pass(4.9)
  expect(picture.value).toBe('opening')
  await pass(0.2)
  expect(pictureProblem.value).toMatchObject({ category: 'network' })
  await setSettings()
})

test('with iceTransportPolicy "relay" a missing TURN server is shown at once', async () => {
  visit.leavePage()
  await setSettings({ iceTransportPolicy: 'relay' })
  visit = fakeGameVisit()
  await join()
  expect(visit.plays).toMatchObject([{ url: expect.stringContaining('/whep/7'), isRelayOnly: true }])
  await act(() => visit.delayVideo(NO_RELAY))
  expect(picture.value).toBe('failed')
  expect(shown()).toContain('needs a relay server (TURN)')
  visit.setPicture('playing', 0)
  expect(pictureProblem.value).toBeUndefined()
  await setSettings()
})
