import type { LightMyRequestResponse } from 'fastify'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { ErrorAnswer } from '../../src/contract/http.ts'
import { WHEP_PATHS } from '../contract/whep-paths.ts'
import { refused } from '../lib/result.ts'
import { createWatcher, type Watcher } from '../testing/video/worker/watcher.ts'
import { startVideo, type VideoEngine } from '../video/client/engine.ts'
import type { Scene } from '../video/protocol/machine-state.ts'
import { createServer } from './server.ts'
import { type WhepOptions, whepRoutes } from './whep.ts'

const SLOW = 30_000
vi.setConfig({ testTimeout: SLOW })
const SDP = 'application/sdp'
const FRAGMENT = 'application/trickle-ice-sdpfrag'
const END = 'a=end-of-candidates\r\n'
const scene = (id: string): Scene => ({
  id,
  name: `Nar 0${id}`,
  brand: 'nar',
  game: 'classic5',
})

/** Of every token, in ms since 1970. */
const EXPIRES_AT = 1_800_000_000_000
const turnServers = (playerId: string, until: number) => [
  { urls: 'turn:turn.example:3478', username: `${until / 1000}"${playerId}`, credential: 'c' },
]

let engine: VideoEngine
let app: Awaited<ReturnType<typeof createServer>>
let watcher: Watcher
let offer: string
let endLogin: (loginId: string) => void
let takeSeat: (machineId: string, playerId: string) => void
/** What the operator has configured. */
const config = {
  spectators: true,
  sfu: undefined as WhepOptions['sfu'],
  hasTurn: true,
}
/** The logins with a picture, and what ends it with their last token. */
const followed = new Map<string, () => void>()
/** Logins of which no token is taken any more. */
const over = new Set<string>()
const online = new Set(['1', '2', '4'])
const owner = new Map<string, string>()

beforeAll(async () => {
  engine = startVideo({ prerender: false, marker: 'credit', maxViewers: 5, maxMachines: 2, maxPerPlayer: 2 })
  app = await createServer({ logLevel: 'silent', trustProxy: [], built: undefined })
  await whepRoutes(app, {
    engine,
    // Tokens "alice", "bob" and "carol" are players; anything else is none.
    authenticate: async ({ headers: { authorization = '' } }) => {
      const [, playerId] = /^Bearer (alice|bob|carol)$/.exec(authorization) ?? []
      if (!playerId) return refused(Code.badSignature)
      const loginId = `login of ${playerId}`
      return over.has(loginId)
        ? refused(Code.banned)
        : { ok: true, identity: { playerId, loginId }, expiresAt: EXPIRES_AT }
    },
    machine: (id) => (['1', '2', '3', '4'].includes(id) ? scene(id) : undefined),
    isOnline: (id) => online.has(id),
    ownerOf: (id) => owner.get(id),
    onSeat(listener) {
      takeSeat = (machineId, playerId) => {
        owner.set(machineId, playerId)
        listener(machineId)
      }
      return () => {}
    },
    get spectators() {
      return config.spectators
    },
    get sfu() {
      return config.sfu
    },
    get iceServers() {
      return config.hasTurn ? turnServers : undefined
    },
    onEnded(listener) {
      endLogin = (loginId) => {
        over.add(loginId)
        listener(loginId)
      }
      return () => {}
    },
    followLogin(loginId, onEnd) {
      followed.set(loginId, onEnd)
      return () => void followed.delete(loginId)
    },
  })
  watcher = createWatcher()
  offer = await watcher.offer()
}, SLOW)
afterAll(async () => {
  await app.close()
  await Promise.all([engine.stop(), watcher.close()])
})

type Method = 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'GET' | 'PUT'
type More = { as?: string; type?: string; body?: string; match?: string; downlink?: string }

async function call(method: Method, url: string, { as = 'alice', type, body, match, downlink }: More = {}) {
  const headers = {
    ...(as && { authorization: `Bearer ${as}` }),
    ...(type && { 'content-type': type }),
    ...(match && { 'if-match': match }),
    ...(downlink && { downlink }),
  }
  const answer = await app.inject({ method, url, headers, ...(body !== undefined && { payload: body }) })
  expectListed(method, url, answer)
  const header = (name: string) => String(answer.headers[name] ?? '')
  return { status: answer.statusCode, text: answer.body, header }
}

