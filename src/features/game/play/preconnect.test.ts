import { signal } from '@preact/signals-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setSignedIn } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import type { ChannelOptions, ChannelState } from '../../../net/socket.ts'
import { joinGame } from './game-visit.ts'
import { cancelPreconnect, connectAhead, type Factories, preconnect } from './preconnect.ts'

/** When the browser has made an offer. */
let offerMade: Promise<void> | undefined

/** Lines and pictures that are counted. */
function world() {
  const lines: {
    open: boolean
    asked: string[]
    options: ChannelOptions
    become(state: ChannelState): void
  }[] = []
  const pictures: { open: boolean; prepared: boolean; offers: string[] }[] = []
  const make: Factories = {
    openChannel(options) {
      const state = signal<ChannelState>('connecting')
      const own = {
        open: true,
        asked: [] as string[],
        options,
        become(next: ChannelState) {
          if (!own.open) return
          state.value = next
          options.onState?.(next)
        },
      }
      lines.push(own)
      return {
        state,
        request(name) {
          own.asked.push(name)
          return new Promise(() => {})
        },
        renewToken() {},
        close() {
          expect(own.open).toBe(true)
          own.open = false
        },
      }
    },
    createWhep() {
      const own = { open: true, prepared: false, offers: [] as string[] }
      pictures.push(own)
      return {
        state: signal('idle'),
        age: signal(undefined),
        failure: signal(undefined),
        retrySeconds: signal(undefined),
        stream: signal(undefined),
        async prepare(url, ofPlayer) {
          own.prepared = true
          if (url) own.offers.push(`${url} ${ofPlayer?.()}`)
          await offerMade
        },
        play: () => {},
        watch: () => () => {},
        extension: () => undefined,
        close() {
          expect(own.open).toBe(true)
          own.open = false
        },
      }
    },
  }
  const open = () => [lines, pictures].map((all) => all.filter((one) => one.open).length)
  return { make, lines, pictures, open }
}

beforeEach(() => {
  vi.useFakeTimers()
  offerMade = undefined
  setSignedIn('secret', user)
})
afterEach(() => {
  cancelPreconnect()
  vi.useRealTimers()
})

test.each(['query', 'auth'] as const)(
  'the server of machineUrl gets the token as socketToken says: %s',
  async (socketToken) => {
    await setSettings({
      socketToken,
      machineUrl: 'https://machines.example:444/',
      notificationUrl: 'https://news.example',
    })
    const { make, lines } = world()
    preconnect(true, make)
    expect(lines[0]?.options).toMatchObject({ url: 'https://machines.example:444', tokenIn: socketToken })
    expect(lines[0]?.options.token()).toBe('secret')
    await setSettings({})
  },
)

test('a press prepares socket and offer without a request; after five seconds both are closed', () => {
  const { make, lines, pictures, open } = world()
  preconnect(false, make)
  expect(open()).toEqual([0, 1])
  preconnect(true, make)
  vi.advanceTimersByTime(4999)
  preconnect(true, make)
  expect(open()).toEqual([1, 1])
  expect(pictures[0]?.prepared).toBe(true)
  lines[0]?.become('up')
  vi.advanceTimersByTime(4999)
  expect(open()).toEqual([1, 1])
  vi.advanceTimersByTime(1)
  expect(open()).toEqual([0, 0])
  expect(lines[0]?.asked).toEqual([])
})

test('a visit adopts the prepared connection, and sends init at once if connected', () => {
  const { make, lines, pictures, open } = world()
  preconnect(true, make)
  lines[0]?.become('up')
  const leave = joinGame('7', make)
  expect([lines.length, pictures.length]).toEqual([1, 1])
  expect(lines[0]?.asked).toEqual(['init'])
  vi.advanceTimersByTime(5000)
  expect(open()).toEqual([1, 1])
  leave()
  expect(open()).toEqual([0, 0])
})

test('a connection that opens later sends init then, once', () => {
  const { make, lines } = world()
  preconnect(true, make)
  const leave = joinGame('7', make)
  expect(lines[0]?.asked).toEqual([])
  lines[0]?.become('up')
  expect(lines[0]?.asked).toEqual(['init'])
  leave()
  expect(vi.getTimerCount()).toBe(0)
})

test('a machine whose page is about to be drawn has its offer, which the visit adopts', async () => {
  setSignedIn('secret', { ...user, earlyVideoUrl: '/whep/{id}' })
  const { make, pictures } = world()
  await connectAhead('7/8', make)
  const leave = joinGame('7/8', make)
  const offer = `${location.origin}/whep/7%2F8 secret`
  expect(pictures.map(({ offers }) => new Set(offers))).toEqual([new Set([offer])])
  leave()
})

test('a page does not wait where the platform names no address for an early offer', async () => {
  offerMade = new Promise(() => {})
  const { make, pictures, open } = world()
  await connectAhead('7', make)
  expect(pictures[0]?.offers).toEqual([])
  expect(open()).toEqual([1, 1])
})

test('a page is drawn without its offer where that takes long', async () => {
  setSignedIn('secret', { ...user, earlyVideoUrl: '/whep/{id}' })
  offerMade = new Promise(() => {})
  const { make } = world()
  let isDrawn = false
  void connectAhead('7', make).then(() => {
    isDrawn = true
  })
  await vi.advanceTimersByTimeAsync(199)
  expect(isDrawn).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isDrawn).toBe(true)
})

test("another player's offer is not adopted", async () => {
  setSignedIn('secret', { ...user, earlyVideoUrl: '/whep/{id}' })
  const { make, pictures, open } = world()
  await connectAhead('7', make)
  setSignedIn('another', { ...user, id: '2', earlyVideoUrl: '/whep/{id}' })
  const leave = joinGame('7', make)
  expect(pictures.map((one) => one.open)).toEqual([false, true])
  expect(pictures[1]?.offers).toEqual([`${location.origin}/whep/7 another`])
  leave()
  expect(open()).toEqual([0, 0])
})

test("a closed connection, or another player's, is not adopted", () => {
  for (const spoil of [(one = world().lines[0]) => one?.become('down'), () => setSignedIn('another', user)]) {
    const { make, lines, open } = world()
    preconnect(true, make)
    spoil(lines[0])
    const leave = joinGame('7', make)
    expect(lines.map((one) => one.open)).toEqual([false, true])
    leave()
    expect(open()).toEqual([0, 0])
  }
})
