import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { scratchFolder } from '../../testing/lib/scratch-folder.ts'
import { frontProblem, startFront } from '../../testing/video/sfu/janus.ts'
import { startJanusStub } from '../../testing/video/sfu/janus-stub.ts'
import { createSfuTokens } from './sfu-tokens.ts'

/* The front in docs/operator/deploy/janus, without Janus or with a stub of it. */

const SLOW = 60_000
const SECRET = 'a-secret-of-twenty-four-characters'
const WAIT = { timeout: 30_000, interval: 20 }
const problem = frontProblem()
// biome-ignore lint/suspicious/noConsole: one line that says what was not run, and why.
if (problem) console.log(`not run: ${problem}`)
const testWithFront = test.skipIf(problem)

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function openFront(env: Readonly<Record<string, string>>): Promise<string> {
  const front = await startFront(SECRET, env)
  closers.push(front.stop)
  return front.address
}

testWithFront(
  'no request ends it, whatever its path',
  async () => {
    const address = await openFront({ JANUS_URL: 'ws://127.0.0.1:1' })
    for (const path of ['constructor/1', 'toString/1', '__proto__/1', 'elsewhere/1', 'whip'])
      expect((await fetch(`${address}/${path}`)).status).toBe(404)
    for (const path of ['/', '%']) expect((await fetch(`${address}/${path}`)).status).toBe(400)
    // Janus is not there, and the front still answers.
    expect((await fetch(`${address}/healthz`)).status).toBe(503)
  },
  SLOW,
)

testWithFront(
  'a session that Janus refuses leaves no connection, and its reason is printed once',
  async () => {
    const stub = await startJanusStub({ refuses: true })
    closers.push(stub.stop)
    const front = await startFront(SECRET, { JANUS_URL: stub.address, JANUS_SECRET: 'wrong' })
    closers.push(front.stop)
    const { connections } = stub
    await vi.waitFor(() => expect(connections().opened).toBeGreaterThanOrEqual(3), WAIT)
    await vi.waitFor(() => expect(connections().open).toBe(0), WAIT)
    expect(front.output().match(/no session of Janus/g)).toHaveLength(1)
  },
  SLOW,
)

/** Writes the file of the cameras, until the end of the test. Returns its path. */
function writeCameras(text: string): string {
  const folder = scratchFolder()
  const path = join(folder, 'cameras.json')
  writeFileSync(path, text)
  return path
}

testWithFront(
  "a camera's user and password go to Janus beside its address, which may have them",
  async () => {
    const janus = await startJanusStub()
    closers.push(janus.stop)
    const login = { user: 'eye', password: 'p@ss' }
    const cameras = {
      ...{ 1: { rtsp: 'rtsp://10.0.0.7/stream1' }, 2: { rtsp: 'rtsp://10.0.0.7/stream1', ...login } },
      ...{ 3: { rtsp: 'rtsps://eye:p%40ss@10.0.0.7:322/a?b=c@d' }, 4: { rtsp: 'rtsp://admin@[fd00::7]/' } },
    }
    await openFront({ JANUS_URL: janus.address, CAMERAS: writeCameras(JSON.stringify(cameras)) })
    await vi.waitFor(() => expect(janus.mountpoints).toHaveLength(4), WAIT)
    const asked = janus.mountpoints.map((asked) => [asked?.url, asked?.rtsp_user, asked?.rtsp_pwd])
    expect(asked).toEqual([
      ['rtsp://10.0.0.7/stream1', undefined, undefined],
      ['rtsp://10.0.0.7/stream1', 'eye', 'p@ss'],
      ['rtsps://10.0.0.7:322/a?b=c@d', 'eye', 'p@ss'],
      ['rtsp://[fd00::7]/', 'admin', ''],
    ])
  },
  SLOW,
)

testWithFront.each([
  ['{ "101": { "rtsp": "rtsp://eye:hidden@10.0.0.7/" } x', 'is not valid JSON'],
  ['{ "101": { "rtsp": "rtsp://eye:hidden@10.0.0.7:port/" } }', 'the camera of machine 101 needs'],
  ['{ "101": { "password": "hidden" } }', 'the camera of machine 101 needs'],
])(
  'a file of cameras with a mistake is refused, and shows no password: %s',
  async (text, reason) => {
    const front = startFront(SECRET, { JANUS_URL: 'ws://127.0.0.1:1', CAMERAS: writeCameras(text) })
    const output = await front.then(
      () => '',
      (error) => String(error),
    )
    expect(output).toContain(reason)
    expect(output).not.toContain('hidden')
  },
  SLOW,
)

