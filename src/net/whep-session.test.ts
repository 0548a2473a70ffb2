// @vitest-environment node
import { expect, test } from 'vitest'
import { fakeEnv, settle } from './whep.fake.ts'
import { WhepSession } from './whep-session.ts'

const REMOTE = `v=0\r\nm=video 9 x 96\r\na=ice-ufrag:r0\r\na=ice-pwd:p\r\na=msid:live v0\r\nm=audio 9 x 111\r\na=msid:live a0\r\n`

/** A session that a server of another origin has accepted. */
async function acceptedSession(headers: Record<string, string>) {
  const world = fakeEnv()
  const session = new WhepSession({
    env: world.env,
    iceServers: [],
    token: () => 'secret',
    onConnection() {},
    onIceServers() {},
  })
  const outcome = session.offer('https://video.example/live/7/whep')
  await settle()
  await world.last('POST').answer(201, headers, REMOTE)
  expect(await outcome).toEqual({ kind: 'accepted' })
  return { ...world, session }
}

test('of two overlapping restarts the answer to the last one counts', async () => {
  const { session, sent, peer } = await acceptedSession({ location: '/s/1', etag: '"a"' })
  const first = session.restart()
  await settle()
  const second = session.restart()
  await settle()
  const [one, two] = sent('PATCH')
  await two?.answer(200, { etag: '"c"' }, 'a=ice-ufrag:r2\r\na=ice-pwd:p\r\n')
  await one?.answer(200, { etag: '"b"' }, 'a=ice-ufrag:r1\r\na=ice-pwd:p\r\n')
  expect(await Promise.all([first, second])).toEqual([true, true])
  expect(peer().remote.map(({ sdp }) => /ufrag:(\w+)/.exec(sdp ?? '')?.[1])).toEqual(['r0', 'r2'])
  peer().gather()
  await settle()
  expect(sent('PATCH').at(-1)?.headers['if-match']).toBe('"c"')
})

test.each([
  ['session/1', 'https://video.example/live/7/session/1'],
  ['/session/1', 'https://video.example/session/1'],
  ['https://edge.example/s/1', 'https://edge.example/s/1'],
])('a session at %s is deleted at %s, also with an unreadable ETag', async (location, url) => {
  const { session, last } = await acceptedSession({ location })
  session.end()
  expect(last('DELETE')).toMatchObject({ url, headers: { authorization: 'Bearer secret' }, keepalive: true })
  expect(last('DELETE').headers).not.toHaveProperty('if-match')
})

test('a server to which another origin has redirected the offer gets no token of the player', async () => {
  const { env, sent, last } = fakeEnv()
  const session = new WhepSession({
    env,
    iceServers: [],
    token: () => 'secret',
    onConnection() {},
    onIceServers() {},
  })
  const outcome = session.offer('https://video.example/live/7/whep')
  await settle()
  expect(last('POST').headers.authorization).toBe('Bearer secret')
  const sfu = 'https://sfu.example/whep/7?access_token=sfu'
  await last('POST').answer(406, { location: '/whep/7/1' }, REMOTE, sfu)
  await last('PATCH').answer(204)
  expect(await outcome).toEqual({ kind: 'accepted' })
  session.end()
  expect(last('DELETE').url).toBe('https://sfu.example/whep/7/1')
  for (const { headers } of [...sent('PATCH'), ...sent('DELETE')])
    expect(headers).not.toHaveProperty('authorization')
})

test("its extensions get the links, their base URL, and requests with the player's token", async () => {
  const { session, last } = await acceptedSession({ link: '</x>; rel="urn:x"' })
  const { extension } = session
  expect(extension).toMatchObject({ links: '</x>; rel="urn:x"', base: 'https://video.example/live/7/whep' })
  void extension?.request('https://video.example/x', 'POST', { 'content-type': 'application/json' }, '{}')
  expect(last('POST')).toMatchObject({ url: 'https://video.example/x', body: '{}' })
  expect(last('POST').headers.authorization).toBe('Bearer secret')
})

test('requests of its extensions end with the session, and none follows', async () => {
  const { session, sent } = await acceptedSession({ location: '/s/1' })
  const asked = session.extension?.request('https://video.example/layers', 'GET', {})
  session.end()
  await expect(asked).rejects.toThrow('aborted')
  await expect(session.extension?.request('https://video.example/layers', 'GET', {})).rejects.toThrow(
    'aborted',
  )
  expect(sent('GET')).toHaveLength(1)
  expect(sent('DELETE')).toHaveLength(1)
})

test('video does not wait for audio: they are in two streams, after a restart as well', async () => {
  const { session, sent, peer } = await acceptedSession({ location: '/s/1' })
  const restart = session.restart()
  await settle()
  await sent('PATCH')[0]?.answer(200, {}, 'a=ice-ufrag:r1\r\na=ice-pwd:p\r\n')
  await restart
  const streams = peer().remote.map(({ sdp }) => [...(sdp ?? '').matchAll(/msid:(\S+)/g)].map(([, id]) => id))
  expect(streams).toEqual([
    ['live', 'live-sound'],
    ['live', 'live-sound'],
  ])
})
