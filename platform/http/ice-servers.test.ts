import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createIceServers, iceServerLinks } from './ice-servers.ts'

const NOW = 1_700_000_000_000
const LATER = NOW + 24 * 3_600_000
const TURN_SECRET = 'a-secret-of-the-turn-server'
const urls = ['stun:turn.example:3478', 'turn:turn.example:3478?transport=udp', 'turns:turn.example:5349']
const servers = createIceServers({ urls, turnSecret: TURN_SECRET, ttlSeconds: 3600 }, () => NOW)

test("a TURN server's credential is what coturn computes from its shared secret", () => {
  const [stun, turn, turns] = servers('alice', LATER)
  expect(stun).toEqual({ urls: 'stun:turn.example:3478' })
  const credential = createHmac('sha1', TURN_SECRET)
    .update(turn?.username ?? '')
    .digest('base64')
  expect(turn).toMatchObject({ urls: 'turn:turn.example:3478?transport=udp', credential })
  expect(turns).toMatchObject({ urls: 'turns:turn.example:5349', username: turn?.username, credential })
})

test('the username expires, and names the player by a pseudonym only', () => {
  const nameOf = (playerId: string) => servers(playerId, LATER)[1]?.username ?? ''
  expect(nameOf('alice')).toMatch(/^1700003600:[\w-]{22}$/)
  expect(nameOf('alice')).toBe(nameOf('alice'))
  expect(nameOf('alice')).not.toBe(nameOf('bob'))
})

test('the username expires no later than the token', () => {
  const [, turn] = servers('alice', NOW + 90_500)
  expect(turn?.username).toMatch(/^1700000090:/)
})

test('without a secret there are STUN servers only', () => {
  const stun = createIceServers({ urls: ['stun:a'], turnSecret: undefined, ttlSeconds: 60 }, () => NOW)
  expect(stun('alice', LATER)).toEqual([{ urls: 'stun:a' }])
})

test('the Link header names each server, with its credential in quotes', () => {
  expect(iceServerLinks([{ urls: 'stun:a' }, { urls: 'turn:b', username: '1:"x', credential: 'c' }])).toEqual(
    [
      '<stun:a>; rel="ice-server"',
      '<turn:b>; rel="ice-server"; username="1:\\"x"; credential="c"; credential-type="password"',
    ],
  )
})
