import { effect } from '@preact/signals-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failed } from '../contract/result.ts'
import { resync } from '../core/connection/actions.ts'
import { joined, link, seat } from '../core/connection/state.ts'
import { setLeaveGame } from '../core/notices/queue.ts'
import { session, setSignedIn, setSignedOut, updateToken } from '../core/session/state.ts'
import { user } from '../core/session/user.fake.ts'
import { setSettings } from '../core/settings/set-settings.fake.ts'
import { reconnect, shownMachine } from '../features/held-machine/state.ts'
import { clearLobby, heldMachine } from '../features/lobby/state.ts'
import { balance, clearBalance } from '../features/wallet/state.ts'
import { loadCodeTexts } from '../i18n/index.ts'
import type { ChannelOptions } from '../net/socket.ts'
import { toasts } from '../ui/toast.ts'
import { startPageServices } from './page-services.chunk.ts'

const wire = vi.hoisted(() => ({
  options: undefined as unknown,
  request: vi.fn(),
  close: vi.fn(),
  renewToken: vi.fn(),
  state: 'connecting',
}))
vi.mock('../net/socket.ts', () => ({
  openChannel: (options: unknown) => {
    wire.options = options
    const { request, close, renewToken } = wire
    return { request, close, renewToken, state: { peek: () => wire.state } }
  },
}))
const refreshed = vi.hoisted(() => ({ lobby: vi.fn(async () => {}), balance: vi.fn() }))
vi.mock('../features/lobby/actions.ts', () => ({ refreshLobby: refreshed.lobby }))
// The wallet is the only call that is not mocked by its action.
vi.mock('../net/api.ts', async (original) => ({ ...(await original<object>()), call: refreshed.balance }))
vi.mock('./second-wave.ts', () => ({ loadSecondWave: () => () => {} }))

const channel = () => wire.options as ChannelOptions
const become = (state: 'up' | 'down') => {
  wire.state = state
  channel().onState?.(state)
}
/** Connects, and the answer of init is there. */
const connect = () => {
  become('up')
  return vi.advanceTimersByTimeAsync(0)
}
const HELLO = { ok: true, balance: 900, seq: 4, session: { status: true, id: '3', name: 'Nar 03' } }
let stop: () => void

beforeEach(async () => {
  await loadCodeTexts()
  vi.useFakeTimers()
  sessionStorage.setItem('reelcast.token', 't1')
  setSignedIn('t1', user)
  wire.state = 'connecting'
  refreshed.balance.mockResolvedValue(failed('network'))
  wire.request.mockReset().mockResolvedValue({ ok: true, value: HELLO })
  stop = startPageServices('7')
})
afterEach(() => {
  stop()
  clearBalance()
  clearLobby()
  vi.runOnlyPendingTimers()
  vi.useRealTimers()
  vi.clearAllMocks()
})

test('each connect sends init, applies its answer with the balance, and fetches the lists', async () => {
  expect(channel().token()).toBe('t1')
  for (const times of [1, 2]) {
    await connect()
    expect(wire.request).toHaveBeenNthCalledWith(times, 'init', { id: '7' }, expect.anything())
    expect(refreshed.lobby).toHaveBeenCalledTimes(times)
    become('down')
  }
  expect(refreshed.balance).not.toHaveBeenCalled()
  expect(balance.value).toBe(900)
  expect(heldMachine.value).toMatchObject({ id: '3', name: 'Nar 03' })
})

test('who waits for the answer of init finds its seat and its balance', async () => {
  // As at the start of a login.
  setSignedOut()
  const found = vi.fn()
  const stopWaiting = effect(() => {
    if (joined.value) found(seat.peek()?.id, balance.peek())
  })
  await connect()
  stopWaiting()
  expect(found.mock.calls).toEqual([['3', 900]])
})

test('it polls only while disconnected', async () => {
  become('down')
  expect(link.value).toBe('down')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(refreshed.lobby).toHaveBeenCalledTimes(3)
  become('up')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(refreshed.lobby).toHaveBeenCalledTimes(4)
  expect(link.value).toBe('up')
})

test('an interval beyond what a timer can wait is no poll without a pause', async () => {
  await setSettings({ lobbyUpdateInterval: 3_000_000 })
  become('down')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(refreshed.lobby).not.toHaveBeenCalled()
  await setSettings({})
  vi.unstubAllGlobals()
})

test('on a line that answers more slowly than it is polled, each poll waits for the answers of the one before', async () => {
  refreshed.lobby.mockImplementation(() => new Promise((done) => setTimeout(done, 25_000)))
  become('down')
  await vi.advanceTimersByTimeAsync(44_000)
  expect(refreshed.lobby).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(refreshed.lobby).toHaveBeenCalledTimes(2)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(refreshed.lobby).toHaveBeenCalledTimes(2)
  refreshed.lobby.mockReset().mockResolvedValue(undefined)
})

/** An answer that is on its way until the test lets it come. */
function pending() {
  let come: (answer: unknown) => void = () => {}
  wire.request.mockReturnValueOnce(
    new Promise((done) => {
      come = done
    }),
  )
  return async (answer: unknown) => {
    come(answer)
    await vi.advanceTimersByTimeAsync(0)
  }
}

test('a push during init is newer than its answer', async () => {
  const come = pending()
  become('up')
  channel().pushes.session?.({ status: true, id: '3', name: 'Nar 03', machine_status: 'in-bonus' })
  channel().pushes.balance?.({ balance: 700 })
  await come({ ok: true, value: { ...HELLO, seq: undefined, session: { status: false } } })
  expect(heldMachine.value).toMatchObject({ id: '3', status: 'in-bonus' })
  expect(seat.value).toMatchObject({ status: true, id: '3' })
  expect(balance.value).toBe(700)
})

