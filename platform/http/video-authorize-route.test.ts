import fastify, { type FastifyInstance } from 'fastify'
import { SignJWT } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeClock } from '../lib/clock.ts'
import { startTestMediaMtx } from '../testing/video/sfu/mediamtx.ts'
import { type Cameras, createCameras } from '../video/sfu/cameras.ts'
import { TOKEN_MS } from '../video/sfu/sfu-tokens.ts'
import type { EarlierCameras } from '../video/sfu/stored-cameras.ts'
import { videoAuthorizeRoute } from './video-authorize-route.ts'

/* By real HTTP: a server asks as MediaMTX does who may watch, and has MediaMTX's API, which ends readers. */

const SECRET = 'a-secret-of-twenty-four-characters'
const NOW = Date.parse('2026-11-26T12:00:00Z')

let app: FastifyInstance
let address: string
let mediamtx: Awaited<ReturnType<typeof startTestMediaMtx>>
let cameras: Cameras
const clock = fakeClock(NOW)
const owners = new Map<string, string>()
const outOfService = new Set<string>()
const ended = new Set<string>()
let owned = new Set<string>()
let readSeats: (machineId: string) => Promise<boolean>
let changeSeat: (machineId: string) => void
let endLogin: (loginId: string) => void
const log: string[] = []
const refusals: object[] = []

beforeEach(async () => {
  for (const seen of [owners, outOfService, ended, log, refusals])
    'clear' in seen ? seen.clear() : seen.splice(0)
  owned = new Set(['101', '102'])
  readSeats = async () => true
  mediamtx = await startTestMediaMtx()
  owners.set('101', 'alice')
  openCameras()
  // Of the machine that was free at the start.
  await vi.waitFor(() => expect(mediamtx.counts.lists).toBe(1))
  app = fastify()
  videoAuthorizeRoute(app, {
    ...{ cameras, secret: SECRET },
    log: { warn: (details) => refusals.push(details), error() {} },
  })
  address = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  cameras.close()
  await app.close()
  await mediamtx.stop()
})

function openCameras(earlier?: EarlierCameras): void {
  const { api } = mediamtx
  cameras = createCameras({
    cameras: new Map([
      ['101', { url: 'https://pictures.example/hall/101/whep', api }],
      ['102', { url: 'https://pictures.example/hall/102/whep', api }],
    ]),
    earlier,
    secret: SECRET,
    ownerOf: (machineId) => owners.get(machineId),
    readSeats: (machineId) => readSeats(machineId),
    isInService: (machineId) => !outOfService.has(machineId),
    runs: (machineId) => owned.has(machineId),
    onSeat(listener) {
      changeSeat = listener
      return () => {}
    },
    endOf: async (loginId) => (ended.has(loginId) ? undefined : NOW + 60 * 60_000),
    onEnded(listener) {
      endLogin = listener
      return () => {}
    },
    followLogin: () => () => {},
    clock,
    log: (message) => log.push(message),
  })
}

const tokenOf = async (machineId: string, playerId: string) =>
  (await cameras.source(machineId, { playerId, loginId: `login of ${playerId}` }))?.token ?? ''
