import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updatePathname } from '../router/pathname.ts'
import { setSignedOut } from '../session/state.ts'
import { setJoined, setLink, setPageReady } from './state.ts'
import { whenLive, whenPageReady } from './when-ready.ts'

/** Whether a promise has resolved. */
async function isDone(promise: Promise<void>): Promise<boolean> {
  let done = false
  void promise.then(() => {
    done = true
  })
  await vi.advanceTimersByTimeAsync(0)
  return done
}

/** An image in view that is still loading. */
function addImage(): HTMLImageElement {
  const image = document.createElement('img')
  Object.defineProperty(image, 'complete', { value: false })
  document.body.append(image)
  return image
}

beforeEach(() => {
  vi.useFakeTimers()
  // Resets the state as the end of a session does.
  setSignedOut()
  setLink('connecting', 0)
  document.body.replaceChildren()
})
afterEach(() => {
  vi.useRealTimers()
  history.replaceState(null, '', '/')
})

const go = (path: string) => {
  history.pushState(null, '', path)
  updatePathname()
}

test.each(['/profile', '/transactions', '/lobbyists'])('%s does not wait', async (path) => {
  go(path)
  expect(await isDone(whenPageReady())).toBe(true)
})

test.each(['/lobby', '/Lobby/3/', '/game/7/Nar', '/GAME/7'])(
  '%s is ready once its content is shown',
  async (path) => {
    go(path)
    const ready = whenPageReady()
    expect(await isDone(ready)).toBe(false)
    setPageReady()
    expect(await isDone(ready)).toBe(true)
  },
)

test('a page that never becomes ready delays nothing for more than 12 s', async () => {
  go('/lobby')
  const ready = whenPageReady()
  await vi.advanceTimersByTimeAsync(11_900)
  expect(await isDone(ready)).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(await isDone(ready)).toBe(true)
})

test('the lobby is live after the first answer of the notification server and the visible images', async () => {
  const [first, second] = [addImage(), addImage()]
  const live = whenLive()
  setLink('up', 0)
  expect(await isDone(live)).toBe(false)
  setJoined()
  expect(await isDone(live)).toBe(false)
  first.dispatchEvent(new Event('load'))
  expect(await isDone(live)).toBe(false)
  second.dispatchEvent(new Event('error'))
  // Two frames later the image is painted.
  await vi.advanceTimersByTimeAsync(40)
  expect(await isDone(live)).toBe(true)
})

test('an unreachable server or a missing image delays nothing for longer', async () => {
  addImage()
  const live = whenLive()
  setLink('down', 0)
  expect(await isDone(live)).toBe(false)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await isDone(live)).toBe(true)
})
