// @vitest-environment node
import { expect, test } from 'vitest'
import { type FakeRequest, fakeEnv, settle } from './whep.fake.ts'
import { createWhep } from './whep.ts'
import { createPeer } from './whep-peer.ts'
import { NO_RELAY, type Whep } from './whep-types.ts'

const SOURCE = { url: 'http://play.example/whep/7', iceServers: [] }
const CREATED = { location: '/whep/session/1', etag: '"one"' }

function setUp() {
  const world = fakeEnv()
  return { ...world, whep: createWhep(world.env) }
}

/** A playing client with the session /whep/session/1. */
async function playing() {
  const all = setUp()
  all.whep.play(SOURCE, () => 'secret')
  await settle()
  await all.last('POST').answer(201, CREATED, 'answer')
  await frames(all)
  expect(all.whep.state.value).toBe('playing')
  return all
}

/** Decodes another frame after the first one, which may be a stored key frame, and lets the client poll. */
async function frames({ peer, pass }: ReturnType<typeof setUp>, count = 1) {
  peer().framesDecoded ||= 1
  for (let i = 0; i < count; i++) {
    peer().framesDecoded++
    await pass(200)
  }
}

const offering = async () => {
  const all = setUp()
  all.whep.play(SOURCE, () => 'secret')
  await settle()
  return all
}

test('the offer is prepared before the address is known', async () => {
  const { whep, peers, peer, requests, last } = setUp()
  whep.prepare()
  whep.prepare()
  await settle()
  expect(peers).toHaveLength(1)
  expect(peer().transceivers).toEqual(['video recvonly', 'audio recvonly'])
  expect(peer().negotiated?.map(({ uri, direction }) => [uri.split('/').at(-1), direction])).toEqual([
    ['urn:ietf:params:rtp-hdrext:sdes:mid', 'sendrecv'],
    ['abs-capture-time', 'sendrecv'],
  ])
  expect(peer().config.bundlePolicy).toBe('max-bundle')
  expect(peer().localDescription?.type).toBe('offer')
  expect(requests).toEqual([])
  whep.play(SOURCE, () => 'secret')
  await settle()
  expect(peers).toHaveLength(1)
  expect(last('POST')).toMatchObject({
    url: SOURCE.url,
    body: peer().localDescription?.sdp,
    headers: { 'content-type': 'application/sdp', authorization: 'Bearer secret' },
  })
})

/** A client that has sent its offer before `play`. */
const early = async () => {
  const all = setUp()
  all.whep.prepare(SOURCE.url, () => 'secret')
  all.whep.prepare(SOURCE.url, () => 'secret')
  await settle()
  return all
}

test('`prepare` sends the offer once, and play continues with its connection', async () => {
  const all = await early()
  expect(all.sent('POST')).toHaveLength(1)
  expect(all.last('POST')).toMatchObject({ url: SOURCE.url, headers: { authorization: 'Bearer secret' } })
  await all.last('POST').answer(201, CREATED, 'answer')
  expect(all.peer().remote).toEqual([{ type: 'answer', sdp: 'answer' }])
  all.peer().become('connected')
  expect(all.whep.state.value).toBe('idle')
  expect(all.whep.stream.value).toBeUndefined()
  all.whep.play(SOURCE, () => 'secret')
  await settle()
  expect(all.whep.state.value).toBe('connecting')
  await frames(all)
  expect(all.whep.state.value).toBe('playing')
  expect(all.requests).toHaveLength(1)
  expect(all.peers).toHaveLength(1)
})

/** A client whose page has sent the offer before the client existed. */
const adopting = async () => {
  const all = setUp()
  const peer = createPeer(all.env, {})
  await settle()
  let answer = (_: Response) => {}
  all.page.earlyOffer = {
    ...{ url: SOURCE.url, token: 'secret', sentAt: 1000, peer },
    answer: new Promise<Response>((resolve) => {
      answer = resolve
    }),
  }
  const accept = async () => {
    await peer.accept('answer')
    answer(new Response('answer', { status: 201, headers: CREATED }))
    await settle()
  }
  const refuse = async () => {
    answer(new Response('', { status: 403 }))
    await settle()
  }
  return { ...all, accept, refuse }
}

test('an offer that the page has sent is adopted, with what its peer has reported', async () => {
  const all = await adopting()
  all.peer().gather('candidate:early')
  await all.accept()
  all.peer().become('connected')
  await all.whep.prepare(SOURCE.url, () => 'secret')
  all.whep.play(SOURCE, () => 'secret')
  await settle()
  expect(all.whep.state.value).toBe('connecting')
  expect(all.whep.stream.value?.getTracks()).toHaveLength(1)
  await frames(all)
  expect(all.whep.state.value).toBe('playing')
  expect([all.peers.length, all.requests.length]).toEqual([1, 0])
  all.whep.close()
  await settle()
  expect(all.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'DELETE http://play.example/whep/session/1',
  ])
})

