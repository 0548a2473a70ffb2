import { beforeEach, expect, test, vi } from 'vitest'
import { failed, type Result } from '../../../contract/result.ts'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { clearPasswordChange, events, minPassword, passwordChange } from '../state.ts'
import { changePassword, endLogin, loadLogins, loadProfile } from './actions.ts'
import { endingLogin, logins, loginsFailure, profile, profileLoad } from './state.ts'

const wire = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../../net/api.ts', () => ({ call: wire.call }))

const BEFORE = '2026-03-02T11:40:00Z'
const AFTER = '2026-11-21T10:00:00Z'
const profileOf = (last_password_change: string): Result<unknown> => ({
  ok: true,
  value: { id: '7', username: 'deniz', last_password_change },
})
const answers: Record<string, Result<unknown> | Promise<Result<unknown>>> = {}
const posts = () => wire.call.mock.calls.filter(([, method]) => method === 'POST')
const given = { old: 'amber-otter', next: 'masa lamba nehir' }

beforeEach(async () => {
  wire.call.mockReset()
  wire.call.mockImplementation(async (_schema, _method, path: string) => answers[path])
  answers['/player/events'] = { ok: true, value: { rows: [], cursor: null } }
  answers['/player/profile'] = profileOf(BEFORE)
  answers['/player/logins'] = { ok: true, value: { rows: [] } }
  answers['/player/password'] = { ok: true, value: { status: true, code: 20000 } }
  setSignedOut()
  setSignedIn('t1', { id: '7', username: 'deniz', name: '', lastname: '', roles: [], permissions: undefined })
  await loadProfile()
})

test('both passwords are sent once, and the time of the last change is fetched again', async () => {
  answers['/player/profile'] = profileOf(AFTER)
  await changePassword(given)
  expect(posts()).toHaveLength(1)
  expect(posts()[0]?.[3]).toEqual({
    body: { old_password: 'amber-otter', new_password: 'masa lamba nehir' },
  })
  expect(passwordChange.value).toEqual({ status: 'changed' })
  expect(profile.value?.last_password_change).toBe(AFTER)
})

test('a second call while one is in flight sends nothing', async () => {
  const first = changePassword(given)
  await changePassword(given)
  await first
  expect(posts()).toHaveLength(1)
})

test.each([
  [40001, {}, undefined],
  [40101, { min: 12 }, 12],
  [40101, { min: 'many' }, undefined],
  [60011, {}, undefined],
])('a refusal stores its code %i and the minimum length in it', async (code, params, min) => {
  answers['/player/password'] = failed('refused', { code, params, status: 400 })
  await changePassword(given)
  expect(passwordChange.value).toMatchObject({ status: 'refused', failure: { code } })
  expect(minPassword.value).toBe(min)
})

test('a 404 means not available', async () => {
  answers['/player/password'] = failed('refused', { status: 404 })
  await changePassword(given)
  expect(passwordChange.value.status).toBe('absent')
})

test.each([failed('network'), failed('server', { status: 502 }), failed('invalid', { status: 200 })])(
  'a lost answer is reported and not retried',
  async (lost) => {
    answers['/player/password'] = lost
    await changePassword(given)
    expect(posts()).toHaveLength(1)
    expect(passwordChange.value).toEqual({ status: 'lost' })
  },
)

test('a lost answer counts as success when the time of the last change moved', async () => {
  wire.call.mockImplementation(async (_schema, method, path: string) => {
    if (method === 'POST') {
      answers['/player/profile'] = profileOf(AFTER)
      return failed('network')
    }
    return answers[path]
  })
  await changePassword(given)
  expect(passwordChange.value).toEqual({ status: 'changed' })
})

test.each([
  ['an answer', { ok: true, value: { status: true, code: 20000 } }],
  ['a lost answer', failed('network')],
] as const)('a change ends the other logins, whose list is fetched again after %s', async (_, answer) => {
  const [own, other] = ['1', '2'].map((id) => ({ id, time: BEFORE, current: id === '1' }))
  answers['/player/logins'] = { ok: true, value: { rows: [own, other] } }
  await loadLogins()
  answers['/player/logins'] = { ok: true, value: { rows: [own] } }
  answers['/player/profile'] = profileOf(AFTER)
  answers['/player/password'] = answer
  await changePassword(given)
  expect(passwordChange.value).toEqual({ status: 'changed' })
  expect(logins.value).toEqual([own])
})