const DOCUMENTED = ['location', 'etag', 'link', 'retry-after', 'accept-patch', 'www-authenticate']
/** The contract has each answer, with the headers that a client may need. */
function expectListed(method: Method, url: string, { statusCode, headers }: LightMyRequestResponse): void {
  const path = /^\/whep\/[^/]+$/.test(url) ? '/' : '/{session}'
  const operations: Readonly<Record<string, object>> = WHEP_PATHS[path]
  const operation = operations[method.toLowerCase()]
  if (!operation || /\/(layer|sse)\b/.test(url)) return
  const { [statusCode]: listed } = Reflect.get(operation, 'responses')
  expect(listed, `${method} ${path} answers ${statusCode}`).toBeDefined()
  const known = Object.keys(listed?.headers ?? {}).map((name) => name.toLowerCase())
  for (const name of DOCUMENTED)
    if (headers[name] !== undefined) expect(known, `${method} ${path} ${statusCode}`).toContain(name)
}
const open = (machineId: string, as = 'alice') =>
  call('POST', `/whep/${machineId}`, { as, type: SDP, body: offer })

/** Opens a picture, which the test closes. */
async function opened(machineId = '1', as = 'alice') {
  const answer = await open(machineId, as)
  expect(answer.status).toBe(201)
  return { url: answer.header('location'), etag: answer.header('etag'), answer }
}

function expectRefusal(answer: { status: number; text: string }, status: number, code?: number) {
  expect(answer.status).toBe(status)
  const body = v.parse(ErrorAnswer, JSON.parse(answer.text))
  if (code !== undefined) expect(body.code).toBe(code)
}

test('an offer is answered as the WHEP draft requires, and video arrives', async () => {
  const { url, answer, etag } = await opened()
  expect(answer.header('content-type')).toBe(SDP)
  expect(url).toMatch(/^\/whep\/1\/[\w-]+$/)
  expect(etag).toMatch(/^"[\w-]+"$/)
  expect(answer.header('accept-patch')).toBe(FRAGMENT)
  expect(answer.header('link')).toBe(
    [
      '<turn:turn.example:3478>; rel="ice-server"; username="1800000000\\"alice"; credential="c"; credential-type="password"',
      `<${url}/layer>; rel="urn:ietf:params:whep:ext:core:layer"`,
      `<${url}/sse>; rel="urn:ietf:params:whep:ext:core:server-sent-events"; events="layers"`,
    ].join(),
  )
  expect(answer.header('access-control-expose-headers')).toMatch(/Location, ETag, Link/)
  watcher.answer(answer.text)
  await watcher.frame(({ frames }) => frames > 5)

  const trickled = await call('PATCH', url, { type: FRAGMENT, body: END, match: etag })
  expect(trickled).toMatchObject({ status: 204, text: '' })

  const restart = await watcher.restart()
  const restarted = await call('PATCH', url, { type: FRAGMENT, body: restart.fragment, match: '*' })
  expect(restarted.status).toBe(200)
  expect(restarted.header('content-type')).toBe(FRAGMENT)
  expect(restarted.header('etag')).not.toBe(etag)
  expectRefusal(await call('PATCH', url, { type: FRAGMENT, body: END, match: etag }), 412)
  restart.apply(restarted.text)
  const { frames } = await watcher.frame()
  await watcher.frame((later) => later.frames > frames + 30)

  expect((await call('DELETE', url)).status).toBe(200)
  expectRefusal(await call('DELETE', url), 404)
  expect((await engine.stats())?.viewers).toEqual({})
})