test('without a session in the answer of init a pushed one applies', async () => {
  channel().pushes.session?.(HELLO.session)
  become('up')
  wire.request.mockResolvedValue({ ok: true, value: { ok: true, balance: 1, seq: 5 } })
  await resync()
  expect(heldMachine.value?.id).toBe('3')
  wire.request.mockResolvedValue({ ok: true, value: { ok: true, balance: 1, seq: 5, session: null } })
  await resync()
  expect(heldMachine.value).toBeUndefined()
})

test('of two init requests the newer counts, and none after the end', async () => {
  const first = pending()
  become('up')
  const second = pending()
  become('down')
  become('up')
  await second({ ok: true, value: HELLO })
  await first({ ok: true, value: { ...HELLO, session: { status: false }, seq: 9, balance: 1 } })
  expect([heldMachine.value?.id, balance.value]).toEqual(['3', 900])
  const late = pending()
  void resync()
  stop()
  clearBalance()
  await late({ ok: true, value: HELLO })
  expect(balance.value).toBeUndefined()
})

test('an unanswered init is repeated while connected', async () => {
  wire.request.mockResolvedValueOnce(failed('network'))
  await connect()
  expect(wire.request).toHaveBeenCalledTimes(2)
  expect(balance.value).toBe(900)
})

test('an answer without a balance fetches it', async () => {
  wire.request.mockResolvedValue({ ok: true, value: { ok: true } })
  refreshed.balance.mockResolvedValue({ ok: true, value: { balance: 700 } })
  await connect()
  expect(balance.value).toBe(700)
})

test('a server that never answers: after 3 s the page fetches the balance and polls, after 10 s it is down', async () => {
  await vi.advanceTimersByTimeAsync(2900)
  expect(refreshed.balance).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(refreshed.balance).toHaveBeenCalledOnce()
  expect(link.value).toBe('connecting')
  await vi.advanceTimersByTimeAsync(7000)
  expect(link.value).toBe('down')
  await vi.advanceTimersByTimeAsync(4000)
  expect(refreshed.lobby).toHaveBeenCalledOnce()
})

test('a server that connects and does not acknowledge: the page polls as without a connection', async () => {
  wire.request.mockReturnValue(new Promise(() => {}))
  become('up')
  await vi.advanceTimersByTimeAsync(3100)
  expect(refreshed.balance).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(refreshed.lobby).toHaveBeenCalledOnce()
  expect(link.value).toBe('up')
})

test('a rejoin while disconnected fetches the wallet and reconnects', async () => {
  become('down')
  wire.request.mockResolvedValue(failed('network'))
  // No answer tells it, so it is fetched.
  expect(refreshed.balance).toHaveBeenCalledOnce()
  await resync()
  expect(wire.request).toHaveBeenCalledOnce()
  expect(refreshed.balance).toHaveBeenCalledTimes(2)
})

test('a refused token ends the session with its reason', () => {
  channel().onState?.('refused', failed('auth', { code: 10704 }).error)
  expect(session.value).toMatchObject({ status: 'guest', end: { kind: 'message', code: 10704 } })
})

test('an init refused for its token ends the session too', async () => {
  wire.request.mockResolvedValue(failed('auth', { code: 60000 }))
  await connect()
  expect(session.value).toMatchObject({ status: 'guest', end: { kind: 'expired' } })
  expect(wire.request).toHaveBeenCalledOnce()
})

test.each(['query', 'auth'] as const)(
  'the server of notificationUrl gets the token as socketToken says: %s',
  async (socketToken) => {
    stop()
    await setSettings({
      socketToken,
      machineUrl: 'https://machines.example',
      notificationUrl: 'wss://news.example:8443/',
    })
    stop = startPageServices('7')
    expect(channel()).toMatchObject({ url: 'wss://news.example:8443', tokenIn: socketToken })
    await setSettings({})
  },
)

test('an info with the leave action closes an open game with its reason; otherwise it is a message', async () => {
  const leave = vi.fn()
  const close = setLeaveGame(leave)
  const info = { code: 1, params: {}, message: 'Closing at ten', action: 'leave' } as const
  channel().pushes.info?.(info)
  channel().pushes.info?.({ ...info, action: 'none' })
  await vi.advanceTimersByTimeAsync(0)
  expect(leave.mock.calls).toEqual([[info]])
  expect(toasts.value).toHaveLength(1)
  close()
  channel().pushes.info?.(info)
  expect(leave).toHaveBeenCalledOnce()
})

test.each([
  [50100, { kind: 'message', code: 50100 }],
  [60000, { kind: 'expired' }],
])('an info %i with the logout action ends the session', (code, end) => {
  channel().pushes.info?.({ code, params: {}, message: 'over', action: 'logout' })
  expect(session.value).toMatchObject({ status: 'guest', end })
})

test('the reconnect dialog appears with the answer of init, and a disconnect keeps it', async () => {
  await connect()
  expect(shownMachine.value).toMatchObject({ id: '3', status: 'unknown' })
  become('down')
  expect(shownMachine.value).toBeDefined()
  stop()
  expect(reconnect.value.phase).toBe('none')
})

test('stopping closes the connection and the polling', async () => {
  become('down')
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(wire.close).toHaveBeenCalled()
  expect(refreshed.lobby).not.toHaveBeenCalled()
  expect(link.value).toBe('off')
})

test('each renewed token is sent on the channel until it is closed', () => {
  expect(wire.renewToken).not.toHaveBeenCalled()
  updateToken('t2')
  expect(wire.renewToken).toHaveBeenCalledOnce()
  updateToken('t2')
  expect(wire.renewToken).toHaveBeenCalledOnce()
  stop()
  updateToken('t3')
  expect(wire.renewToken).toHaveBeenCalledOnce()
})
