import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Code } from '../../contract/codes.ts'
import type { SessionPush } from '../../contract/live.ts'
import { failed } from '../../contract/result.ts'
import { setResync } from '../../core/connection/actions.ts'
import { setPlayedMachine } from '../../core/connection/machine-credit.ts'
import { leaveEmptySeat, seat } from '../../core/connection/state.ts'
import { startGuard } from '../../core/router/guard.ts'
import { pathname } from '../../core/router/pathname.ts'
import { setSignedIn, setSignedOut } from '../../core/session/state.ts'
import { user } from '../../core/session/user.fake.ts'
import { forgetSession } from '../../core/session/wipe.ts'
import {
  applyChanges,
  applyMachines,
  applySession,
  beginMachinesRequest,
  clearLobby,
  heldMachine,
  ownMachine,
} from '../lobby/state.ts'
import { canCashOut, dispatch, reconnect, shownMachine } from './state.ts'
import { handleGameInfo, startHeldMachineSync } from './sync.tsx'

const LISTED = { id: '7', name: 'Nar 7', brand: 'nar', reservation: false }

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../net/api.ts', async (original) => ({ ...(await original<object>()), call }))

let stop: () => void
const go = (path: string) => window.history.pushState(null, '', path)
const says = (machine_status: 'playing' | 'waiting' | 'in-bonus', id = '7') =>
  applySession({ status: true, id, name: `Nar ${id}`, machine_status })

// wouter patches these two to fire events; it is not loaded here.
for (const name of ['pushState', 'replaceState'] as const) {
  const real = window.history[name].bind(window.history)
  window.history[name] = (...given: Parameters<History['pushState']>) => {
    real(...given)
    window.dispatchEvent(new Event(name))
  }
}
startGuard()

beforeEach(() => {
  setSignedIn('t', user)
  clearLobby()
  call.mockReset().mockResolvedValue({ ok: true, value: {} })
  go('/lobby')
  stop = startHeldMachineSync()
})
afterEach(() => {
  stop()
  setResync(undefined)
})

const reload = () => {
  stop()
  clearLobby()
  stop = startHeldMachineSync()
}

test("the held machine's dialog is shown over every page but a game", () => {
  says('waiting')
  expect(shownMachine.value).toEqual({ id: '7', name: 'Nar 7', status: 'waiting', isEmpty: false })
  go('/profile')
  expect(shownMachine.value).toBeDefined()
  go('/game/7/Nar%207')
  expect(pathname.value).toBe('/game/7/Nar%207')
  expect(shownMachine.value).toBeUndefined()
  go('/lobby')
  expect(shownMachine.value).toBeDefined()
})

test("the machine's own status counts too, and a machine without a name shows its number", () => {
  applySession({ status: true, id: '9', machine_status: 'waiting' })
  expect(shownMachine.value).toMatchObject({ name: '9', status: 'waiting' })
  applyChanges([{ id: '9', status: 'error' }])
  expect(shownMachine.value?.status).toBe('error')
})

test('on a page that was taken over the dialog offers to take the game back, and does nothing by itself', () => {
  go('/game/7')
  says('playing')
  handleGameInfo({ code: 60015, params: {} })
  go('/lobby')
  expect(shownMachine.value?.status).toBe('playing')
  expect(reconnect.value.phase).toBe('shown')
})

test("refused because the player is at another machine: that machine's dialog opens, also after Later", () => {
  const rejoin = vi.fn(async () => {})
  setResync(rejoin)
  handleGameInfo({ code: 60017, params: { machineId: 8, name: 'Nar 8' } })
  expect(shownMachine.value).toEqual({ id: '8', name: 'Nar 8', status: 'unknown', isEmpty: false })
  expect(rejoin).toHaveBeenCalledOnce()
  says('waiting', '8')
  go('/game/7')
  // The server's own report outweighs the refusal's parameters.
  handleGameInfo({ code: 60017, params: { machineId: '8', name: 'Nar 8' } })
  go('/lobby')
  expect(shownMachine.value).toMatchObject({ id: '8', status: 'waiting' })
})

test('a stale status in a machine list does not reopen the dialog after a cash-out', () => {
  applyChanges([{ id: '7', status: 'reserved', reservation: true }])
  says('waiting')
  applySession({ status: false })
  expect([ownMachine.value, heldMachine.value]).toEqual([undefined, undefined])
})

test('a machine without credit opens no dialog; one in a bonus does', () => {
  applySession(EMPTY)
  expect(reconnect.value.phase).toBe('dismissed')
  applySession({ ...EMPTY, machine_status: 'in-bonus' })
  expect(reconnect.value.phase).toBe('shown')
})

test('a cabinet without credit opens it while money is on its way', () => {
  applySession({ ...EMPTY, cabinet: { status: 'ready', transfer: { direction: 'load', amount: 500 } } })
  expect(shownMachine.value).toMatchObject({ status: 'waiting', isEmpty: false })
  expect(canCashOut.value).toBe(false)
  applySession({ ...EMPTY, cabinet: { status: 'ready' } })
  expect(shownMachine.value).toBeUndefined()
})

test('a held cabinet with a hand pay has its own words, and no cash-out', () => {
  const seat = { status: true, id: '7', name: 'Hall 3', machine_status: 'waiting', credit: 100 } as const
  applySession({ ...seat, cabinet: { status: 'hand-pay', handPay: 50_000 } })
  expect(shownMachine.value?.status).toBe('hand-pay')
  expect(canCashOut.value).toBe(false)
  applySession(seat)
  expect(shownMachine.value?.status).toBe('waiting')
  expect(canCashOut.value).toBe(true)
})