test('with an SFU viewers are sent to it, or told when to try again; who may not watch gets no address', async () => {
  const addresses: (string | undefined)[] = ['https://sfu.example/whep/1?access_token=abc', undefined]
  config.sfu = {
    admit: async (machineId, { playerId }) => (playerId === 'alice' ? addresses.shift() : machineId),
  }
  try {
    const sent = await open('1')
    expect(sent.status).toBe(307)
    expect(sent.header('location')).toBe('https://sfu.example/whep/1?access_token=abc')
    expect(sent.header('cache-control')).toBe('no-store')
    expect(sent.header('access-control-allow-origin')).toBe('*')
    const down = await open('1')
    expectRefusal(down, 503, Code.pipelineFailed)
    expect(down.header('retry-after')).toBe('2')
    await withoutSpectators(async () => {
      const refusedOffer = await open('1', 'bob')
      expectRefusal(refusedOffer, 403, Code.notSeated)
      expect(refusedOffer.header('location')).toBe('')
    })
    expect((await engine.stats())?.viewers).toEqual({})
  } finally {
    config.sfu = undefined
  }
})

/** Runs as where the operator permits no spectators, which is the default. */
async function withoutSpectators(run: () => Promise<void>) {
  config.spectators = false
  await run().finally(() => {
    config.spectators = true
    config.hasTurn = true
    owner.clear()
  })
}

test('without spectators a machine has a picture for the player who is seated there, and for nobody else', () =>
  withoutSpectators(async () => {
    owner.set('1', 'alice')
    expectRefusal(await open('1', 'bob'), 403, Code.notSeated)
    expectRefusal(await open('2', 'bob'), 403, Code.notSeated)
    expect((await call('DELETE', (await opened('1')).url)).status).toBe(200)
  }))

test('without spectators a player who is about to join connects ahead, and has the picture with the seat', () =>
  withoutSpectators(async () => {
    config.hasTurn = false
    const player = createWatcher()
    const ahead = await call('POST', '/whep/1', { type: SDP, body: await player.offer() })
    expect(ahead.status).toBe(201)
    expect(ahead.header('link')).not.toContain('ice-server')
    player.answer(ahead.text)
    await player.state('connected')
    const other = await opened('1', 'bob')
    takeSeat('1', 'alice')
    await player.frame()
    expectRefusal(await call('DELETE', other.url, { as: 'bob' }), 404)
    expectRefusal(await open('1', 'bob'), 403, Code.notSeated)
    expect((await call('DELETE', ahead.header('location'))).status).toBe(200)
    await player.close()
  }))

test("without spectators a player's picture ends when another player takes the seat, also while it is being opened", () =>
  withoutSpectators(async () => {
    owner.set('1', 'alice')
    const before = await opened('1')
    takeSeat('1', 'alice')
    const openPicture = engine.open
    vi.spyOn(engine, 'open').mockImplementationOnce(async (...asked) => {
      const answer = await openPicture(...asked)
      takeSeat('1', 'carol')
      return answer
    })
    expectRefusal(await open('1'), 403, Code.notSeated)
    expectRefusal(await call('DELETE', before.url), 404)
    expect((await engine.stats())?.viewers).toEqual({})
  }))

test('where spectators are permitted, a picture outlives a change of the seat', async () => {
  const { url } = await opened('1', 'bob')
  takeSeat('1', 'alice')
  expect((await call('DELETE', url, { as: 'bob' })).status).toBe(200)
  owner.clear()
})

test('a viewer is accessible to its owner only', async () => {
  const { url, etag } = await opened()
  const patch = { type: FRAGMENT, body: END, match: etag }
  expectRefusal(await call('PATCH', url, { ...patch, as: 'bob' }), 404)
  expectRefusal(await call('DELETE', url, { as: 'bob' }), 404)
  expectRefusal(await call('DELETE', url.replace('/1/', '/2/')), 404)
  expectRefusal(await call('PATCH', url, { ...patch, as: 'mallory' }), 401, Code.badSignature)
  expectRefusal(await call('DELETE', url, { as: '' }), 401, Code.badSignature)
  expect((await call('DELETE', url)).status).toBe(200)
})

