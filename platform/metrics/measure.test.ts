import { expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { refused } from '../lib/result.ts'
import type { SignInService } from '../players/sign-in.ts'
import { measureSignIn } from './measure.ts'
import type { Metrics } from './metrics.ts'

const request = { username: 'deniz', password: 'wrong', site_id: 1 }
const identity = { playerId: '1', loginId: 'login' }

/** The counted results of logins by password and by phone that end so. */
async function counted(ends: (() => Promise<unknown>)[], byLink: (() => Promise<unknown>)[]) {
  const results: string[] = []
  const service = { login: () => ends.shift()?.(), loginByLink: () => byLink.shift()?.() }
  const signIn = measureSignIn(
    service as unknown as SignInService,
    { countLogin: (result: string) => void results.push(result) } as unknown as Metrics,
  )
  const failed = () => undefined
  while (ends.length > 0) await signIn.login(request, '192.0.2.1', 'phone').catch(failed)
  while (byLink.length > 0) await signIn.loginByLink(identity, '192.0.2.1', 'kiosk').catch(failed)
  return results
}

const fails = () => Promise.reject(new Error('the database is away'))

test('each login is counted with its result, also one that fails', async () => {
  const ends = [async () => ({ ok: true, answer: {} }), async () => refused(Code.wrongCredentials), fails]
  expect(await counted(ends, [])).toEqual(['ok', '10701', '60014'])
})

test('a login that a phone has confirmed is counted as others are', async () => {
  expect(await counted([], [async () => ({}), async () => undefined, fails])).toEqual([
    'ok',
    '60035',
    '60014',
  ])
})
