import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Code } from '../../contract/codes.ts'
import { failed } from '../../contract/result.ts'
import { setResync } from '../../core/connection/actions.ts'
import { drainNotices, receiveMessage } from '../../core/notices/queue.ts'
import { setSignedIn, setSignedOut } from '../../core/session/state.ts'
import { loadCodeTexts } from '../../i18n/index.ts'
import { clearToasts, toasts } from '../../ui/toast.ts'
import { applySession, ownMachine } from '../lobby/state.ts'
import { cashOutHeldMachine, failureMessage, kickWithFeedback } from './commands-with-feedback.ts'
import { dispatch, reconnect, type Status, shownMachine } from './state.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../net/api.ts', async (original) => ({ ...(await original<object>()), call }))

const says = (status?: Exclude<Status, 'hand-pay'>) => {
  applySession(status ? { status: true, id: '7', name: 'Nar 7', machine_status: status } : { status: false })
  dispatch({ type: 'session', machine: status && { id: '7', name: 'Nar 7', status } })
}
const cashOutWaiting = () => {
  says('waiting')
  return cashOutHeldMachine()
}
const enter = (id = '1') =>
  setSignedIn('t', { id, username: 'deniz', name: '', lastname: '', roles: ['user'], permissions: undefined })
const shownToasts = () => toasts.value.map(({ message }) => message)

let answer: (result: unknown) => Promise<void>
const rejoined = vi.fn(async () => {})

beforeEach(async () => {
  await loadCodeTexts()
  enter()
  call.mockReset().mockImplementation(
    () =>
      new Promise((done) => {
        answer = async (result) => {
          done(result)
          await vi.waitFor(() => expect(reconnect.value.phase).not.toBe('asking'))
        }
      }),
  )
  rejoined.mockReset().mockResolvedValue(undefined)
  setResync(rejoined)
})
afterEach(() => {
  dispatch({ type: 'loggedOut' })
  setResync(undefined)
  clearToasts()
  drainNotices()
})

const end = { code: Code.sessionTerminated, params: {}, message: '', action: 'leave' } as const
const paid = { ok: true, value: { status: true, Params: { amount: 12_345 } } }

test('cash-out hides the dialog, posts cancel, then rejoins; the returned amount is shown', async () => {
  const done = cashOutWaiting()
  expect(shownMachine.value).toBeUndefined()
  expect(call.mock.calls.map(([, ...asked]) => asked)).toEqual([
    ['POST', '/player/cancel', { body: { machineId: '7' } }],
  ])
  expect(rejoined).not.toHaveBeenCalled()
  await answer(paid)
  expect(await done).toEqual({ amount: 12_345 })
  expect(rejoined).toHaveBeenCalledOnce()
  expect(shownToasts()).toEqual(['₺123,45 bakiyenize aktarıldı'])
  expect(ownMachine.value).toBeUndefined()
  expect(reconnect.value.phase).toBe('none')
  // The success withdraws the idle warning.
  expect(drainNotices()).toEqual([{ type: 'commandSucceeded' }])
})

test('without an amount or a body in the answer the machine is released and the wallet fetched', async () => {
  for (const value of [undefined, null, {}, { Params: null }, { Params: { amount: 0 } }]) {
    const done = cashOutWaiting()
    await answer({ ok: true, value })
    await done
    expect(shownToasts()).toEqual(['Makineden kalktınız. Bakiyeniz güncel.'])
    clearToasts()
  }
})

test.each([
  [60009, 'in-bonus', 'Önce bonus turunuzu tamamlayın'],
  [60007, 'playing', 'Makine meşgul, lütfen bekleyin'],
] as const)('a refusal (%i) shows the reason and the resynced status (%s)', async (code, truth, why) => {
  const done = cashOutWaiting()
  rejoined.mockImplementation(async () => says(truth))
  await answer(failed('refused', { code }))
  await done
  expect(shownMachine.value?.status).toBe(truth)
  const { failure } = reconnect.value
  expect(failure && failureMessage(failure)).toBe(why)
  // The dialog shows the reason.
  expect(shownToasts()).toEqual([])
  expect(call).toHaveBeenCalledOnce()
})

