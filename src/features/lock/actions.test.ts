import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { write } from '../../core/storage/storage.ts'
import { startWrongPinLogout, tryPin } from './actions.ts'
import { lockStorage } from './lock-storage.ts'
import * as pins from './pin.ts'
import { lock, lockScreen, unlock } from './state.ts'

const logout = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('../../core/session/actions.ts', () => ({ logout }))

const RIGHT = '0417'
const wrong = () => sessionStorage.getItem('reelcast.wrong-pins')
let stop: () => void

beforeEach(() => {
  write('session', 'reelcast.token', 't')
  write('session', 'reelcast.pin', createHash('sha256').update(RIGHT).digest('hex'))
  lockScreen(0)
  stop = startWrongPinLogout()
})
afterEach(() => {
  stop()
  unlock()
  sessionStorage.clear()
  localStorage.clear()
  vi.restoreAllMocks()
  logout.mockClear()
})

test('a wrong PIN returns the remaining attempts', async () => {
  await tryPin('1111')
  expect(lock.value).toEqual({ status: 'refused', left: 4 })
  await tryPin('2222')
  expect(lock.value).toEqual({ status: 'refused', left: 3 })
  expect(wrong()).toBe('2')
})

test('the fifth wrong PIN logs out with the reason; the right one after four does not', async () => {
  for (const pin of ['1', '2', '3', '4']) await tryPin(pin)
  expect(logout).not.toHaveBeenCalled()
  await tryPin(RIGHT)
  expect(lock.value).toEqual({ status: 'awake' })
  lockStorage().unlock()
  lockScreen(0)
  for (const pin of ['1', '2', '3', '4', '5']) await tryPin(pin)
  expect(logout).toHaveBeenCalledExactlyOnceWith({
    kind: 'message',
    code: 0,
    message: 'PIN beş kez yanlış girildiği için çıkış yapıldı. Lütfen yeniden giriş yapın.',
    params: {},
  })
})

test('the count survives a reload, also during a check', async () => {
  const never = vi.spyOn(pins, 'isPin').mockReturnValue(new Promise(() => {}))
  void tryPin('1111')
  expect(wrong()).toBe('1')
  never.mockRestore()
  // A reload: the state is restored from storage.
  unlock()
  lockScreen(Number(wrong()))
  await tryPin('2222')
  expect(lock.value).toEqual({ status: 'refused', left: 3 })
})

test('a duplicated tab continues the count of its login', async () => {
  write('session', 'reelcast.login-id', 'l1')
  const copied = { ...sessionStorage }
  for (const pin of ['1', '2', '3']) await tryPin(pin)
  Object.assign(sessionStorage, copied)
  sessionStorage.removeItem('reelcast.wrong-pins')
  unlock()
  lockScreen(0)
  await tryPin('4')
  expect(lock.value).toEqual({ status: 'refused', left: 1 })
  // Another login in this browser has its own count.
  write('session', 'reelcast.login-id', 'l2')
  sessionStorage.removeItem('reelcast.wrong-pins')
  await tryPin('1')
  expect(lock.value).toEqual({ status: 'refused', left: 4 })
})

test('an attempt is counted while no other tab counts one', async () => {
  let isMyTurn = () => {}
  const turn = new Promise<void>((done) => (isMyTurn = done))
  const request = (_: string, count: () => unknown) => turn.then(count)
  vi.stubGlobal('navigator', { locks: { request } })
  const checked = tryPin('1111')
  write('session', 'reelcast.wrong-pins', '3')
  isMyTurn()
  await checked
  vi.unstubAllGlobals()
  expect(lock.value).toEqual({ status: 'refused', left: 1 })
})

test('a reload between the fifth wrong PIN and the logout logs out as well', () => {
  unlock()
  lockScreen(5)
  expect(logout).toHaveBeenCalledOnce()
})

test('after five attempts no PIN is checked, whatever is stored', async () => {
  write('session', 'reelcast.wrong-pins', '5')
  await tryPin(RIGHT)
  expect(lock.value).toEqual({ status: 'refused', left: 0 })
  expect(logout).toHaveBeenCalledOnce()
})

test('concurrent checks count as one attempt', async () => {
  await Promise.all([tryPin('1111'), tryPin('1111'), tryPin('2222')])
  expect(wrong()).toBe('1')
  expect(lock.value).toEqual({ status: 'refused', left: 4 })
})

test('an answer after the screen was unlocked and locked again changes nothing', async () => {
  const late = tryPin('1111')
  unlock()
  lockScreen(0)
  const next = tryPin(RIGHT)
  await late
  // The second check may have ended already.
  expect(lock.value.status).not.toBe('locked')
  await next
  expect(lock.value).toEqual({ status: 'awake' })
})

test('without a usable PIN no PIN is checked', async () => {
  write('session', 'reelcast.pin', 'sha256:nonsense')
  await tryPin('1111')
  expect(lock.value).toEqual({ status: 'locked' })
  expect(wrong()).toBeNull()
})
