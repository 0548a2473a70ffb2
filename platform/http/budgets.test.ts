import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { refused } from '../lib/result.ts'
import { noFloor, START_MS, type TestServer, testServer } from '../testing/http/server.ts'
import { startVideo } from '../video/client/engine.ts'
import { limitAddresses } from './rate-limit.ts'
import { videoAuthorizeRoute } from './video-authorize-route.ts'
import { whepRoutes } from './whep.ts'

/* The budget of a request: an open login's, or its address's. */

describe('limits by player and by address', { timeout: START_MS }, () => {
  test('players at one address do not limit each other, and guests share its budget', async () => {
    const venue = await testServer(noFloor, { limits: { calls: 5, logins: 10 } })
    const tokens = []
    for (const username of ['kiosk-1', 'kiosk-2']) {
      await venue.addPlayer(username)
      tokens.push(await venue.logIn(username))
    }
    const ask = async (token?: string) =>
      (await venue.call('GET', '/api/player/balance', token ? { token } : {})).status
    for (const token of tokens) for (let n = 0; n < 5; n += 1) expect(await ask(token)).toBe(200)
    for (const token of tokens) expect(await ask(token)).toBe(429)
    // An invalid token counts to the budget of its address.
    const statuses = []
    for (let n = 0; n < 6; n += 1) statuses.push(await ask(`eyJ.forged.${n}`))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    await venue.close()
  })

  test('no other limit blocks cash-out and logout', async () => {
    const cancel = async () => ({ ok: true as const, amount: 700 })
    const limited = await testServer({ ...noFloor, cancel }, { limits: { calls: 2, logins: 10 } })
    await limited.addPlayer('hurried')
    const token = await limited.logIn('hurried')
    // Far above the budgets of the player and of the address.
    for (let n = 0; n < 50; n += 1) await limited.call('GET', '/api/player/balance', { token })
    expect((await limited.call('GET', '/nothing')).status).toBe(429)
    const payload = { machineId: '1' }
    const sent = await limited.call('POST', '/api/player/cancel', { token, payload })
    expect(sent).toMatchObject({ status: 200, body: { Params: { amount: 700 } } })
    expect((await limited.call('POST', '/api/player/logout', { token })).status).toBe(200)
    await limited.close()
  })

  test('all addresses of an IPv6 /64 share its budgets', async () => {
    const limited = await testServer(noFloor, { limits: { calls: 3, logins: 2 }, trustProxy: ['loopback'] })
    const statuses = async (method: 'GET' | 'POST', url: string, ips: string[]) => {
      const found = []
      for (const ip of ips)
        found.push((await limited.call(method, url, { headers: { 'x-forwarded-for': ip } })).status)
      return found
    }
    const subnet = Array.from({ length: 3 }, (_, n) => `2001:db8:1:2:${n}::1`)
    expect(await statuses('POST', '/api/login', subnet)).toEqual([400, 400, 429])
    expect(await statuses('GET', '/check', subnet)).toEqual([200, 200, 200])
    expect(await statuses('GET', '/check', ['2001:db8:1:2::9', '2001:db8:1:3::9'])).toEqual([429, 200])
    // The total of an address, which the other subnet has not spent.
    for (let n = 0; n < 60; n += 1) await statuses('GET', '/nothing', [`2001:db8:1:2::${n}`])
    expect(await statuses('GET', '/nothing', ['2001:db8:1:2::99', '2001:db8:1:3::9'])).toEqual([429, 404])
    await limited.close()
  })

  test('WHEP without a token is limited like any call', async () => {
    const engine = startVideo({ prerender: false })
    const options = {
      engine,
      authenticate: async () => refused(Code.badSignature),
      machine: () => undefined,
      isOnline: () => false,
      ownerOf: () => undefined,
    }
    const extraRoutes = (scope: FastifyInstance) => whepRoutes(scope, options)
    const limited = await testServer(noFloor, { limits: { calls: 3, logins: 3 } }, { extraRoutes })
    const ask = async () => (await limited.call('POST', '/whep/1')).status
    const statuses = []
    for (let n = 0; n < 5; n += 1) statuses.push(await ask())
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    await Promise.all([limited.close(), engine.stop()])
  })
})

test('a request whose connection was reset before its turn is no error', async () => {
  const app = Fastify()
  const errors: string[] = []
  app.setErrorHandler(({ message }: Error, _, reply) => {
    errors.push(message)
    return reply.code(500).send()
  })
  limitAddresses(app, 10)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  for (let n = 0; n < 100; n += 1) {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const closed = once(socket, 'close')
    socket.write('GET /reset HTTP/1.1\r\nhost: x\r\n\r\n')
    socket.resetAndDestroy()
    await closed
  }
  // The server has handled what came before this request.
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  expect(errors).toEqual([])
  await app.close()
})