test('refused because the machine no longer exists: the dialog closes, a toast shows the reason', async () => {
  const done = cashOutWaiting()
  rejoined.mockImplementation(async () => says())
  await answer(failed('refused', { code: 60008 }))
  await done
  expect(shownMachine.value).toBeUndefined()
  expect(shownToasts()).toEqual(['Bu makinede oturmuyorsunuz'])
})

test.each([['network'], ['server'], ['invalid']] as const)(
  'a lost answer (%s) causes a resync, and no second request',
  async (category) => {
    const done = cashOutWaiting()
    await answer(failed(category))
    expect(await done).toBeUndefined()
    expect(rejoined).toHaveBeenCalledOnce()
    expect(shownMachine.value?.status).toBe('waiting')
    expect(reconnect.value.failure?.category).toBe(category)
    // Further pushes send nothing: the command was not queued.
    says('waiting')
    says('unknown')
    expect(call).toHaveBeenCalledOnce()
    // Only the player can repeat it.
    void cashOutHeldMachine()
    expect(call).toHaveBeenCalledTimes(2)
    await answer(paid)
  },
)

test.each([
  ['a cash-out', () => cashOutHeldMachine(), 'waiting'],
  ['a kick', () => kickWithFeedback(), 'playing'],
] as const)(
  'what the server pushes about the end beside its answer to %s is no news',
  async (_, run, status) => {
    says(status)
    const done = run()
    receiveMessage(end)
    await answer(paid)
    await done
    receiveMessage(end)
    expect(drainNotices().filter(({ type }) => type === 'message')).toEqual([])
  },
)

test('after a refused cash-out the end of the visit is news', async () => {
  says('waiting')
  void cashOutHeldMachine()
  await answer(failed('refused', { code: Code.machineBusy }))
  receiveMessage(end)
  expect(drainNotices()).toEqual([{ type: 'message', info: end }])
})

test('a lost cash-out that took effect is shown as done after the resync', async () => {
  const done = cashOutWaiting()
  rejoined.mockImplementation(async () => says())
  await answer(failed('network'))
  expect(await done).toEqual({ amount: undefined })
  expect(shownMachine.value).toBeUndefined()
  expect(shownToasts()).toEqual(['Sunucudan yanıt gelmedi. Güncel durum gösteriliyor.'])
  expect(toasts.value.map(({ kind }) => kind)).toEqual(['info'])
})

test('one command at a time, and none that is not offered', async () => {
  says('in-bonus')
  void cashOutHeldMachine()
  expect(await kickWithFeedback()).toBe(false)
  expect(call).not.toHaveBeenCalled()
  says('waiting')
  void cashOutHeldMachine()
  void cashOutHeldMachine()
  expect(call).toHaveBeenCalledOnce()
  await answer(paid)
})

test('a kick posts kick, and the machine can be opened after its success', async () => {
  says('playing')
  const done = kickWithFeedback()
  expect(reconnect.value.phase).toBe('kicking')
  expect(shownMachine.value).toBeDefined()
  void kickWithFeedback()
  expect(call.mock.calls.map(([, ...asked]) => asked)).toEqual([
    ['POST', '/player/kick', { body: { machineId: '7' } }],
  ])
  // The platform's push arrives before the answer and does not end the pending command.
  says('waiting')
  await answer({ ok: true, value: { status: true } })
  expect(await done).toBe(true)
  expect(reconnect.value).toMatchObject({ phase: 'visiting', page: '7' })
})

test('a refused or lost kick opens nothing, and shows the reason and the resynced status', async () => {
  for (const result of [failed('refused', { code: 60007 }), failed('network')]) {
    says('playing')
    const done = kickWithFeedback()
    await answer(result)
    expect(await done).toBe(false)
    expect(shownMachine.value?.status).toBe('playing')
    expect(reconnect.value.failure).toBeDefined()
  }
  expect(call).toHaveBeenCalledTimes(2)
})

test('an answer after the logout shows nothing to the next player', async () => {
  const done = cashOutWaiting()
  setSignedOut()
  dispatch({ type: 'loggedOut' })
  enter('2')
  await answer(paid)
  await done
  expect(shownToasts()).toEqual([])
  expect(rejoined).not.toHaveBeenCalled()
})
