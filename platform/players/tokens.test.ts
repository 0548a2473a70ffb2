import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { createTokens } from './tokens.ts'

test('a token lives exactly as long as configured, also if it is signed in the next second', async () => {
  const current = { kid: 'a', key: new Uint8Array(32) }
  let now = 1_000_999
  const tokens = createTokens({
    keys: { current: () => current, verifying: () => current.key },
    now: () => now,
    tokenMs: 90_000,
  })
  const expiryS = tokens.nextExpiryS()
  now += 1
  const { exp, iat = 0 } = decodeJwt(await tokens.sign({ playerId: '1', loginId: '2' }, expiryS))
  expect([exp, iat]).toEqual([1090, 1000])
})