test("a logout ends its pictures, also those being opened, and no other player's", async () => {
  const mine = await opened('1')
  const theirs = await opened('2', 'bob')
  const openPicture = engine.open
  vi.spyOn(engine, 'open').mockImplementationOnce(async (...asked) => {
    const answer = await openPicture(...asked)
    endLogin('login of alice')
    return answer
  })
  expectRefusal(await open('2'), 401, Code.banned)
  expect((await engine.stats())?.viewers).toEqual({ 2: 1 })
  over.clear()
  expectRefusal(await call('DELETE', mine.url), 404)
  expect((await call('DELETE', theirs.url, { as: 'bob' })).status).toBe(200)
})

test('a picture ends with the last token of its login, which is followed as long as the picture', async () => {
  const [mine, theirs] = [await opened('1'), await opened('2', 'bob')]
  followed.get('login of alice')?.()
  expectRefusal(await call('DELETE', mine.url), 404)
  expect([...followed.keys()]).toEqual(['login of bob'])
  expect((await call('DELETE', theirs.url, { as: 'bob' })).status).toBe(200)
  expect(followed.size).toBe(0)
})

test('a PATCH without a precondition, of another type, or malformed is refused', async () => {
  const { url, etag } = await opened()
  expectRefusal(await call('PATCH', url, { type: FRAGMENT, body: END }), 428)
  expectRefusal(await call('PATCH', url, { type: FRAGMENT, body: END, match: '"other"' }), 412)
  expectRefusal(await call('PATCH', url, { type: SDP, body: offer, match: etag }), 415)
  expectRefusal(await call('PATCH', url, { type: 'text/plain', body: END, match: etag }), 415)
  expectRefusal(await call('PATCH', url, { type: FRAGMENT, body: 'hello', match: etag }), 400)
  expectRefusal(await call('PATCH', url, { type: FRAGMENT, body: END, match: '*' }), 400)
  expect((await call('DELETE', url)).status).toBe(200)
})

test.each<[string, number, number | undefined, () => ReturnType<typeof call>]>([
  ['no token', 401, Code.badSignature, () => open('1', '')],
  ['a broken token', 401, Code.badSignature, () => open('1', 'al%00ice')],
  ['an unknown machine', 404, Code.machineNotFound, () => open('99')],
  ['a machine that is offline', 409, Code.machineOutOfOrder, () => open('3')],
  ['JSON', 415, undefined, () => call('POST', '/whep/1', { type: 'application/json', body: '{}' })],
  ['no type at all', 415, undefined, () => call('POST', '/whep/1', {})],
  ['what is no SDP', 400, undefined, () => call('POST', '/whep/1', { type: SDP, body: 'let me in' })],
  ['an empty body', 400, undefined, () => call('POST', '/whep/1', { type: SDP, body: '' })],
  [
    'an offer without VP8',
    406,
    undefined,
    () => call('POST', '/whep/1', { type: SDP, body: offer.replaceAll('VP8', 'X') }),
  ],
  [
    'an offer to send',
    406,
    undefined,
    () => call('POST', '/whep/1', { type: SDP, body: offer.replaceAll('recvonly', 'sendonly') }),
  ],
  [
    'too much',
    413,
    Code.bodyTooLarge,
    () => call('POST', '/whep/1', { type: SDP, body: offer + 'a=x\r\n'.repeat(20_000) }),
  ],
  ['a GET', 405, undefined, () => call('GET', '/whep/1')],
  ['a PUT', 405, undefined, () => call('PUT', '/whep/1/2', { type: SDP, body: offer })],
])('%s is answered with %i and a code', async (_, status, code, ask) => {
  expectRefusal(await ask(), status, code)
})

test('an offline machine is answered with Retry-After', async () => {
  expect(Number((await open('3')).header('retry-after'))).toBeGreaterThan(0)
})