test('play waits for the answer to an offer that the page has sent, and offers again where that is refused', async () => {
  const all = await adopting()
  await all.whep.prepare(SOURCE.url, () => 'secret')
  all.whep.play(SOURCE, () => 'secret')
  await settle()
  expect(all.whep.state.value).toBe('offering')
  expect(all.requests).toEqual([])
  await all.refuse()
  expect(all.sent('POST')).toHaveLength(1)
  expect(all.peers.map(({ closed }) => closed)).toEqual([true, false])
})

test('an offer that the page has sent for another player, or so long ago that the server may have ended it, is not used', async () => {
  const other = await adopting()
  void other.whep.prepare(SOURCE.url, () => 'another')
  await settle()
  expect(other.sent('POST')).toHaveLength(1)
  const old = await adopting()
  await old.pass(5000)
  void old.whep.prepare(SOURCE.url, () => 'secret')
  await old.pass(4000)
  old.whep.play(SOURCE, () => 'secret')
  await settle()
  expect(old.sent('POST')).toHaveLength(1)
})

test('the end of a connection that the page has made is noticed', async () => {
  const all = await adopting()
  await all.accept()
  all.peer().become('connected')
  all.peer().endTransport()
  await all.whep.prepare(SOURCE.url, () => 'secret')
  all.whep.play(SOURCE, () => 'secret')
  await settle()
  expect(all.sent('POST')).toHaveLength(1)
})

test.each([
  ['refused', (post: FakeRequest) => post.answer(403, {}, '')],
  ['told to wait', (post: FakeRequest) => post.answer(503, { 'retry-after': '5' }, '')],
  ['not answered', (post: FakeRequest) => post.lose()],
])('an offer that was sent ahead and is %s says nothing: play offers at once', async (_, end) => {
  const all = await early()
  await end(all.last('POST'))
  expect(all.whep.state.value).toBe('idle')
  expect(all.whep.failure.value).toBeUndefined()
  all.whep.play(SOURCE, () => 'secret')
  await settle()
  expect(all.whep.state.value).toBe('offering')
  expect(all.whep.failure.value).toBeUndefined()
  expect(all.sent('POST')).toHaveLength(2)
  await all.last('POST').answer(403, {}, '')
  expect(all.whep.state.value).toBe('failed')
})

test.each([
  ['address', { ...SOURCE, url: 'http://play.example/whep/8' }],
  ['ICE servers', { ...SOURCE, iceServers: [{ urls: 'stun:a' }] }],
  ['relay only', { ...SOURCE, isRelayOnly: true }],
])('a session that was opened ahead is ended where the source has another %s', async (_, source) => {
  const all = await early()
  await all.last('POST').answer(201, CREATED, 'answer')
  all.whep.play(source, () => 'secret')
  await settle()
  expect(all.peers.map(({ closed }) => closed)).toEqual([true, false])
  expect(all.last('DELETE').url).toBe('http://play.example/whep/session/1')
  expect(all.sent('POST').map(({ url }) => url)).toEqual([SOURCE.url, source.url])
})

test.each<[string, (all: Awaited<ReturnType<typeof early>>) => unknown]>([
  ['has failed', ({ peer }) => peer().become('failed')],
  ['has closed', ({ peer }) => peer().endTransport()],
  ['may have been ended by the server meanwhile', ({ pass }) => pass(9000)],
])('a connection that was opened ahead and %s is replaced', async (_, end) => {
  const all = await early()
  await all.last('POST').answer(201, CREATED, 'answer')
  all.peer().become('connected')
  await end(all)
  expect(all.whep.state.value).toBe('idle')
  all.whep.play(SOURCE, () => 'secret')
  await settle()
  expect(all.sent('DELETE')).toHaveLength(1)
  expect(all.sent('POST')).toHaveLength(2)
})

test('a session from `prepare` ends with the client, and with the page', async () => {
  const all = await early()
  all.whep.close()
  await all.last('POST').answer(201, CREATED, 'answer')
  expect(all.last('DELETE').url).toBe('http://play.example/whep/session/1')
  const other = await early()
  await other.last('POST').answer(201, CREATED, 'answer')
  other.page.away()
  expect(other.sent('DELETE')).toHaveLength(1)
  expect(other.peer().closed).toBe(true)
})

