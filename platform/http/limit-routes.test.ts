import { expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { type Result, refused } from '../lib/result.ts'
import { serverOfFile } from '../testing/http/server-of-file.ts'

/* The limits and the pause themselves are tested with a floor: floor/own-limits.test.ts. */

let answers: Result<object>[] = []

const server = serverOfFile({ suspend: async () => answers.shift() ?? { ok: true } })

test('a pause that did not end the visit is answered as failed, until it has', async () => {
  await server.addPlayer('deniz')
  const token = await server.logIn('deniz')
  const pause = () => server.call('POST', '/api/player/pause', { token, payload: { days: 1 } })
  answers = [refused(Code.stopping), refused(Code.serverError)]
  expect(await pause()).toMatchObject({ status: 503, body: { code: Code.stopping } })
  expect(await pause()).toMatchObject({ status: 503, body: { code: Code.serverError } })
  expect(await pause()).toMatchObject({ status: 200 })
})