/** The front with the camera of machine 101, until the end of the test. */
async function openCamera(cameras: string) {
  const janus = await startJanusStub()
  closers.push(janus.stop)
  const address = await openFront({ JANUS_URL: janus.address, CAMERAS: cameras })
  // The handle that creates the mountpoints.
  await vi.waitFor(() => expect(janus.detached).toHaveLength(1), WAIT)
  const send = (method: string, token: string, body?: string) =>
    fetch(`${address}/whep/101`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' },
      ...(body && { body }),
    })
  const watch = async (token: string) => (await send('POST', token, 'v=0\r\n')).status
  return { janus, send, watch }
}

testWithFront(
  "a player has four viewers of a camera, by however many tokens: a newer one ends the oldest, and nobody else's",
  async () => {
    const { janus, watch } = await openCamera(writeCameras(JSON.stringify({ 101: { rtp: 5104 } })))
    const tokens = createSfuTokens(SECRET, Date.now)
    const tokenOf = (playerId: string) => tokens.signCamera('101', { playerId, loginId: 'login' })
    const [first, second, other] = [await tokenOf('alice'), await tokenOf('alice'), await tokenOf('bob')]
    const detachedAfter = async (given: readonly string[]) => {
      const before = janus.detached.length
      for (const token of given) expect(await watch(token)).toBe(406)
      return janus.detached.length - before
    }
    expect(await detachedAfter([other, first, second, first, second])).toBe(0)
    expect(await detachedAfter([first, other])).toBe(1)
    expect(await detachedAfter(Array(10).fill(second))).toBe(10)
  },
  SLOW,
)

testWithFront(
  'a front that starts anew takes no token from before: it has forgotten which seats have ended',
  async () => {
    const cameras = writeCameras(JSON.stringify({ 101: { rtp: 5104 } }))
    const tokens = createSfuTokens(SECRET, Date.now)
    const sign = () => tokens.signCamera('101', { playerId: 'alice', loginId: 'login' })
    const before = await openCamera(cameras)
    const token = await sign()
    expect([
      await before.watch(token),
      (await before.send('DELETE', await tokens.signEnd('101'))).status,
    ]).toEqual([406, 204])
    const after = await openCamera(cameras)
    expect([await after.watch(token), await after.watch(await sign())]).toEqual([401, 406])
  },
  SLOW,
)

testWithFront(
  'the viewers of the player who sits there now stay when those of others are ended',
  async () => {
    const { janus, send, watch } = await openCamera(writeCameras(JSON.stringify({ 101: { rtp: 5104 } })))
    const tokens = createSfuTokens(SECRET, Date.now)
    for (const playerId of ['alice', 'bob'])
      expect(await watch(await tokens.signCamera('101', { playerId, loginId: 'login' }))).toBe(406)
    for (const [player, ended] of [
      ['bob', 1],
      ['bob', 0],
      [undefined, 1],
    ] as const) {
      const before = janus.detached.length
      expect((await send('DELETE', await tokens.signEnd('101', player))).status).toBe(204)
      expect(janus.detached.length - before).toBe(ended)
    }
  },
  SLOW,
)

testWithFront(
  'a viewer of a camera whose seat ends while Janus opens it gets no picture',
  async () => {
    const { janus, send, watch } = await openCamera(writeCameras(JSON.stringify({ 101: { rtp: 5104 } })))
    let now = Date.now()
    const tokens = createSfuTokens(SECRET, () => now)
    const token = await tokens.signCamera('101', { playerId: 'alice', loginId: 'login' })
    expect(await watch(token)).toBe(406)

    const attach = janus.holdAttach()
    const watching = watch(token)
    const answerAttach = await attach
    now += 1
    expect((await send('DELETE', await tokens.signEnd('101'))).status).toBe(204)
    const before = janus.detached.length
    answerAttach()
    expect(await watching).toBe(401)
    await vi.waitFor(() => expect(janus.detached).toHaveLength(before + 1), WAIT)

    const next = await tokens.signCamera('101', { playerId: 'bob', loginId: 'login of bob' })
    expect([await watch(token), await watch(next)]).toEqual([401, 406])
  },
  SLOW,
)
