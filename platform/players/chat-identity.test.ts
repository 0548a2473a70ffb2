import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { chatIdentities } from './chat-identity.ts'

const key = (byte: number) => new Uint8Array(32).fill(byte)

test('gives each player a stable, unique id that reveals nothing', () => {
  const of = chatIdentities(key(1), 'the secret of the provider')
  expect(of('7')).toEqual(of('7'))
  expect(of('7').id).toMatch(/^player-[\da-f]{32}$/)
  expect(of('7').id).not.toBe(of('8').id)
  // The provider's secret does not help to map an id to a player.
  expect(chatIdentities(key(2), 'the secret of the provider')('7').id).not.toBe(of('7').id)
})

test("the hash is the HMAC-SHA256 of the id with the provider's secret", () => {
  const { id, hash } = chatIdentities(key(1), 'the secret of the provider')('7')
  expect(hash).toBe(createHmac('sha256', 'the secret of the provider').update(id).digest('hex'))
})
