import { beforeAll, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { serverOfFile } from '../testing/http/server-of-file.ts'
import type { Still } from '../video/client/still-cache.ts'

const STILL: Still = { image: Buffer.from('RIFF'), etag: '"abc"' }
const shown = new Map<string, Still | undefined>([
  ['7', STILL],
  ['8', undefined],
  ['9', STILL],
])
const asked: string[] = []
const stills = {
  engine: {
    async still({ id }: { id: string }) {
      asked.push(id)
      return shown.get(id)
    },
  },
  machine: (id: string) => (shown.has(id) ? { id, name: '', brand: 'nar', game: 'classic5' } : undefined),
  isOnline: (id: string) => id !== '9',
}

let token: string
const server = serverOfFile({}, { limits: { calls: 10, logins: 100_000 } }, { stills })
beforeAll(async () => {
  await server.addPlayer('visitor')
  token = await server.logIn('visitor')
})

const get = (id: string, headers: Record<string, string> = {}, bearer = token) =>
  server.app.inject({
    url: `/api/machine/${id}/still`,
    headers: { ...(bearer && { authorization: `Bearer ${bearer}` }), ...headers },
  })

test('a still is a WebP picture with a short private cache lifetime', async () => {
  const answer = await get('7')
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload).toEqual(STILL.image)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=3',
    etag: '"abc"',
    'x-content-type-options': 'nosniff',
  })
})

test.each(['"abc"', 'W/"abc"', '"x", "abc"', '*'])('a matching ETag (%s) answers 304', async (tag) => {
  const answer = await get('7', { 'if-none-match': tag })
  expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', '"abc"'])
  expect((await get('7', { 'if-none-match': '"older"' })).statusCode).toBe(200)
})

test.each(['99', 'all'])('machine %s is not found', async (id) => {
  const answer = await get(id)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: Code.machineNotFound })
  expect(answer.headers['cache-control']).toBe('no-store')
})

test.each(['9', '8'])('machine %s without a still answers 204', async (id) => {
  const answer = await get(id)
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('an offline machine is not rendered', () => {
  expect(asked).not.toContain('9')
})

test('stills require a player', async () => {
  for (const bearer of ['', 'x']) {
    const answer = await get('7', {}, bearer)
    expect([answer.statusCode, answer.json().code]).toEqual([401, Code.badSignature])
  }
})

test('stills have their own rate limit', async () => {
  const answers = []
  for (let n = 0; n < 40; n += 1) answers.push((await get('7')).statusCode)
  expect(answers.at(-1)).toBe(429)
  expect((await server.call('GET', '/api/machine/brands', { token })).status).toBe(200)
})