test('a prepared peer is replaced when ICE servers are given', async () => {
  const { whep, peers } = setUp()
  whep.prepare()
  whep.play({ ...SOURCE, iceServers: [{ urls: 'stun:a' }] }, () => '')
  await settle()
  expect(peers.map((one) => one.closed)).toEqual([true, false])
  expect(peers[1]?.config.iceServers).toEqual([{ urls: 'stun:a' }])
})

test('an invalid list of ICE servers does not prevent playback', async () => {
  const { whep, peers, last, page } = setUp()
  page.refusesIce = true
  whep.play({ ...SOURCE, iceServers: [{ urls: 'turn:a' }] }, () => '')
  await settle()
  expect(last('POST').url).toBe(SOURCE.url)
  expect(peers.at(-1)?.config.iceServers).toBeUndefined()
})

test('a browser that cannot create a peer connection is retried after a pause', async () => {
  const all = setUp()
  const make = all.env.peer
  all.env.peer = () => {
    throw new Error('Cannot create so many PeerConnections')
  }
  all.whep.prepare()
  all.whep.play(SOURCE, () => 'secret')
  await settle()
  expect(all.whep.state.value).toBe('waiting')
  all.env.peer = make
  await all.pass(1000)
  expect(all.whep.state.value).toBe('offering')
})

test('a connection that the server ends is replaced by a new session, without a wait for a stall', async () => {
  const all = await playing()
  all.peer().become('connected')
  all.peer().endTransport()
  expect(all.whep.state.value).toBe('waiting')
  await all.pass(300)
  expect(all.whep.state.value).toBe('offering')
  expect(all.peers.map(({ closed }) => closed)).toEqual([true, false])
  expect(all.requests.filter(({ method }) => method === 'POST')).toHaveLength(2)
})

test('candidates wait for the session, go in one PATCH with its ETag, and then one after another', async () => {
  const { peer, sent, last } = await offering()
  peer().gather('candidate:1')
  peer().gather('candidate:2')
  expect(sent('PATCH')).toEqual([])
  await last('POST').answer(201, CREATED, 'answer')
  expect(sent('PATCH')).toHaveLength(1)
  expect(last('PATCH')).toMatchObject({
    url: 'http://play.example/whep/session/1',
    headers: { 'content-type': 'application/trickle-ice-sdpfrag', 'if-match': '"one"' },
  })
  expect(last('PATCH').body).toMatch(/a=candidate:1\r\na=candidate:2\r\n$/)
  peer().gather('candidate:3')
  expect(sent('PATCH')).toHaveLength(1)
  await last('PATCH').answer(204)
  expect(last('PATCH').body).toMatch(/a=candidate:3\r\n$/)
})

test('candidates in the offer are not sent again', async () => {
  const { whep, peer, sent, last } = setUp()
  whep.prepare()
  await settle()
  peer().gather()
  whep.play(SOURCE, () => '')
  await settle()
  await last('POST').answer(201, CREATED, 'answer')
  expect(sent('PATCH')).toEqual([])
})

test.each([405, 412, 422, 428, 501])(
  'a server that answers trickle with %i gets no more candidates',
  async (status) => {
    const { whep, peer, sent, last } = await offering()
    peer().gather()
    await last('POST').answer(201, CREATED, 'answer')
    await last('PATCH').answer(status)
    peer().gather('candidate:4')
    await settle()
    expect(sent('PATCH')).toHaveLength(1)
    expect(whep.state.value).toBe('connecting')
  },
)

test('without a readable ETag the PATCH has no precondition; without a Location no PATCH is sent', async () => {
  const one = await offering()
  one.peer().gather()
  await one.last('POST').answer(201, { location: 'http://other.example/s' }, 'answer')
  expect(one.last('PATCH').url).toBe('http://other.example/s')
  expect(one.last('PATCH').headers).not.toHaveProperty('if-match')
  const two = await offering()
  two.peer().gather()
  await two.last('POST').answer(201, {}, 'answer')
  expect(two.whep.state.value).toBe('connecting')
  two.whep.close()
  expect(two.requests).toHaveLength(1)
})

test.each<[number, Record<string, string>, string | undefined]>([
  [200, CREATED, 'http://play.example/whep/session/1'],
  [
    200,
    { location: 'https://sfu.example/s/1', 'content-type': 'application/sdp; charset=utf-8' },
    'https://sfu.example/s/1',
  ],
  [202, { 'content-type': 'text/plain' }, undefined],
])('%i with an answer is accepted as 201 is, with the headers %j', async (status, headers, session) => {
  const all = await offering()
  await all.last('POST').answer(status, headers, 'v=0')
  expect(all.whep.state.value).toBe('connecting')
  all.whep.close()
  expect(all.requests.slice(1).map(({ method, url }) => [method, url])).toEqual(
    session ? [['DELETE', session]] : [],
  )
})

