import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SignInAnswer } from '../../contract/http.ts'
import { completeAnswer, type KnownPlayer, parsePlayerKey, playerKey, samePlayer, toUser } from './player.ts'

const known = fc.record({ id: fc.constantFrom('', '1', '2'), username: fc.constantFrom('', 'deniz', 'ada') })
const answer = { token: 't' }
const nobody = { id: '', username: '' }
const userOf = (said: SignInAnswer, before: KnownPlayer) => toUser(completeAnswer(said, before))

test('players are compared by id, else by name; an unknown player equals no other', () => {
  fc.assert(
    fc.property(known, known, (a, b) => {
      expect(samePlayer(a, b)).toBe(samePlayer(b, a))
      if (a.id && b.id) expect(samePlayer(a, b)).toBe(a.id === b.id)
      else if (!a.username || !b.username) expect(samePlayer(a, b)).toBe(false)
      else expect(samePlayer(a, b)).toBe(a.username === b.username)
    }),
  )
  expect(samePlayer(nobody, nobody)).toBe(false)
})

test('a stored player is read back unchanged', () => {
  const name = fc.string().filter((text) => !text.includes('\n'))
  fc.assert(
    fc.property(name, name, (id, username) => {
      expect(parsePlayerKey(playerKey({ id, username }))).toEqual({ id, username })
    }),
  )
  expect(parsePlayerKey(undefined)).toEqual(nobody)
})

test.each([
  ['admin', 'admin'],
  ['staff', 'staff'],
  ['user', 'user'],
  ['Admin', 'user'],
  ['onlyGuest', 'user'],
  ['', 'user'],
  [null, 'user'],
  [undefined, 'user'],
])("after a login the role is 'user', unless the group is a role of its own: %s is %s", (Group, role) => {
  expect(userOf({ ...answer, Group }, nobody).roles).toEqual([role])
})

test('permissions are the sent ids; a missing list differs from an empty one', () => {
  expect(
    userOf({ ...answer, Permissions: [{ PermissionId: 145 }, { PermissionId: 7 }] }, nobody),
  ).toMatchObject({
    permissions: [145, 7],
  })
  expect(userOf({ ...answer, Permissions: [] }, nobody).permissions).toEqual([])
  expect(userOf({ ...answer, Permissions: null }, nobody).permissions).toBeUndefined()
})

test("the previous login's address and time are kept as sent; null means never", () => {
  const said = { ...answer, ip_address: '192.0.2.7', last_logon: null, last_logon_ip: '198.51.100.9' }
  expect(userOf(said, nobody)).toMatchObject({
    ip: '192.0.2.7',
    lastLogon: null,
    lastLogonIp: '198.51.100.9',
  })
  expect(userOf(answer, nobody).lastLogon).toBeUndefined()
})

test("the server's versions are stored for the support report; null removes them", () => {
  expect(userOf({ ...answer, versions: '9.1' }, nobody).versions).toBe('9.1')
  expect(userOf({ ...answer, versions: null }, nobody).versions).toBeUndefined()
})

test('a missing or null field keeps its value; only `pin_code` and `maxStake` are removed by null', () => {
  const before = {
    id: '7',
    username: 'deniz',
    name: 'Deniz',
    Group: 'staff',
    Permissions: [{ PermissionId: 145 }],
    last_logon: null,
    pin_code: 'sha256:01',
    maxStake: 200,
  }
  expect(completeAnswer(answer, before)).toEqual({ ...before, token: 't' })
  const nulls = { id: null, username: null, name: null, Group: null, Permissions: null, last_logon: null }
  expect(completeAnswer({ ...answer, ...nulls }, before)).toEqual({ ...before, token: 't' })
  expect(completeAnswer({ ...answer, pin_code: null, maxStake: null }, before)).toEqual({
    ...before,
    token: 't',
    pin_code: null,
    maxStake: null,
  })
  expect(completeAnswer({ ...answer, Group: 'user', Permissions: [] }, before)).toMatchObject({
    Group: 'user',
    Permissions: [],
  })
})
