import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePlayerKey, playerKey, samePlayer, toUser } from './player.ts'

const known = fc.record({ id: fc.constantFrom('', '1', '2'), username: fc.constantFrom('', 'deniz', 'ada') })
const answer = { token: 't' }
const nobody = { id: '', username: '' }

test('players are told apart by their ids, or by their names; who is unknown is somebody else', () => {
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

test('a player who is stored is read as the same player', () => {
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
  expect(toUser({ ...answer, Group }, nobody).roles).toEqual([role])
})

test('permissions are the ids that were sent; none sent is not the same as an empty list', () => {
  expect(
    toUser({ ...answer, Permissions: [{ PermissionId: 145 }, { PermissionId: 7 }] }, nobody),
  ).toMatchObject({
    permissions: [145, 7],
  })
  expect(toUser({ ...answer, Permissions: [] }, nobody).permissions).toEqual([])
  expect(toUser({ ...answer, Permissions: null }, nobody).permissions).toBeUndefined()
})

test('what a server does not say is what was known', () => {
  const before = { id: '7', username: 'deniz' }
  expect(toUser(answer, before)).toMatchObject(before)
  expect(toUser({ ...answer, id: '8', username: 'ada' }, before)).toMatchObject({ id: '8', username: 'ada' })
})

test('from where and when a player was here last is kept as the server says it; null: never', () => {
  const said = { ...answer, ip_address: '192.0.2.7', last_logon: null, last_logon_ip: '198.51.100.9' }
  expect(toUser(said, nobody)).toMatchObject({
    ip: '192.0.2.7',
    lastLogon: null,
    lastLogonIp: '198.51.100.9',
  })
  expect(toUser(answer, nobody).lastLogon).toBeUndefined()
})