test('a counter-offer is answered with a new peer, by PATCH', async () => {
  const all = await offering()
  await all.last('POST').answer(406, { ...CREATED, link: '<stun:b>; rel="ice-server"' }, 'their offer')
  expect(all.peers.map((one) => one.closed)).toEqual([true, false])
  expect(all.peer().transceivers).toEqual([])
  expect(all.last('PATCH')).toMatchObject({
    headers: { 'content-type': 'application/sdp', authorization: 'Bearer secret' },
    body: all.peer().localDescription?.sdp,
  })
  expect(all.whep.state.value).toBe('offering')
  await all.last('PATCH').answer(204)
  expect(all.whep.state.value).toBe('connecting')
  await frames(all)
  expect(all.whep.state.value).toBe('playing')
  all.whep.close()
  expect(all.sent('DELETE')).toHaveLength(1)
})

test.each([
  [422, 'failed'],
  [503, 'waiting'],
])(
  'a counter-offer whose answer is refused with %i: %s, and its session is deleted',
  async (status, state) => {
    const { whep, last, sent } = await offering()
    await last('POST').answer(406, CREATED, 'their offer')
    await last('PATCH').answer(status)
    expect(whep.state.value).toBe(state)
    expect(sent('DELETE')).toHaveLength(1)
  },
)

const TURN = { urls: 'turn:t', username: 'u', credential: 'c' }
const TURN_LINK = '<turn:t>; rel="ice-server"; username="2"; credential="d"'

test('credentials of a new source replace those of an answer, and those of an answer the old ones', async () => {
  const { whep, peer, last } = setUp()
  whep.play({ ...SOURCE, iceServers: [TURN] }, () => '')
  await settle()
  await last('POST').answer(201, { ...CREATED, link: TURN_LINK }, 'a')
  const named = { urls: 'turn:t', username: '2', credential: 'd' }
  expect(peer().config.iceServers).toEqual([named])
  whep.play({ ...SOURCE, iceServers: [TURN] }, () => '')
  await settle()
  expect(peer().config.iceServers).toEqual([named])
  const newest = { ...TURN, username: '3' }
  whep.play({ ...SOURCE, iceServers: [newest] }, () => '')
  await settle()
  expect(peer().config.iceServers).toEqual([newest])
})

/** A relayed source that was accepted, with these ICE servers and this `Link` in the answer. */
async function relayed(iceServers: RTCIceServer[], link = '') {
  const all = setUp()
  all.whep.prepare()
  all.whep.play({ ...SOURCE, iceServers, isRelayOnly: true }, () => '')
  await settle()
  expect(all.peer().config.iceTransportPolicy).toBe('relay')
  const accept = (named = link) =>
    all.last('POST').answer(201, { ...CREATED, ...(named && { link: named }) }, 'a')
  return { ...all, accept }
}

test('a relayed source gathers from its TURN servers before the answer, and stays relayed after it', async () => {
  const { whep, peer, accept, sent } = await relayed([TURN], TURN_LINK)
  expect(peer().config.iceServers).toEqual([TURN])
  peer().gather()
  peer().endGathering()
  await accept()
  expect(peer().config).toMatchObject({ iceTransportPolicy: 'relay', iceServers: [{ username: '2' }] })
  expect(whep.state.value).toBe('connecting')
  expect(sent('PATCH').map(({ body }) => /^a=candidate:1/m.test(body))).toEqual([true])
})

test('a relayed source without any TURN server fails at once with its reason', async () => {
  for (const isGatheredFirst of [true, false]) {
    const { whep, peer, accept, sent } = await relayed([{ urls: 'stun:s' }])
    if (isGatheredFirst) peer().endGathering()
    await accept()
    if (!isGatheredFirst) peer().endGathering()
    await settle()
    expect([whep.state.value, whep.failure.value === NO_RELAY]).toEqual(['failed', true])
    expect(sent('DELETE')).toHaveLength(1)
  }
})

test('TURN servers that only the answer names are used at once, by an ICE restart', async () => {
  const { whep, peer, peers, accept, last } = await relayed([], TURN_LINK)
  peer().endGathering()
  await accept()
  await settle()
  expect(whep.state.value).toBe('restarting')
  expect(peers).toHaveLength(2)
  await last('PATCH').answer(200, { etag: '"two"' }, 'a=ice-ufrag:r2\r\na=ice-pwd:p\r\n')
  peer().gather()
  peer().endGathering()
  await settle()
  expect(whep.state.value).toBe('restarting')
})

