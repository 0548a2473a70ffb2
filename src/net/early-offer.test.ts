import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeEnv, settle } from './whep.fake.ts'

const VALIDATION = { token: 'renewed', early_video_url: '/whep/{id}' }
const URL_OF_7 = `${location.origin}/whep/7`

interface Given {
  path?: string
  /** 'down': the request fails. */
  settings?: object | 'down'
  validation?: () => Response
  /** Replaces properties that the first script sets. */
  page?: object
}

const readAnswer = async (answer: Response) => [answer, await answer.text()] as const

/** Runs the module in a page that the first script has prepared. */
async function run({
  path = '/game/7/x',
  settings = {},
  validation = () => Response.json(VALIDATION),
  page = {},
}: Given = {}) {
  const world = fakeEnv()
  history.replaceState(null, '', path)
  vi.stubGlobal('fetch', world.env.fetch)
  vi.stubGlobal('RTCPeerConnection', function connect(config: RTCConfiguration) {
    return world.env.peer(config)
  })
  const left = {
    reelcastRead: Promise.resolve(),
    reelcastSettings:
      settings === 'down'
        ? Promise.reject<Response>(new TypeError('network'))
        : Promise.resolve(Response.json(settings)),
    reelcastEarly: { token: 'secret', calls: { '/api/validate': readAnswer(validation()) } },
  }
  for (const [name, value] of Object.entries({ ...left, ...page })) vi.stubGlobal(name, value)
  vi.resetModules()
  const { takeEarlyOffer } = await import('./early-offer.ts')
  await settle()
  await vi.advanceTimersByTimeAsync(0)
  return { ...world, ...left, take: takeEarlyOffer }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("a game's offer is sent with the renewed token, and its answer applied, before the app has loaded", async () => {
  const { sent, last, peer, take, reelcastSettings, reelcastEarly } = await run()
  expect(sent('POST')).toHaveLength(1)
  expect(last('POST')).toMatchObject({
    url: URL_OF_7,
    body: peer().localDescription?.sdp,
    headers: { 'content-type': 'application/sdp', authorization: 'Bearer renewed' },
  })
  await last('POST').answer(200, { location: '/whep/7/1' }, 'answer')
  await settle()
  expect(peer().remote).toEqual([{ type: 'answer', sdp: 'answer' }])
  const offer = take(URL_OF_7, 'renewed')
  // The app can still read the same answers.
  expect(await (await offer?.answer)?.text()).toBe('answer')
  expect(await (await reelcastSettings).json()).toEqual({})
  expect(JSON.parse((await reelcastEarly.calls['/api/validate'])[1])).toEqual(VALIDATION)
  expect(take(URL_OF_7, 'renewed')).toBeUndefined()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(peer().closed).toBe(false)
})

test.each<[string, Given]>([
  ['a lobby', { path: '/lobby' }],
  ['a page without early calls', { page: { reelcastEarly: undefined } }],
  ['a page whose early calls the app has taken', { page: { reelcastEarly: { token: 'secret', calls: {} } } }],
  ["an operator's own picture", { settings: { videoUrl: 'https://video.example/{id}' } }],
  ['a machine server elsewhere', { settings: { machineUrl: 'https://machines.example' } }],
  ['a country check', { settings: { countryCheck: true } }],
  ['a relay only', { settings: { iceTransportPolicy: 'relay' } }],
  ['a platform that holds no session', { validation: () => Response.json({ token: 'renewed' }) }],
  [
    'an address elsewhere',
    { validation: () => Response.json({ ...VALIDATION, early_video_url: 'https://video.example/{id}' }) },
  ],
  ['a refused token', { validation: () => Response.json({ code: 10 }, { status: 401 }) }],
  ['an answer that is none', { validation: () => new Response('<!doctype html>') }],
  ['settings that cannot be read', { settings: 'down' }],
])('%s sends no offer', async (_, given) => {
  const { peers, requests, take } = await run(given)
  expect([peers, requests]).toEqual([[], []])
  expect(take(URL_OF_7, 'renewed')).toBeUndefined()
})

test('a name in the address is encoded as the app encodes it', async () => {
  const { last } = await run({ path: '/game/a:b%20%C3%A7/x' })
  expect(last('POST').url).toBe(`${location.origin}/whep/a%3Ab%20%C3%A7`)
})

test.each([
  ['another machine', `${location.origin}/whep/8`, 'renewed'],
  ['another player', URL_OF_7, 'secret'],
])('an offer is closed when the app plays %s', async (_, url, token) => {
  const { peer, take, last, sent } = await run()
  expect(take(url, token)).toBeUndefined()
  expect(peer().closed).toBe(true)
  expect(take(URL_OF_7, 'renewed')).toBeUndefined()
  // The server's session ends as soon as the answer names it.
  expect(sent('DELETE')).toEqual([])
  await last('POST').answer(201, { location: '/whep/7/1' }, 'answer')
  await vi.advanceTimersByTimeAsync(0)
  expect(String(last('DELETE').url)).toBe(`${location.origin}/whep/7/1`)
  expect(last('DELETE').headers).toEqual({ authorization: 'Bearer renewed' })
})

test.each([
  ['to another path', `${location.origin}/video/7`, `${location.origin}/video/1`, 'Bearer renewed'],
  ['to another origin', 'https://video.example/whep/7', 'https://video.example/whep/1', undefined],
])('an unused offer that was redirected %s is ended there', async (_, from, session, authorization) => {
  const { take, last } = await run()
  take('', '')
  await last('POST').answer(201, { location: '1' }, 'answer', from)
  await vi.advanceTimersByTimeAsync(0)
  expect([last('DELETE').url, last('DELETE').headers.authorization]).toEqual([session, authorization])
})

test('an app that asks before the offer is made gets none, and none is sent later', async () => {
  let answer = (_: Response) => {}
  const validate = new Promise<Response>((resolve) => {
    answer = resolve
  })
  const page = { reelcastEarly: { token: 'secret', calls: { '/api/validate': validate.then(readAnswer) } } }
  const { take, peers } = await run({ page })
  expect(take(URL_OF_7, 'renewed')).toBeUndefined()
  answer(Response.json(VALIDATION))
  await vi.advanceTimersByTimeAsync(0)
  await settle()
  expect(peers).toEqual([])
})

test('an offer that the app does not use in time is closed', async () => {
  const { peer } = await run()
  await vi.advanceTimersByTimeAsync(4999)
  expect(peer().closed).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(peer().closed).toBe(true)
})

test('the app receives the failure of a lost answer', async () => {
  const { last, take } = await run()
  await last('POST').lose()
  await expect(take(URL_OF_7, 'renewed')?.answer).rejects.toThrow('network')
})
