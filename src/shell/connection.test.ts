import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failed } from '../contract/result.ts'
import { heldMachine } from '../lobby/state.ts'
import type { ChannelOptions } from '../net/socket.ts'
import { session, signedIn } from '../session/state.ts'
import { toasts } from '../ui/toast.ts'
import { balance, clearBalance } from '../wallet/state.ts'
import { goLive } from './connection.ts'
import { link } from './state.ts'

const wire = vi.hoisted(() => ({ options: undefined as unknown, request: vi.fn(), close: vi.fn() }))
vi.mock('../net/socket.ts', () => ({
  openChannel: (options: unknown) => {
    wire.options = options
    return { request: wire.request, close: wire.close }
  },
}))
const refreshed = vi.hoisted(() => ({ lobby: vi.fn(async () => {}), balance: vi.fn(async () => {}) }))
vi.mock('../lobby/actions.ts', () => ({ refreshLobby: refreshed.lobby }))
vi.mock('../wallet/actions.ts', () => ({ fetchBalance: refreshed.balance }))

const channel = () => wire.options as ChannelOptions
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  signedIn('t1', {
    id: '7',
    username: 'deniz',
    name: '',
    lastname: '',
    roles: ['user'],
    permissions: undefined,
  })
  wire.request.mockResolvedValue({
    ok: true,
    value: { ok: true, balance: 900, seq: 4, session: { status: true, id: '3', name: 'Nar 03' } },
  })
  stop = goLive('7')
})
afterEach(() => {
  stop()
  clearBalance()
  vi.runOnlyPendingTimers()
  vi.useRealTimers()
  vi.clearAllMocks()
})

test('each time the line comes up it says who is here, takes what it is told and asks for what was missed', async () => {
  expect(channel().token()).toBe('t1')
  for (const times of [1, 2]) {
    channel().onState?.('up')
    await vi.advanceTimersByTimeAsync(0)
    expect(wire.request).toHaveBeenNthCalledWith(times, 'init', { id: '7' }, expect.anything())
    expect(refreshed.lobby).toHaveBeenCalledTimes(times)
    expect(refreshed.balance).toHaveBeenCalledTimes(times)
    channel().onState?.('down')
  }
  expect(balance.value).toBe(900)
  expect(heldMachine.value).toMatchObject({ id: '3', name: 'Nar 03' })
})

test('it polls while the line is down, and only then', async () => {
  channel().onState?.('down')
  expect(link.value).toBe('down')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(refreshed.lobby).toHaveBeenCalledTimes(3)
  channel().onState?.('up')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(refreshed.lobby).toHaveBeenCalledTimes(4)
  expect(link.value).toBe('up')
})

test('a line that is refused ends the session', () => {
  const refusal = failed('auth', { code: 60000 })
  channel().onState?.('refused', refusal.ok ? undefined : refusal.error)
  expect(session.value).toMatchObject({ status: 'guest', end: { kind: 'expired' } })
})

test('an info is shown in words, or ends the session when it says so', () => {
  channel().pushes.info?.({ code: 1, params: {}, message: 'Closing at ten', action: 'none' })
  expect(toasts.value.map(({ message }) => message)).toEqual(['Closing at ten'])
  channel().pushes.info?.({ code: 50100, params: {}, message: 'over', action: 'logout' })
  expect(session.value).toMatchObject({ status: 'guest', end: { kind: 'told', code: 50100 } })
})

test('stopping closes the line and the polling', async () => {
  channel().onState?.('down')
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(wire.close).toHaveBeenCalled()
  expect(refreshed.lobby).not.toHaveBeenCalled()
  expect(link.value).toBe('off')
})