test('ICE servers are named to who may have the picture, and in no other answer', async () => {
  const linkOf = async (answer: ReturnType<typeof call>) => (await answer).header('link')
  const options = (url: string, as: string) => linkOf(call('OPTIONS', url, { as }))
  await withoutSpectators(async () => {
    owner.set('1', 'alice')
    expect(await options('/whep/1', 'alice')).toContain('<turn:turn.example:3478>; rel="ice-server"')
    for (const [url, as] of [
      ['/whep/1', ''],
      ['/whep/1', 'mallory'],
      ['/whep/1', 'bob'],
      ['/whep/2', 'alice'],
      ['/whep/99', 'alice'],
    ] as const)
      expect(await options(url, as)).toBe('')
    expect(await linkOf(open('1', ''))).toBe('')
    expect(await linkOf(open('1', 'bob'))).toBe('')
    const { url } = await opened('1')
    expect(await options(url, 'alice')).toContain('turn:turn.example')
    expect(await options(url, 'bob')).toBe('')
    expect((await call('DELETE', url)).status).toBe(200)
    endLogin('login of alice')
    expect(await options('/whep/1', 'alice')).toBe('')
    over.clear()
  })
}, 30_000)

test('CORS permits another origin and exposes the headers', async () => {
  const answer = await call('OPTIONS', '/whep/1', { as: '' })
  expect(answer.status).toBe(204)
  expect(answer.header('access-control-allow-origin')).toBe('*')
  expect(answer.header('access-control-allow-methods')).toContain('POST')
  expect(answer.header('access-control-allow-headers')).toMatch(/Authorization.*If-Match/)
  expect((await call('OPTIONS', '/whep/1/2', { as: '' })).header('access-control-allow-methods')).toContain(
    'PATCH',
  )
  const own = { 'sec-fetch-site': 'same-origin' }
  const { headers } = await app.inject({ method: 'POST', url: '/whep/1', headers: own })
  expect(headers).not.toHaveProperty('access-control-expose-headers')
})

test('an offer beyond the places of the engine is refused for a while', async () => {
  vi.spyOn(engine, 'open').mockResolvedValueOnce({ refused: 'full', message: 'full' })
  const full = await open('2')
  expectRefusal(full, 503, Code.pipelineFailed)
  expect(Number(full.header('retry-after'))).toBeGreaterThan(0)
})

test("parallel requests of a player do not exceed the player's limit", async () => {
  vi.restoreAllMocks()
  let peak = 0
  let opening = 0
  let atOnce = 0
  const openPicture = engine.open
  const spy = vi.spyOn(engine, 'open').mockImplementation(async (...asked) => {
    opening += 1
    atOnce = Math.max(atOnce, opening)
    const answer = await openPicture(...asked)
    const { viewers = {} } = (await engine.stats()) ?? {}
    peak = Math.max(
      peak,
      Object.values(viewers).reduce((sum, count) => sum + count, 0),
    )
    opening -= 1
    return answer
  })
  const answers = await Promise.all(Array.from({ length: 8 }, () => open('1')))
  spy.mockRestore()
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(4).fill(201), ...Array(4).fill(429)])
  const refusal = answers.find(({ status }) => status === 429)
  if (refusal) expectRefusal(refusal, 429, Code.tooManyRequests)
  expect([peak, atOnce]).toEqual([2, 1])
  const opened = answers.filter(({ status }) => status === 201)
  const closings = await Promise.all(opened.map(({ header }) => call('DELETE', header('location'))))
  expect(closings.map(({ status }) => status)).toEqual([404, 404, 200, 200])
})