test("one player's result is not shown to the next", async () => {
  let answer = (_: Result<unknown>) => {}
  answers['/player/password'] = new Promise((done) => (answer = done))
  const under = changePassword(given)
  setSignedOut({ kind: 'logout' })
  setSignedIn('t2', { id: '8', username: 'ada', name: '', lastname: '', roles: [], permissions: undefined })
  answer(failed('refused', { code: 40101, params: { min: 12 } }))
  await under
  expect([passwordChange.value.status, minPassword.value, profile.value]).toEqual([
    'idle',
    undefined,
    undefined,
  ])
})

test('reading the result clears it, but not a request in flight', async () => {
  await changePassword(given)
  clearPasswordChange()
  expect(passwordChange.value.status).toBe('idle')
  const under = changePassword(given)
  clearPasswordChange()
  expect(passwordChange.value.status).toBe('busy')
  await under
})

test('a failed refresh keeps the profile', async () => {
  answers['/player/profile'] = failed('network')
  await loadProfile()
  expect([profileLoad.value, profile.value?.username]).toEqual(['ready', 'deniz'])
  setSignedOut()
  expect([profileLoad.value, profile.value]).toEqual(['idle', undefined])
})

const loginsOf = (...ids: string[]): Result<unknown> => ({
  ok: true,
  value: { rows: ids.map((id) => ({ id, time: BEFORE, current: id === '1' })) },
})
const listLogins = (...ids: string[]) => {
  answers['/player/logins'] = loginsOf(...ids)
  return loadLogins()
}
const ids = () => logins.value.map(({ id }) => id)

test('a login that is ended leaves the list, which is fetched again', async () => {
  await listLogins('1', '2', '3')
  answers['/player/logins/end'] = { ok: true, value: { status: true, code: 20000 } }
  const ending = endLogin('2')
  expect(endingLogin.value).toBe('2')
  answers['/player/logins'] = loginsOf('1', '3')
  await endLogin('3')
  await ending
  expect(posts()).toEqual([[expect.anything(), 'POST', '/player/logins/end', { body: { id: '2' } }]])
  expect([ids(), endingLogin.value]).toEqual([['1', '3'], undefined])
})

test('the end of a login is an event, whose list is fetched again', async () => {
  await listLogins('1', '2')
  answers['/player/logins/end'] = { ok: true, value: { status: true, code: 20000 } }
  answers['/player/events'] = { ok: true, value: { rows: [{ id: '9', type: 'logout', time: AFTER }] } }
  await endLogin('2')
  expect(events.rows.value.map(({ id }) => id)).toEqual(['9'])
})

test.each([
  ['a lost answer is no failure if the login has ended', failed('network'), ['1'], undefined],
  [
    'a refusal is shown, and the list as it is',
    failed('refused', { code: 60013, status: 404 }),
    ['1', '2'],
    60013,
  ],
])('%s', async (_, ended, left, code) => {
  await listLogins('1', '2')
  answers['/player/logins/end'] = ended
  answers['/player/logins'] = loginsOf(...left)
  await endLogin('2')
  expect([ids(), loginsFailure.value?.code]).toEqual([left, code])
})

test('a page that opens while a login is being ended shows the list that follows the end', async () => {
  await listLogins('1', '2')
  let end = (_: Result<unknown>) => {}
  answers['/player/logins/end'] = new Promise((resolve) => {
    end = resolve
  })
  const ending = endLogin('2')
  await loadLogins()
  expect(endingLogin.value).toBe('2')
  answers['/player/logins'] = loginsOf('1')
  end({ ok: true, value: { status: true, code: 20000 } })
  await ending
  expect([ids(), endingLogin.value]).toEqual([['1'], undefined])
})