test(
  'junk at a video server keeps no player from its camera, and wrong passwords are limited',
  async () => {
    const secret = 'a-secret-of-twenty-four-characters'
    const cameras = { permits: async (token: string) => token === 'right' }
    const log = { warn() {}, error() {} }
    const extraRoutes = async (scope: FastifyInstance) => videoAuthorizeRoute(scope, { secret, log, cameras })
    const limited = await testServer(noFloor, { limits: { calls: 3, logins: 3 } }, { extraRoutes })
    const ask = async (token: string, password = secret) => {
      const authorization = `Basic ${Buffer.from(`mediamtx:${password}`).toString('base64')}`
      const payload = { action: 'read', path: 'hall/101', protocol: 'webrtc', token }
      const answer = await limited.app.inject({
        ...{ method: 'POST', url: '/video/authorize', payload, headers: { authorization } },
      })
      return answer.statusCode
    }
    // Above the limit of the calls of an address, and above that of all its requests.
    for (let n = 0; n < 100; n += 1) expect(await ask('junk')).toBe(403)
    expect(await ask('right')).toBe(204)
    const statuses = []
    for (let n = 0; n < 5; n += 1) statuses.push(await ask('right', `wrong-${n}`))
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    expect(await ask('right')).toBe(204)
    await limited.close()
  },
  START_MS,
)

describe('a login that has ended', { timeout: START_MS }, () => {
  const cancel = async () => ({ ok: true as const, amount: 700 })
  const payload = { machineId: '1' }

  /** Starts a server with a player, and runs `run` with the tokens of an open and of an ended login. */
  async function startWithEndedLogin(
    run: (server: TestServer, open: string, ended: string) => Promise<void>,
  ) {
    const server = await testServer({ ...noFloor, cancel }, { limits: { calls: 5, logins: 10 } })
    await server.addPlayer('robbed')
    const [open, ended] = [await server.logIn('robbed'), await server.logIn('robbed')]
    expect((await server.call('POST', '/api/player/logout', { token: ended })).status).toBe(200)
    await run(server, open, ended)
    await server.close()
  }

  test('spends the budget of its address, not that of its player', () =>
    startWithEndedLogin(async (server, open, ended) => {
      const balance = async (token: string) =>
        (await server.call('GET', '/api/player/balance', { token })).status
      const statuses = []
      for (let n = 0; n < 8; n += 1) statuses.push(await balance(ended))
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
      expect(await balance(open)).toBe(200)
    }))

  test.each(['logout', 'cancel', 'logins/end'])('does not limit the exits of the open login (%s)', (exit) =>
    startWithEndedLogin(async (server, open, ended) => {
      const leave = async (token?: string) =>
        (
          await server.call('POST', `/api/player/${exit}`, {
            payload: { ...payload, id: 'none' },
            ...(token && { token }),
          })
        ).status
      for (let n = 0; n < 70; n += 1) await leave(ended)
      for (let n = 0; n < 70; n += 1) await leave()
      expect(await leave(ended)).toBe(429)
      expect(await leave(open)).toBe(200)
    }),
  )

  test('exits count per login: those of another login are not limited', () =>
    startWithEndedLogin(async (server, open) => {
      const other = await server.logIn('robbed')
      const leave = async (token: string) =>
        (await server.call('POST', '/api/player/cancel', { token, payload })).status
      for (let n = 0; n < 60; n += 1) expect(await leave(other)).toBe(200)
      expect(await leave(other)).toBe(429)
      expect(await leave(open)).toBe(200)
    }))

  test('is recognised without a database read for each request', () =>
    startWithEndedLogin(async (server, open, ended) => {
      // A second later an open login is read again.
      const stopped = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
      const reads = { open: 0, ended: 0 }
      const { verify } = server.logins
      server.logins.verify = (token) => {
        reads[token === open ? 'open' : 'ended'] += 1
        return verify(token)
      }
      const balance = (token: string) => server.call('GET', '/api/player/balance', { token })
      // Above the limit the routes do not read the database either.
      for (let n = 0; n < 5; n += 1) await Promise.all([balance(open), balance(ended)])
      const before = { ...reads }
      for (let n = 0; n < 50; n += 1) await Promise.all([balance(open), balance(ended)])
      expect(reads).toEqual(before)
      stopped.mockRestore()
    }))
})