test('TURN servers that refuse the credential: tried again with growing pauses, and the reason is known', async () => {
  const { whep, peer, accept, pass, sent } = await relayed([TURN], TURN_LINK)
  peer().endGathering()
  await accept()
  await settle()
  expect(whep.state.value).toBe('restarting')
  peer().endGathering()
  await settle()
  expect([whep.state.value, whep.failure.value === NO_RELAY]).toEqual(['waiting', true])
  await pass(1000)
  expect(whep.state.value).toBe('offering')
  expect(sent('POST')).toHaveLength(2)
  expect(whep.failure.value).toBe(NO_RELAY)
})

test('TURN servers that never answer have the same reason after the time for a first frame', async () => {
  const { whep, accept, pass } = await relayed([TURN])
  await accept()
  await pass(6000 + 5000)
  expect([whep.state.value, whep.failure.value === NO_RELAY]).toEqual(['waiting', true])
})

test('a source that may use every path gathers nothing and waits for the picture', async () => {
  const { peer, whep, last } = await offering()
  peer().endGathering()
  await last('POST').answer(201, CREATED, 'a')
  await settle()
  expect(whep.state.value).toBe('connecting')
})

test.each<[number, string, number | undefined, string, Record<string, string>?]>([
  [401, 'auth', 60000, '{"code":60000,"ErrorMessage":"expired"}'],
  [403, 'auth', undefined, 'nope'],
  [401, 'auth', undefined, '', { 'retry-after': '7' }],
  [403, 'auth', undefined, '', { 'retry-after': '7' }],
  [404, 'refused', 60001, '{"code":60001}'],
  [415, 'refused', undefined, '{"unexpected":true}'],
  [406, 'refused', undefined, ''],
  [400, 'refused', 60001, '{"code":60001}'],
  [409, 'refused', 70000, '{"code":70000,"ErrorMessage":"Pipeline failed"}'],
  [409, 'refused', 60002, '{"code":60002}'],
  [500, 'server', 70000, '{"code":70000}'],
  [503, 'server', 70000, '{"code":70000}'],
  [200, 'invalid', undefined, '<html>the page of a redirect</html>'],
  [200, 'invalid', 60001, '{"status":false,"code":60001}'],
  [204, 'invalid', undefined, ''],
  [302, 'invalid', undefined, ''],
])('%i is a final failure (%s, code %s)', async (status, category, code, body, headers = {}) => {
  const { whep, last, timers, peer } = await offering()
  await last('POST').answer(status, headers, body)
  expect(whep.state.value).toBe('failed')
  expect(whep.failure.value).toMatchObject({ code, category, status })
  expect(peer().closed).toBe(true)
  expect(timers()).toBe(0)
})

test('a refusal keeps its ErrorMessage and params', async () => {
  const { whep, last } = await offering()
  await last('POST').answer(404, {}, '{"code":99,"ErrorMessage":"No cable","params":{"port":3}}')
  expect(whep.failure.value).toMatchObject({ code: 99, message: 'No cable', params: { port: 3 } })
})

test.each([
  [400, undefined, '{"status":"error","error":"InvalidStateError: connection closed"}'],
  [404, undefined, '{"status":"error","error":"no stream is available on path \'hall-3\'"}'],
  [409, undefined, ''],
  [429, 60011, '{"code":60011}'],
  [500, undefined, '<html>'],
  [500, 60014, '{"code":60014}'],
  [503, undefined, ''],
])('%i with code %s is retried, with its reason', async (status, code, body) => {
  const { whep, last, pass } = await offering()
  await last('POST').answer(status, {}, body)
  expect([whep.state.value, whep.retrySeconds.value]).toEqual(['waiting', undefined])
  expect(whep.failure.value).toMatchObject({ code, status })
  await pass(250)
  expect(whep.state.value).toBe('offering')
  expect(whep.failure.value).toMatchObject({ code, status })
})

