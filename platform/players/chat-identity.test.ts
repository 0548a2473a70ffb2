import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { chatIdentities } from './chat-identity.ts'

const key = (byte: number) => new Uint8Array(32).fill(byte)

test('a player is the same to the provider each time, and nobody else; the id tells nothing', () => {
  const of = chatIdentities(key(1), 'the secret of the provider')
  expect(of('7')).toEqual(of('7'))
  expect(of('7').id).toMatch(/^player-[\da-f]{32}$/)
  expect(of('7').id).not.toBe(of('8').id)
  // Whoever knows the provider's secret still can not find out whose it is.
  expect(chatIdentities(key(2), 'the secret of the provider')('7').id).not.toBe(of('7').id)
})

test("the hash is what the provider computes: its secret's HMAC-SHA256 of the id", () => {
  const { id, hash } = chatIdentities(key(1), 'the secret of the provider')('7')
  expect(hash).toBe(createHmac('sha256', 'the secret of the provider').update(id).digest('hex'))
})
