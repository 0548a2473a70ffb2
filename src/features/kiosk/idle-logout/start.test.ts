import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { phoneLogin, setPhoneLogin } from '../phone-login/state.ts'
import { startIdleLogout } from './start.ts'
import { finishLogout, presence } from './state.ts'

vi.mock('../../../core/session/actions.ts', () => ({ logout: vi.fn(async () => {}) }))

let stop = () => {}
beforeEach(async () => {
  vi.useFakeTimers()
  await setSettings({ kioskLogout: 60, kioskAttract: 30 })
  setSignedOut()
  stop = startIdleLogout()
})
afterEach(() => {
  stop()
  setPhoneLogin({ status: 'closed' })
  setSignedOut()
  finishLogout()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
const showCode = () => setPhoneLogin({ status: 'shown', code: 'ABCDEFGH', left: 60 })

test('a login from the phone is a use of the kiosk', async () => {
  showCode()
  await pass(45)
  setPhoneLogin({ status: 'closed' })
  setSignedIn('t', user)
  await pass(39)
  expect(presence.value).toEqual({ status: 'active' })
  await pass(2)
  expect(presence.value.status).toBe('warned')
})

test('the end of a code stays in view for the attract time, and the next guest does not find it', async () => {
  showCode()
  await pass(60)
  setPhoneLogin({ status: 'ended', why: 'over' })
  await pass(29)
  expect(presence.value.status).toBe('active')
  expect(phoneLogin.value.status).toBe('ended')
  await pass(2)
  expect(presence.value.status).toBe('attract')
  expect(phoneLogin.value.status).toBe('closed')
})