test.each<[string, (all: Awaited<ReturnType<typeof offering>>) => Promise<void>, object]>([
  ['no answer', ({ pass }) => pass(10_000), { category: 'network', status: undefined }],
  ['a lost request', ({ last }) => last('POST').lose(), { category: 'network', status: undefined }],
  [
    'an answer that is no description',
    async ({ last, peer }) => {
      peer().refuseRemote = true
      await last('POST').answer(201, CREATED, 'garbage')
    },
    { category: 'invalid', status: 201 },
  ],
  [
    'an answer without a frame',
    async ({ last, peer, pass }) => {
      await last('POST').answer(201, CREATED, 'answer')
      peer().become('connected')
      await pass(6000)
    },
    { category: 'network', status: 201 },
  ],
])('%s has a reason, which the first frame clears', async (_, happen, failure) => {
  const all = await offering()
  await happen(all)
  expect(all.whep.state.value).toBe('waiting')
  expect(all.whep.failure.value).toMatchObject(failure)
  await all.pass(250)
  await all.last('POST').answer(201, CREATED, 'answer')
  expect(all.whep.failure.value).toMatchObject(failure)
  await frames(all)
  expect(all.whep.failure.value).toBeUndefined()
})

test('play leads out of failed', async () => {
  const { whep, last } = await offering()
  await last('POST').answer(403)
  whep.play(SOURCE, () => 'new')
  await settle()
  expect(whep.state.value).toBe('offering')
  expect(whep.failure.value).toBeUndefined()
  expect(last('POST').headers).toMatchObject({ authorization: 'Bearer new' })
})

test.each([404, 409, 429, 503])('%i waits for Retry-After, and counts down', async (status) => {
  const { whep, last, sent, pass, page } = await offering()
  await last('POST').answer(status, { 'retry-after': '70' }, '{"code":70000}')
  expect([whep.state.value, whep.retrySeconds.value]).toEqual(['waiting', 70])
  await pass(1000)
  expect(whep.retrySeconds.value).toBe(69)
  page.back()
  await pass(68_900)
  expect(sent('POST')).toHaveLength(1)
  expect(whep.retrySeconds.value).toBe(1)
  await pass(100)
  expect(sent('POST')).toHaveLength(2)
  expect([whep.state.value, whep.retrySeconds.value]).toEqual(['offering', undefined])
  await last('POST').answer(503, { 'retry-after': '5' })
  whep.play(SOURCE, () => '')
  expect(whep.retrySeconds.value).toBeUndefined()
})

test('attempts back off up to 15 s, and steady playback resets the delay', async () => {
  const all = await offering()
  const waits: number[] = []
  for (let i = 0; i < 8; i++) {
    await all.last('POST').lose()
    expect(all.whep.state.value).toBe('waiting')
    const before = all.sent('POST').length
    let waited = 0
    while (all.sent('POST').length === before) {
      await all.pass(50)
      waited += 50
    }
    waits.push(waited)
  }
  expect(waits).toEqual([250, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000])
  await all.last('POST').answer(201, CREATED, 'answer')
  await frames(all, 30)
  all.whep.play(SOURCE, () => '')
  await settle()
  await all.last('POST').lose()
  await all.pass(250)
  expect(all.whep.state.value).toBe('offering')
})

test('a session that never connects restarts ICE first', async () => {
  const { whep, last, pass } = await offering()
  await last('POST').answer(201, CREATED, 'answer')
  await pass(6000)
  expect(whep.state.value).toBe('restarting')
  expect(last('PATCH').headers).toMatchObject({ 'if-match': '*' })
})

test('no frame for a second means stalled, a frame means playing again', async () => {
  const all = await playing()
  await all.pass(1000)
  expect(all.whep.state.value).toBe('playing')
  await all.pass(400)
  expect(all.whep.state.value).toBe('stalled')
  expect(all.whep.age.value).toBeGreaterThanOrEqual(1200)
  await frames(all)
  expect(all.whep.state.value).toBe('playing')
  expect(all.whep.age.value).toBeLessThanOrEqual(200)
})

test('ICE disconnected for 2 s restarts within the session', async () => {
  const all = await playing()
  const old = all.peer().localDescription?.sdp
  all.peer().become('disconnected')
  expect(all.whep.state.value).toBe('stalled')
  await all.pass(1900)
  expect(all.whep.state.value).toBe('stalled')
  await all.pass(100)
  expect(all.whep.state.value).toBe('restarting')
  expect(all.peer().localDescription?.sdp).not.toBe(old)
  all.peer().gather('candidate:early')
  const body = 'a=ice-ufrag:theirs\r\na=ice-pwd:new\r\na=candidate:5 z\r\n'
  await all.last('PATCH').answer(200, { etag: '"two"' }, body)
  expect(all.peer().remote.at(-1)?.sdp).toContain('candidate:5 z')
  // Candidates gathered meanwhile follow with the new ETag.
  expect(all.last('PATCH')).toMatchObject({ headers: { 'if-match': '"two"' } })
  expect(all.last('PATCH').body).toContain('candidate:early')
  await frames(all)
  expect(all.whep.state.value).toBe('playing')
  expect(all.sent('POST')).toHaveLength(1)
})

