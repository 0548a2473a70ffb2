import { signal } from '@preact/signals-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failed, type Result } from '../../../contract/result.ts'
import { setSignedIn, setSignedOut, updateToken } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { applySession, heldMachineMark } from '../../lobby/state.ts'

const mocks = vi.hoisted(() => ({
  logout: vi.fn(async (_end: object) => {}),
  call: vi.fn(),
  resync: vi.fn(async () => {}),
  cashOut: vi.fn(),
  blockPlay: vi.fn(),
}))
vi.mock('../../../core/session/actions.ts', () => ({ logout: mocks.logout }))
vi.mock('../../../net/api.ts', () => ({ call: mocks.call }))
vi.mock('../../../core/connection/actions.ts', () => ({ resync: mocks.resync }))
vi.mock('../../game/play/actions.ts', () => ({ cashOut: mocks.cashOut }))
const game = vi.hoisted(() => ({ state: {} as Record<string, unknown> }))
vi.mock('../../game/play/state.ts', () => {
  const names = 'link pending spinning usableCredit game freeSpins canCashOut exit'.split(' ')
  const getters = names.map((name) => [name, { enumerable: true, get: () => game.state[name] }])
  return Object.defineProperties({ blockPlay: mocks.blockPlay }, Object.fromEntries(getters))
})
const at = vi.hoisted(() => ({ path: '/lobby' }))
vi.mock('../../../core/router/pathname.ts', () => ({ pathname: { peek: () => at.path } }))

const { kioskGameParts } = await import('../late.ts')
const { autoLogout } = await import('./auto-logout.ts')
// Loads the chunk before the timers are fake.
await kioskGameParts.preload()
const ok = { ok: true, value: {} } as Result<object>

const seat = (over: object = {}) => {
  game.state = {
    link: signal('up'),
    pending: signal(undefined),
    spinning: signal(false),
    usableCredit: signal(500),
    game: signal({}),
    freeSpins: signal(0),
    canCashOut: signal(true),
    exit: signal(undefined),
    ...over,
  }
  at.path = '/game/7/x'
}
/** Runs the automatic logout. Returns the seconds until the player was logged out. */
async function home(): Promise<number> {
  const began = Date.now()
  let took = Number.NaN
  mocks.logout.mockImplementation(async () => {
    took = Math.round((Date.now() - began) / 1000)
  })
  const done = autoLogout()
  await vi.advanceTimersByTimeAsync(40_000)
  await done
  return took
}

beforeEach(async () => {
  vi.useFakeTimers()
  at.path = '/lobby'
  await setSettings({})
  setSignedIn('t', user)
  mocks.cashOut.mockResolvedValue(ok)
  mocks.call.mockResolvedValue(ok)
})
afterEach(() => {
  setSignedOut()
  vi.useRealTimers()
  vi.resetAllMocks()
})

test('in a game play is blocked, the game cashes out, then the player is logged out', async () => {
  seat()
  expect(await home()).toBe(0)
  expect(mocks.blockPlay.mock.calls[0]).toEqual([true])
  expect(mocks.cashOut.mock.calls).toEqual([[{ automatic: true }]])
  expect(mocks.logout.mock.calls).toEqual([[{ kind: 'idle' }]])
  expect(mocks.blockPlay).toHaveBeenLastCalledWith(false)
})

test('a renewal of the token during the cash-out does not stop it', async () => {
  const canCashOut = signal(false)
  seat({ spinning: signal(true), canCashOut })
  setTimeout(() => {
    updateToken('renewed')
    canCashOut.value = true
  }, 3_000)
  expect(await home()).toBe(3)
  expect(mocks.cashOut).toHaveBeenCalledTimes(1)
})

test('a lost cash-out is retried once, only after a resync that still shows credit', async () => {
  const canCashOut = signal(true)
  seat({ canCashOut })
  mocks.cashOut.mockImplementationOnce(async () => {
    canCashOut.value = false
    game.state.link = signal('down')
    setTimeout(() => {
      canCashOut.value = true
    }, 4_000)
    return failed('network')
  })
  expect(await home()).toBe(4)
  expect(mocks.cashOut).toHaveBeenCalledTimes(2)
})