/** As MediaMTX 1.20 asks: all of its fields, and the password of the address that it calls. */
async function ask(over: object, password = SECRET): Promise<number> {
  const question = {
    ...{ ip: '203.0.113.7', user: '', password: '', token: '', action: 'read', path: 'hall/101' },
    ...{ protocol: 'webrtc', id: '7b0d9a2e-0000-4000-8000-000000000000', query: '', userAgent: 'a browser' },
    ...over,
  }
  const answer = await fetch(`${address}/video/authorize`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`mediamtx:${password}`).toString('base64')}`,
    },
    body: JSON.stringify(question),
  })
  return answer.status
}
const open = (...session: Parameters<typeof mediamtx.open>) => mediamtx.open(...session)
const left = () => mediamtx.left()

test('the player at a cabinet may read its path, and nothing else', async () => {
  const token = await tokenOf('101', 'alice')
  expect(await ask({ token })).toBe(204)
  for (const action of ['publish', 'playback', 'api', 'metrics', 'pprof'])
    expect(await ask({ token, action })).toBe(403)
  for (const path of ['hall/102', 'hall', 'hall/101/whep', '']) expect(await ask({ token, path })).toBe(403)
  expect(await ask({ token: '' })).toBe(403)
  expect(await ask({ token: `${token}x` })).toBe(403)
  expect(JSON.stringify(refusals)).not.toContain(token.slice(-20))
  const refusal = { code: 'camera-refused', action: 'publish', path: 'hall/101', protocol: 'webrtc' }
  expect(refusals).toContainEqual(refusal)
})

test('a token opens no protocol whose readers the platform does not end', async () => {
  const token = await tokenOf('101', 'alice')
  for (const protocol of ['hls', 'rtsp', 'rtmp', 'srt', 'moq', '', 'WebRTC'])
    expect(await ask({ token, protocol })).toBe(403)
  // Before a session, such as for an OPTIONS, there is no id yet.
  expect(await ask({ token, id: null })).toBe(204)
})

test('a token is of a player, a machine, a login and a minute', async () => {
  const token = await tokenOf('101', 'alice')
  expect(await ask({ token: await tokenOf('101', 'bob') })).toBe(403)
  owners.set('102', 'alice')
  expect(await ask({ token, path: 'hall/102' })).toBe(403)
  owners.delete('101')
  expect(await ask({ token })).toBe(403)
  owners.set('101', 'alice')
  ended.add('login of alice')
  expect(await ask({ token })).toBe(403)
  ended.clear()
  expect(await ask({ token })).toBe(204)
  clock.advance(TOKEN_MS + 1000)
  expect(await ask({ token })).toBe(403)
})

test('tokens of another secret, or for another purpose, permit nothing', async () => {
  const claims = { machine: '101', player: 'alice', login: 'login of alice' }
  const sign = (secret: string, audience: string, alg = 'HS256') =>
    new SignJWT(claims)
      .setProtectedHeader({ alg })
      .setAudience(audience)
      .setExpirationTime(Math.floor(clock.now() / 1000) + 60)
      .sign(new TextEncoder().encode(secret))
  expect(await ask({ token: await sign(SECRET, 'whep') })).toBe(204)
  expect(await ask({ token: await sign(`${SECRET}!`, 'whep') })).toBe(403)
  expect(await ask({ token: await sign(SECRET, 'whip') })).toBe(403)
  expect(await ask({ token: await sign(SECRET.repeat(2), 'whep', 'HS512') })).toBe(403)
})

test('only a server with the secret gets an answer', async () => {
  const token = await tokenOf('101', 'alice')
  for (const password of ['', 'x', `${SECRET}x`]) expect(await ask({ token }, password)).toBe(401)
  const anonymous = await fetch(`${address}/video/authorize`, { method: 'POST', body: '{}' })
  expect(anonymous.status).toBe(401)
  for (const over of [{ path: 7 }, { action: null }, { token: 'x'.repeat(10_000) }])
    expect(await ask(over)).toBe(400)
})

test('checks of a token count by its login: 60 at once, then one a second', async () => {
  owners.set('102', 'bob')
  const [token, other] = [await tokenOf('101', 'alice'), await tokenOf('102', 'bob')]
  const statuses = []
  for (let n = 0; n < 61; n += 1) statuses.push(await ask({ token }))
  expect(statuses).toEqual([...Array(60).fill(204), 403])
  for (let n = 0; n < 100; n += 1) expect(await ask({ token: `junk.${n}` })).toBe(403)
  expect(await ask({ token: other, path: 'hall/102' })).toBe(204)
  // Its refusals fill no log.
  expect(refusals).toHaveLength(20)
  clock.advance(1000)
  expect(await ask({ token })).toBe(204)
})

test('with the seat all readers of its path end, and no other', async () => {
  open('a', 'hall/101')
  open('b', 'hall/101')
  open('source', 'hall/101', 'publish')
  open('other', 'hall/102')
  owners.delete('101')
  changeSeat('101')
  await vi.waitFor(() => expect(left()).toEqual(['source', 'other']))
  open('c', 'hall/101')
  // Nothing has changed.
  changeSeat('101')
  owners.set('101', 'bob')
  owned = new Set()
  changeSeat('101')
  // Another process runs the machines.
  owners.set('102', 'alice')
  changeSeat('102')
  expect(await ask({ token: await tokenOf('101', 'bob') })).toBe(204)
  expect(left()).toEqual(['source', 'other', 'c'])
})

test('a player who takes the seat keeps the readers that a token of the seat has opened, and ends all others', async () => {
  // Of a player before, whose question was answered while that seat ended.
  open('late', 'hall/101')
  owners.set('101', 'bob')
  mediamtx.silence()
  changeSeat('101')
  await vi.waitFor(() => expect(mediamtx.held()).toBe(1))
  const token = await tokenOf('101', 'bob')
  open('ofbob', 'hall/101')
  expect(await ask({ token, id: 'ofbob' })).toBe(204)
  const fail = mediamtx.resume()
  fail()
  await vi.waitFor(() => {
    clock.advance(5000)
    expect(left()).toEqual(['ofbob'])
  })
  // The login ends, and the seat is held.
  endLogin('login of bob')
  await vi.waitFor(() => expect(left()).toEqual([]))
})

test('a player has four readers of a camera: a newer one ends the oldest', async () => {
  const token = await tokenOf('101', 'alice')
  for (let n = 0; n < 6; n += 1) {
    expect(await ask({ token, id: `reader${n}` })).toBe(204)
    open(`reader${n}`, 'hall/101')
  }
  await vi.waitFor(() => expect(left()).toEqual(['reader2', 'reader3', 'reader4', 'reader5']))
})

test('a question whose answer is not known in time is refused, and holds back no other', async () => {
  owners.set('102', 'bob')
  const [token, other] = [await tokenOf('101', 'alice'), await tokenOf('102', 'bob')]
  let asked = 0
  readSeats = (machineId) => {
    if (machineId === '102') return Promise.resolve(true)
    asked += 1
    return new Promise(() => {})
  }
  const waiting = ask({ token })
  await vi.waitFor(() => expect(asked).toBe(1))
  expect(await ask({ token: other, path: 'hall/102' })).toBe(204)
  clock.advance(10_000)
  expect(await waiting).toBe(403)
  readSeats = async () => false
  expect(await ask({ token })).toBe(403)
  readSeats = () => Promise.reject(new Error('away'))
  expect(await ask({ token })).toBe(403)
})

test('the seat is read before a question is answered, and before a token is given', async () => {
  const token = await tokenOf('101', 'alice')
  const reads: string[] = []
  // The seat has ended at another process, whose report has not come.
  readSeats = async (machineId) => {
    reads.push(machineId)
    owners.set('101', 'bob')
    return true
  }
  expect([await ask({ token }), await tokenOf('101', 'alice')]).toEqual([403, ''])
  expect(await ask({ token: await tokenOf('101', 'bob') })).toBe(204)
  expect(reads).toEqual(['101', '101', '101', '101'])
})

test('the readers of all pages of the list end', async () => {
  for (let reader = 0; reader < 1002; reader += 1) open(`reader${reader}`, 'hall/101')
  owners.delete('101')
  changeSeat('101')
  await vi.waitFor(() => expect(mediamtx.left()).toEqual([]), { timeout: 20_000 })
})

test('a cabinet out of service is seen by nobody, until it is back', async () => {
  const token = await tokenOf('101', 'alice')
  open('a', 'hall/101')
  outOfService.add('101')
  changeSeat('101')
  await vi.waitFor(() => expect(left()).toEqual([]))
  expect(await ask({ token })).toBe(403)
  // The front of Janus checks tokens by itself.
  expect(await tokenOf('101', 'alice')).toBe('')
  outOfService.clear()
  changeSeat('101')
  expect(await ask({ token: await tokenOf('101', 'alice') })).toBe(204)
  open('b', 'hall/101')
  changeSeat('101')
  expect(left()).toEqual(['b'])
})

test('a server that fails late is not asked again about a seat that was ended since', async () => {
  mediamtx.silence()
  owners.delete('101')
  changeSeat('101')
  await vi.waitFor(() => expect(mediamtx.held()).toBe(1))
  const failLate = mediamtx.resume()
  const { lists } = mediamtx.counts
  owners.set('101', 'bob')
  changeSeat('101')
  await vi.waitFor(() => expect(mediamtx.counts.lists).toBe(lists + 1))
  open('of bob', 'hall/101')
  failLate()
  const token = await tokenOf('101', 'bob')
  for (let asked = 0; asked < 20; asked += 1) {
    expect(await ask({ token })).toBe(204)
    clock.advance(500)
  }
  expect([left(), log]).toEqual([['of bob'], []])
})

test('a process that starts ends what an earlier one left at a free cabinet', async () => {
  cameras.close()
  open('a', 'hall/101')
  open('b', 'hall/102')
  openCameras()
  await vi.waitFor(() => expect(left()).toEqual(['a']))
})

test('a process that starts ends what is left at a camera that the floor file does not have any more', async () => {
  cameras.close()
  open('a', 'hall/101')
  open('gone', 'hall/9')
  mediamtx.setAway(true)
  const forgotten: string[] = []
  openCameras({
    cameras: new Map([['9', { url: 'https://pictures.example/hall/9/whep', api: mediamtx.api }]]),
    forget: async (machineId) => void forgotten.push(machineId),
  })
  await vi.waitFor(() => expect(log).toContainEqual(expect.stringContaining('machine 9')))
  expect(forgotten).toEqual([])
  mediamtx.setAway(false)
  await vi.waitFor(() => {
    clock.advance(5000)
    expect(left()).toEqual(['a'])
  })
  await vi.waitFor(() => expect(forgotten).toEqual(['9']))
})