test.each([
  ['refuses it', (all: ReturnType<typeof setUp>) => all.last('PATCH').answer(422)],
  ['answers nothing of use', (all: ReturnType<typeof setUp>) => all.last('PATCH').answer(200, {}, 'ok')],
  ['is gone', (all: ReturnType<typeof setUp>) => all.last('PATCH').lose()],
  ['says nothing', (all: ReturnType<typeof setUp>) => all.pass(5000)],
  ['fails again', async (all: ReturnType<typeof setUp>) => all.peer().become('failed')],
])('a restart where the server %s leads to a new session', async (_how, happen) => {
  const all = await playing()
  all.peer().become('failed')
  await settle()
  await happen(all)
  expect(all.whep.state.value).toBe('waiting')
  expect(all.sent('DELETE')).toHaveLength(1)
  await all.pass(250)
  expect(all.sent('POST')).toHaveLength(2)
})

test('a session is restarted once until it is steady again', async () => {
  const all = await playing()
  const drop = async () => {
    all.peer().become('failed')
    await settle()
  }
  await drop()
  await all.last('PATCH').answer(200, {}, 'a=ice-ufrag:a\na=ice-pwd:b')
  await frames(all, 26)
  await drop()
  expect(all.whep.state.value).toBe('restarting')
  await all.last('PATCH').answer(200, {}, 'a=ice-ufrag:a\na=ice-pwd:b')
  await frames(all)
  await drop()
  expect(all.whep.state.value).toBe('waiting')
})

test('a hidden page restarts nothing; visible again, it checks the video at once', async () => {
  const all = await playing()
  all.page.hidden = true
  await all.pass(60_000)
  expect(all.whep.state.value).toBe('playing')
  expect(all.whep.age.value).toBeGreaterThanOrEqual(60_000)
  all.page.hidden = false
  all.page.back()
  expect(all.whep.state.value).toBe('stalled')
  await frames(all)
  expect(all.whep.state.value).toBe('playing')
})

test('ICE disconnected while hidden is restarted when the page is visible', async () => {
  const all = await playing()
  all.page.hidden = true
  all.peer().become('disconnected')
  await all.pass(10_000)
  expect(all.whep.state.value).toBe('stalled')
  all.page.hidden = false
  all.page.back()
  await all.pass(2000)
  expect(all.whep.state.value).toBe('restarting')
})

test('a visible page or a returned network ends a wait at once', async () => {
  const all = await offering()
  await all.last('POST').answer(503)
  all.page.back()
  await settle()
  expect(all.whep.state.value).toBe('offering')
  expect(all.sent('POST')).toHaveLength(2)
})

test('a page that is unloaded deletes its session, and plays again when restored', async () => {
  const all = await playing()
  all.page.away()
  expect(all.whep.state.value).toBe('idle')
  expect(all.last('DELETE').keepalive).toBe(true)
  all.page.back()
  await settle()
  expect(all.whep.state.value).toBe('offering')
  expect(all.sent('POST')).toHaveLength(2)
})

type Step = (all: ReturnType<typeof setUp>) => unknown
const ROADS: [string, Step[]][] = [
  ['prepared', [({ whep }) => whep.prepare()]],
  ['offering', [({ whep }) => whep.play(SOURCE, () => '')]],
  [
    'connecting',
    [({ whep }) => whep.play(SOURCE, () => ''), ({ last }) => last('POST').answer(201, CREATED, 'a')],
  ],
  [
    'countering',
    [({ whep }) => whep.play(SOURCE, () => ''), ({ last }) => last('POST').answer(406, CREATED, 'o')],
  ],
  ['waiting', [({ whep }) => whep.play(SOURCE, () => ''), ({ last }) => last('POST').lose()]],
]

test.each(ROADS)('close while %s is final and leaves nothing behind', async (_state, steps) => {
  const all = setUp()
  for (const step of steps) {
    await step(all)
    await settle()
  }
  all.whep.close()
  all.whep.close()
  for (const one of all.requests.filter((request) => !request.answered))
    await one.answer(201, CREATED, 'late')
  expect(all.whep.state.value).toBe('closed')
  expect(all.timers()).toBe(0)
  expect(all.page.left).toBe(true)
  expect(all.peers.every((one) => one.closed)).toBe(true)
  const made = all.sent('POST').length > 0 && _state !== 'waiting' ? 1 : 0
  expect(all.sent('DELETE')).toHaveLength(made)
  all.whep.play(SOURCE, () => '')
  await settle()
  expect(all.whep.state.value).toBe('closed')
})