test('overlapping ICE restarts are answered in order, and the video continues', async () => {
  const own = createWatcher()
  const made = await call('POST', '/whep/1', { as: 'bob', type: SDP, body: await own.offer() })
  own.answer(made.text)
  await own.frame(({ frames }) => frames > 3)
  const url = made.header('location')
  const first = await own.restart()
  const second = await own.restart()
  const restart = ({ fragment }: typeof first) =>
    call('PATCH', url, { as: 'bob', type: FRAGMENT, body: fragment, match: '*' })
  const answers = await Promise.all([restart(first), restart(second)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  second.apply(answers[1].text)
  const { frames } = await own.frame()
  await own.frame((later) => later.frames > frames + 30)
  await call('DELETE', url, { as: 'bob' })
  await own.close()
})

test('a viewer whose browser estimates a slow line starts with the small layer, and may choose another', async () => {
  const widthAt = async (downlink: string) => {
    const own = createWatcher()
    const answer = await call('POST', '/whep/1', { type: SDP, body: await own.offer(), downlink })
    own.answer(answer.text)
    const { width } = await own.frame()
    return { own, width, url: answer.header('location') }
  }
  const slow = await widthAt('0.4')
  expect(slow.width).toBe(320)
  const choice = { type: 'application/json', body: JSON.stringify({ encodingId: 'full' }) }
  expect((await call('POST', `${slow.url}/layer`, choice)).status).toBe(200)
  await slow.own.frame(({ width }) => width === 640)
  // As browsers say that have measured nothing; and what no browser says.
  for (const downlink of ['1.35', 'fast', '-1e999x']) {
    const { own, width, url } = await widthAt(downlink)
    expect([downlink, width]).toEqual([downlink, 640])
    await call('DELETE', url)
    await own.close()
  }
  await call('DELETE', slow.url)
  await slow.own.close()
})

test('each viewer selects a layer as the WHEP draft says: layers come as an event, a POST selects one', async () => {
  const json = 'application/json'
  const choose = (url: string, body: unknown, more: More = {}) =>
    call('POST', `${url}/layer`, { type: json, body: JSON.stringify(body), ...more })
  const { url, answer } = await opened()
  const other = createWatcher()
  const second = await call('POST', '/whep/1', { type: SDP, body: await other.offer() })
  const own = createWatcher()
  const mine = await call('POST', '/whep/1', { as: 'bob', type: SDP, body: await own.offer() })
  own.answer(mine.text)
  other.answer(second.text)
  expect(answer.status).toBe(201)
  expect(await own.frame(({ frames }) => frames > 3)).toMatchObject({ width: 640 })

  const stream = await call('POST', `${url}/sse`, { type: json, body: '["layers"]' })
  expect(stream.status).toBe(201)
  const where = stream.header('location')
  expect(where).toMatch(/^\/whep\/1\/[\w-]+\/sse\/[\w-]{24}$/)
  const event = await call('GET', where, { as: '' })
  expect(event.header('content-type')).toMatch(/^text\/event-stream/)
  const { layers } = JSON.parse(/^event: layers\ndata: (.*)\n\n$/m.exec(event.text)?.[1] ?? '')[0]
  expect(layers).toMatchObject([
    { encodingId: 'full', width: 640, height: 360, framerate: 30 },
    { encodingId: 'half', width: 640, height: 360, framerate: 15 },
    { encodingId: 'small', width: 320, height: 180, framerate: 15 },
  ])
  expect((await call('DELETE', where)).status).toBe(200)
  expectRefusal(await call('GET', where), 404)

  const bobs = mine.header('location')
  expect((await choose(bobs, { mediaId: '0', encodingId: 'small' }, { as: 'bob' })).status).toBe(200)
  // The picture of one viewer alone is smaller, and tests can still read it.
  expect((await own.frame(({ width }) => width === 320)).marker).toBeDefined()
  expect(await other.frame()).toMatchObject({ width: 640 })
  expect((await choose(bobs, {}, { as: 'bob' })).status).toBe(200)
  await own.frame(({ width }) => width === 640)

  expectRefusal(await choose(url, { encodingId: 'huge' }), 422)
  expectRefusal(await choose(url, { mediaId: '1' }), 422)
  expectRefusal(await choose(url, { encodingId: 5 }), 400)
  expectRefusal(await call('POST', `${url}/layer`, { type: json, body: '{' }), 400)
  expectRefusal(await choose(bobs, {}), 404)
  expectRefusal(await choose(url, {}, { as: '' }), 401)
  expectRefusal(await call('POST', `${url}/sse`, { as: 'bob' }), 404)
  const asked = await call('OPTIONS', `${url}/layer`)
  expect(asked.header('access-control-allow-headers')).toBe('Authorization, Content-Type')
  const last = (await call('POST', `${url}/sse`)).header('location')
  for (const [one, as] of [
    [url, 'alice'],
    [second.header('location'), 'alice'],
    [bobs, 'bob'],
  ] as const) {
    await call('DELETE', one, { as })
  }
  expectRefusal(await call('GET', last), 404)
  expectRefusal(await choose(url, {}), 404)
  await Promise.all([own.close(), other.close()])
})