test('a lost cash-out that took effect is not sent again', async () => {
  const [canCashOut, usableCredit, pending] = [
    signal(true),
    signal(500),
    signal<string | undefined>(undefined),
  ]
  seat({ canCashOut, usableCredit, pending })
  mocks.cashOut.mockImplementationOnce(async () => {
    canCashOut.value = false
    pending.value = 'sync'
    setTimeout(() => {
      usableCredit.value = 0
      pending.value = undefined
    }, 2_000)
    return failed('network')
  })
  expect(await home()).toBe(2)
  expect(mocks.cashOut).toHaveBeenCalledTimes(1)
})

test('a cabinet that waits for an attendant keeps the credit, and the logout does not wait for it', async () => {
  for (const status of ['hand-pay', 'unreachable']) {
    seat({ canCashOut: signal(false), game: signal({ cabinet: { status } }) })
    expect(await home()).toBe(0)
  }
  expect(mocks.cashOut).not.toHaveBeenCalled()
})

test('money on its way to a cabinet is awaited, and then cashed out', async () => {
  const canCashOut = signal(false)
  const state = signal<object>({ cabinet: { status: 'ready', transfer: { direction: 'load', amount: 500 } } })
  seat({ canCashOut, game: state, usableCredit: signal(0) })
  setTimeout(() => {
    state.value = {}
    canCashOut.value = true
  }, 3_000)
  expect(await home()).toBe(3)
  expect(mocks.cashOut).toHaveBeenCalledTimes(1)
})

test('after 15 s the logout happens anyway, and the credit stays on the machine', async () => {
  seat({ link: signal('down'), canCashOut: signal(false) })
  expect(await home()).toBe(15)
  expect(mocks.cashOut).not.toHaveBeenCalled()
})

test('with free spins or a refused cash-out the logout is immediate, and the credit stays', async () => {
  seat({ canCashOut: signal(false), freeSpins: signal(3) })
  expect(await home()).toBe(0)
  seat()
  mocks.cashOut.mockResolvedValue(failed('refused'))
  expect(await home()).toBe(0)
  expect(mocks.cashOut).toHaveBeenCalledTimes(1)
})

test('a held machine is cancelled by POST /player/cancel; without one nothing is sent', async () => {
  expect(await home()).toBe(0)
  expect(mocks.call).not.toHaveBeenCalled()
  applySession({ status: true, id: 'm7', name: 'Kervan' })
  expect(await home()).toBe(0)
  expect(mocks.call.mock.calls[0]?.slice(1)).toEqual([
    'POST',
    '/player/cancel',
    { body: { machineId: 'm7', automatic: true } },
  ])
  expect(mocks.call).toHaveBeenCalledTimes(1)
})

test('a lost cancel is sent again only if a resync still shows the held machine', async () => {
  applySession({ status: true, id: 'm7', name: 'Kervan' })
  mocks.call.mockResolvedValueOnce(failed('network'))
  let asked = 0
  mocks.resync.mockImplementation(async () => {
    asked++
    if (asked === 3) applySession({ status: true, id: 'm7', name: 'Kervan' }, heldMachineMark())
  })
  await home()
  expect(mocks.call).toHaveBeenCalledTimes(2)
  expect(mocks.logout).toHaveBeenCalledTimes(1)
})

test('a machine that the player plays on another device is left alone', async () => {
  applySession({ status: true, id: 'm7', name: 'Kervan', machine_status: 'playing' })
  expect(await home()).toBe(0)
  expect(mocks.call).not.toHaveBeenCalled()
})

test('a lost cancel is not sent again once the player plays the machine on another device', async () => {
  applySession({ status: true, id: 'm7', name: 'Kervan' })
  mocks.call.mockResolvedValueOnce(failed('network'))
  mocks.resync.mockImplementation(async () => {
    applySession({ status: true, id: 'm7', name: 'Kervan', machine_status: 'playing' }, heldMachineMark())
  })
  await home()
  expect(mocks.call).toHaveBeenCalledTimes(1)
})

test('with the cash-out switched off the logout is immediate', async () => {
  await setSettings({ kioskCashOut: false })
  seat()
  expect(await home()).toBe(0)
  expect(mocks.cashOut).not.toHaveBeenCalled()
  expect(mocks.logout).toHaveBeenCalledTimes(1)
})