/** A video element with frame callbacks. */
function screen(whep: Whep) {
  const calls: ((now: number, data: { mediaTime: number; rtpTimestamp?: number }) => void)[] = []
  const video = {
    srcObject: null as MediaStream | null,
    requestVideoFrameCallback: (call: (typeof calls)[number]) => calls.push(call),
    cancelVideoFrameCallback: () => calls.splice(0),
  }
  const stop = whep.watch(video as unknown as HTMLVideoElement)
  return {
    video,
    stop,
    calls,
    show: (mediaTime: number, more: { rtpTimestamp?: number } = {}) =>
      calls.splice(0).forEach((call) => void call(0, { mediaTime, ...more })),
  }
}

test('frames are counted once, and only those of the current video', async () => {
  const all = await offering()
  const { video, show, stop, calls } = screen(all.whep)
  await all.last('POST').answer(201, CREATED, 'answer')
  show(1)
  expect(all.whep.state.value).toBe('connecting')
  video.srcObject = all.whep.stream.value ?? null
  show(1.5)
  show(2)
  expect(all.whep.state.value).toBe('playing')
  expect(all.whep.age.value).toBe(0)
  await all.pass(1400)
  show(2)
  expect(all.whep.state.value).toBe('stalled')
  stop()
  expect(calls).toEqual([])
})

test('a browser whose mediaTime stays 0 for a stream (Firefox): frames are distinguished by their RTP timestamp', async () => {
  const all = await offering()
  const { video, show } = screen(all.whep)
  await all.last('POST').answer(201, CREATED, 'answer')
  video.srcObject = all.whep.stream.value ?? null
  show(0, { rtpTimestamp: 3000 })
  show(0, { rtpTimestamp: 6000 })
  expect([all.whep.state.value, all.whep.age.value]).toEqual(['playing', 0])
  await all.pass(1400)
  show(0, { rtpTimestamp: 6000 })
  expect(all.whep.state.value).toBe('stalled')
})

test('the first frame of a session is no sign of life: a server may start with its last cached frame', async () => {
  const all = await offering()
  const { video, show } = screen(all.whep)
  await all.last('POST').answer(201, CREATED, 'answer')
  video.srcObject = all.whep.stream.value ?? null
  all.peer().become('connected')
  all.peer().framesDecoded++
  show(1)
  await all.pass(1000)
  show(1)
  expect([all.whep.state.value, all.whep.age.value]).toEqual(['connecting', undefined])
  await all.pass(5000)
  expect(all.whep.state.value).toBe('waiting')
  await all.pass(1000)
  await all.last('POST').answer(201, CREATED, 'answer')
  video.srcObject = all.whep.stream.value ?? null
  show(2)
  expect(all.whep.state.value).toBe('connecting')
  show(3)
  expect([all.whep.state.value, all.whep.age.value]).toEqual(['playing', 0])
})

test('frames are polled five times a second, and the age stays fresh in between', async () => {
  const all = await offering()
  const { video, show, stop, calls } = screen(all.whep)
  await all.last('POST').answer(201, CREATED, 'answer')
  video.srcObject = all.whep.stream.value ?? null
  show(0)
  for (let time = 1; time < 30; time++) {
    show(time)
    expect(calls).toEqual([])
    await all.pass(199)
    expect(calls).toEqual([])
    await all.pass(1)
    expect(calls).toHaveLength(1)
    expect(all.whep.age.value).toBe(0)
  }
  show(30)
  stop()
  await all.pass(250)
  expect(calls).toEqual([])
})

test.each([
  ['without control of header extensions (Firefox, Safari)', undefined],
  ['that does not know abs-capture-time', [{ uri: 'urn:3gpp:video-orientation', direction: 'sendrecv' }]],
])('the offer of a browser %s is not changed', async (_name, extensions) => {
  const all = setUp()
  all.page.extensions = extensions
  all.whep.play(SOURCE, () => '')
  await settle()
  expect(all.peer().transceivers).toEqual(['video recvonly', 'audio recvonly'])
  expect(all.peer().negotiated).toEqual(extensions)
  expect(all.sent('POST')).toHaveLength(1)
})

test('frames that are decoded but not presented keep the session, while the age grows', async () => {
  const all = await offering()
  const { video, show } = screen(all.whep)
  await all.last('POST').answer(201, CREATED, 'answer')
  video.srcObject = all.whep.stream.value ?? null
  show(0)
  show(1)
  await frames(all, 20)
  expect(all.whep.state.value).toBe('playing')
  expect(all.whep.age.value).toBe(4000)
})
