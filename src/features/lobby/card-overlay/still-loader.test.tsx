import { act, cleanup, render } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Machine } from '../../../contract/floor.ts'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { setDataSaver } from '../../../core/settings/data-saver.ts'
import { applyChanges, applyMachines, beginMachinesRequest, clearLobby, showMachines } from '../state.ts'
import { machine as free } from '../whole-floor.fake.ts'
import { LiveStill } from './LiveStill.tsx'

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const picture = () =>
  new Response(new Blob(['picture']), { headers: { 'content-type': 'image/jpeg' }, status: 200 })
let seen: (inSight: boolean) => void = () => {}
let urls: string[] = []
let count = 0

class Observer {
  private readonly tell: IntersectionObserverCallback
  private readonly targets = new Set<Element>()
  constructor(tell: IntersectionObserverCallback) {
    this.tell = tell
    seen = (isIntersecting) => {
      const entries = [...this.targets].map((target) => ({ target, isIntersecting }))
      this.tell(entries as IntersectionObserverEntry[], this as unknown as IntersectionObserver)
    }
  }
  observe(target: Element) {
    this.targets.add(target)
  }
  unobserve(target: Element) {
    this.targets.delete(target)
  }
  disconnect() {
    this.targets.clear()
  }
}

const machine = (id: string, more: Partial<Machine> = {}) =>
  free(id, { status: 'playing', still: `/machine/${id}/still`, ...more })
const show = (...list: Machine[]) => act(() => applyMachines(list, beginMachinesRequest()))
const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })
/** Renders the picture of a machine, and reports its card as visible. */
function watch(more?: Partial<Machine>): void {
  show(machine('1', more))
  render(<LiveStill id="1" />)
  seen(true)
}
const images = () => [...document.querySelectorAll('img')].map((image) => image.src)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IntersectionObserver', Observer)
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset().mockImplementation(async () => picture())
  urls = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    const url = `blob:still-${count++}`
    urls.push(url)
    return url
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => {
    urls = urls.filter((one) => one !== url)
  })
  HTMLImageElement.prototype.decode = async () => {}
  clearLobby()
  showMachines(undefined)
  setSignedIn('t1', user)
})
afterEach(() => {
  act(cleanup)
  setSignedOut()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a visible machine shows its still, fetched with the token, every few seconds at most', async () => {
  show(machine('1'))
  render(<LiveStill id="1" />)
  await pass(3000)
  expect(fetched).not.toHaveBeenCalled()
  seen(true)
  await pass(1000)
  expect(fetched).toHaveBeenCalledOnce()
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/machine/1/still')
  expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({ authorization: 'Bearer t1' })
  expect(images()).toEqual(urls)
  await pass(20_000)
  expect(fetched.mock.calls.length).toBeGreaterThanOrEqual(4)
  expect(fetched.mock.calls.length).toBeLessThanOrEqual(5)
})

test('a new image fades in over the previous one; at most these two are kept', async () => {
  watch()
  await pass(1000)
  const [first] = images()
  await pass(5500)
  expect(images()).toHaveLength(2)
  expect(images()[0]).toBe(first)
  await pass(20_000)
  expect(images()).toHaveLength(2)
  expect(urls).toEqual(images())
  act(cleanup)
  expect(urls).toEqual([])
})

test('an idle machine is fetched rarely, and soon after a change', async () => {
  watch({ status: 'available' })
  await pass(25_000)
  expect(fetched).toHaveBeenCalledOnce()
  act(() => applyChanges([{ id: '1', status: 'playing' }]))
  await pass(5500)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test.each([
  ['out of sight', () => seen(false), () => seen(true)],
  ['hidden', () => hide(true), () => hide(false)],
  ['saving data', () => save({ saveData: true }), () => save({})],
  ['on a slow network', () => save({ effectiveType: '2g' }), () => save({ effectiveType: '4g' })],
])('while it is %s nothing is fetched', async (_, begin, end) => {
  watch()
  begin()
  await pass(30_000)
  expect(fetched).not.toHaveBeenCalled()
  end()
  await pass(1000)
  expect(fetched).toHaveBeenCalledOnce()
})

test.each([
  ['offline', () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
  [
    'on a slow network, against a player who has switched the data saver off',
    () => {
      setDataSaver(false)
      save({ effectiveType: '2g' })
    },
  ],
])('a browser that is wrongly %s forbids no still', async (_, begin) => {
  begin()
  watch()
  await pass(1000)
  expect(fetched).toHaveBeenCalledOnce()
  localStorage.clear()
  save({})
})

let hidden = false
function hide(is: boolean): void {
  hidden = is
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
}
function save(connection: object): void {
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
}

test('a machine out of order is not fetched and shows its art, until it works again', async () => {
  watch()
  await pass(1000)
  act(() => applyChanges([{ id: '1', status: 'error' }]))
  await pass(30_000)
  expect(fetched).toHaveBeenCalledOnce()
  expect([images(), urls]).toEqual([[], []])
  act(() => applyChanges([{ id: '1', status: 'available' }]))
  await pass(1000)
  expect(images()).toHaveLength(1)
})

test('a failed or invalid image leaves the art, and is fetched again later', async () => {
  watch()
  await pass(1000)
  expect(images()).toHaveLength(1)
  fetched.mockImplementation(async () => new Response(null, { status: 204 }))
  await pass(5000)
  expect(images()).toEqual([])
  expect(urls).toEqual([])
  const calls = fetched.mock.calls.length
  await pass(15_000)
  expect(fetched.mock.calls.length).toBe(calls)
  fetched.mockImplementation(async () => picture())
  HTMLImageElement.prototype.decode = () => Promise.reject(new Error('the image is invalid'))
  await pass(6000)
  expect(fetched.mock.calls.length).toBe(calls + 1)
  expect([images(), urls]).toEqual([[], []])
})

test('removing a card aborts its request; no timer outlives the last card', async () => {
  show(machine('1'))
  let come: (response: Response) => void = () => {}
  fetched.mockImplementation(
    () =>
      new Promise((done) => {
        come = done
      }),
  )
  const { unmount } = render(<LiveStill id="1" />)
  seen(true)
  await pass(1000)
  act(() => {
    unmount()
  })
  expect(fetched.mock.calls[0]?.[1].signal?.aborted).toBe(true)
  await act(async () => come(picture()))
  expect(urls).toEqual([])
  await pass(30_000)
  expect(fetched).toHaveBeenCalledOnce()
})

test('at most two stills are fetched at a time', async () => {
  show(...Array.from({ length: 12 }, (_, id) => machine(`${id}`)))
  fetched.mockImplementation(() => new Promise(() => {}))
  render(
    Array.from({ length: 12 }, (_, id) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: twelve machines, identified by their index
      <LiveStill key={id} id={`${id}`} />
    )),
  )
  seen(true)
  await pass(3000)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('a server without stills gets no further requests', async () => {
  watch({ still: null })
  await pass(10_000)
  expect(fetched).not.toHaveBeenCalled()
})