test('the choice to keep a machine outlives a reload, not the next game', () => {
  go('/game/7')
  says('playing')
  dispatch({ type: 'keep', id: '7' })
  go('/lobby')
  says('waiting')
  expect(reconnect.value.phase).toBe('dismissed')
  reload()
  says('waiting')
  expect(reconnect.value.phase).toBe('dismissed')
  go('/game/7')
  go('/lobby')
  expect(reconnect.value.phase).toBe('shown')
})

test('after disposing nothing is shown', () => {
  says('waiting')
  stop()
  expect(reconnect.value).toMatchObject({ phase: 'none', machine: undefined })
  says('in-bonus')
  expect(shownMachine.value).toBeUndefined()
})

describe('behind a server without session pushes', () => {
  /** The page of the machine shows its credit (undefined: unknown), and is left. */
  const play = (credit?: number) => {
    go('/game/7')
    const money = { credit, transfer: null, handPay: null, isWithheld: false, until: undefined }
    setPlayedMachine({ id: '7', name: 'Nar 7', ...money })
  }
  const leave = () => {
    setPlayedMachine(undefined)
    go('/lobby')
  }
  beforeEach(() => sessionStorage.setItem('reelcast.token', 't'))
  afterEach(() => forgetSession())

  test.each([undefined, 500])('a machine left with credit %s is offered, also after a reload', (credit) => {
    play(credit)
    leave()
    expect([shownMachine.value?.status, canCashOut.value]).toEqual(['waiting', true])
    reload()
    expect(shownMachine.value).toMatchObject({ id: '7', name: 'Nar 7', status: 'waiting' })
  })

  test('so is one whose page was closed, and one that a refusal has named', () => {
    play()
    go('/lobby')
    setPlayedMachine(undefined)
    reload()
    expect(shownMachine.value?.id).toBe('7')
    applySession(undefined)
    handleGameInfo({ code: 60017, params: { machineId: 8, name: 'Nar 8' } })
    reload()
    expect(shownMachine.value?.id).toBe('8')
  })

  test.each<[string, () => void]>([
    ['an empty machine', () => play(0)],
    ['the server says that there is none', () => applySession(undefined)],
    ['its end is pushed', () => applySession({ status: false })],
    ['its machine is free', () => applyChanges([{ id: '7', status: 'available' }])],
    [
      'its machine is listed as free',
      () => applyMachines([{ ...LISTED, status: 'available' }], beginMachinesRequest()),
    ],
    [
      'the login ends',
      () => {
        forgetSession()
        setSignedOut()
        setSignedIn('t2', user)
      },
    ],
  ])('none is remembered after %s', (_, happen) => {
    play()
    leave()
    happen()
    leave()
    expect(ownMachine.value).toBeUndefined()
    reload()
    expect(ownMachine.value).toBeUndefined()
  })

  test('the end of the seat reaches the open game, and the machine is not remembered', () => {
    play()
    applySession({ status: false })
    expect(seat.value).toEqual({ status: false })
    // The game then knows that its credit has been cashed out.
    play(0)
    leave()
    expect([ownMachine.value, sessionStorage.getItem('reelcast.held')]).toEqual([undefined, null])
  })

  test('a server that reports the seat is believed, and nothing is stored', () => {
    play(500)
    says('playing')
    leave()
    expect(sessionStorage.getItem('reelcast.held')).toBeNull()
    expect(shownMachine.value).toBeUndefined()
    applyMachines([{ ...LISTED, status: 'waiting' }], beginMachinesRequest())
    expect(ownMachine.value?.status).toBe('playing')
  })
})

const EMPTY = { status: true, id: '7', name: 'Nar 7', machine_status: 'waiting', credit: 0 } as const

test.each([
  ['is cancelled', { ok: true, value: {} }, undefined],
  ['may have been cancelled, as the answer is lost', failed('network'), undefined],
  ['has ended meanwhile', failed('refused', { code: Code.notSeated }), undefined],
  ['has no credit for the server to move', failed('refused', { code: Code.nothingToCashOut }), undefined],
  [
    'is refused',
    failed('refused', { code: Code.bonusPending }),
    expect.objectContaining({ code: Code.bonusPending }),
  ],
])('for the next machine, a seat with nothing on it %s', async (_, answer, refusal) => {
  applySession(EMPTY)
  call.mockResolvedValue(answer)
  expect(await leaveEmptySeat('7')).toBeUndefined()
  expect(call).not.toHaveBeenCalled()
  expect(await leaveEmptySeat('8')).toEqual(refusal)
  expect(call.mock.calls.map(([, ...asked]) => asked)).toEqual([
    ['POST', '/player/cancel', { body: { machineId: '7' } }],
  ])
})

test.each([
  ['credit', { credit: 1 }],
  ['unknown credit', { credit: undefined }],
  ['a window that plays it', { machine_status: 'playing' }],
  ['free spins', { machine_status: 'in-bonus' }],
  ['a cash-out', { machine_status: 'cashing-out' }],
  ['money on its way', { cabinet: { status: 'idle', transfer: { direction: 'cash-in', amount: 100 } } }],
  ['a hand pay', { cabinet: { status: 'hand-pay' } }],
])('a seat with %s is kept', async (_, change) => {
  applySession({ ...EMPTY, ...change } as SessionPush)
  expect(await leaveEmptySeat('8')).toBeUndefined()
  expect(call).not.toHaveBeenCalled()
})
