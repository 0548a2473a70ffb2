import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createViewer, type Viewer } from '../../../conformance/client/viewer.ts'
import { freePort } from '../../testing/lib/free-port.ts'
import { scratchFolder } from '../../testing/lib/scratch-folder.ts'
import { openTestCameras } from '../../testing/video/sfu/cameras.ts'
import { janusProblem, startJanus, type TestJanus } from '../../testing/video/sfu/janus.ts'
import type { Cameras } from './cameras.ts'
import { createSfuTokens } from './sfu-tokens.ts'

/* A camera that ffmpeg draws and sends by RTP, Janus with its front, and viewers. */

const SECRET = 'a-secret-of-twenty-four-characters'
const SLOW = 90_000
const WATCH_MS = 30_000
const WAIT = { timeout: 30_000, interval: 50 }
const SDP = 'application/sdp'
const hasFfmpeg = !spawnSync('ffmpeg', ['-version']).error
const problem = janusProblem() ?? (hasFfmpeg ? undefined : 'ffmpeg is not installed: apt-get install ffmpeg')
// biome-ignore lint/suspicious/noConsole: one line that says what was not run, and why.
if (problem) console.log(`not run: ${problem}`)
const testWithJanus = test.skipIf(problem)

const folder = scratchFolder()
let janus: TestJanus
let camera: ChildProcess
let cameras: Cameras
let owner: string | undefined
let isInService = true
let changeSeat: (machineId: string) => void
const viewers: Viewer[] = []

beforeAll(async () => {
  if (problem) return
  const port = await freePort()
  const file = join(folder, 'cameras.json')
  writeFileSync(file, JSON.stringify({ 101: { rtp: port, codec: 'vp8' } }))
  janus = await startJanus(SECRET, { CAMERAS: file })
  const source = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25']
  const encoder = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-g', '25', '-b:v', '400k']
  const out = ['-payload_type', '96', '-f', 'rtp', `rtp://127.0.0.1:${port}?pkt_size=1200`]
  camera = spawn('ffmpeg', ['-loglevel', 'error', ...source, ...encoder, ...out], { stdio: 'ignore' })
}, SLOW)
afterAll(async () => {
  camera?.kill('SIGKILL')
  await janus?.stop()
})
beforeEach(() => {
  if (problem) return
  owner = 'alice'
  isInService = true
  const opened = openTestCameras({
    cameras: new Map([['101', { url: `${janus.address}/whep/101`, api: undefined }]]),
    secret: SECRET,
    ownerOf: () => owner,
    isInService: () => isInService,
  })
  cameras = opened.cameras
  changeSeat = opened.changeSeat
})
afterEach(() => {
  for (const viewer of viewers.splice(0)) viewer.close()
  cameras?.close()
})

async function tokenOf(playerId: string): Promise<string> {
  const source = await cameras.source('101', { playerId, loginId: `login of ${playerId}` })
  expect(source).toMatchObject({ type: 'camera', url: `${janus.address}/whep/101` })
  return source?.token ?? ''
}
const call = (method: string, path: string, token: string, body?: string) =>
  fetch(new URL(path, janus.address), {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': SDP }) },
    ...(body !== undefined && { body }),
  })

/** Watches the camera as WHEP clients do. */
async function watch(token: string) {
  const viewer = createViewer([])
  viewers.push(viewer)
  const answer = await call('POST', '/whep/101', token, await viewer.offer())
  if (answer.status !== 406) return { status: answer.status, viewer, url: '' }
  const url = new URL(answer.headers.get('location') ?? '', janus.address).href
  const { status } = await call('PATCH', url, '', await viewer.answer(await answer.text()))
  return { status, viewer, url }
}

testWithJanus(
  "the player at a cabinet sees its camera, which a DELETE of the viewer's session ends",
  async () => {
    const { status, viewer, url } = await watch(await tokenOf('alice'))
    expect(status).toBe(204)
    expect((await viewer.watch(20, WATCH_MS)).different).toBeGreaterThanOrEqual(20)
    expect(viewer.seen).toMatchObject({ width: 320, height: 180 })
    expect((await call('DELETE', url, '')).status).toBe(200)
    await vi.waitFor(() => expect(viewer.state).not.toBe('connected'), WAIT)
    expect((await call('DELETE', url, '')).status).toBe(404)
  },
  SLOW,
)

testWithJanus(
  'the picture ends with the seat, and a token from before opens nothing any more',
  async () => {
    const kept = await tokenOf('alice')
    const { viewer } = await watch(await tokenOf('alice'))
    await viewer.watch(5, WATCH_MS)
    owner = undefined
    changeSeat('101')
    await vi.waitFor(() => expect(viewer.state).not.toBe('connected'), WAIT)
    expect((await watch(kept)).status).toBe(401)
    owner = 'bob'
    changeSeat('101')
    const next = await watch(await tokenOf('bob'))
    expect((await next.viewer.watch(5, WATCH_MS)).different).toBeGreaterThanOrEqual(5)
    expect((await watch(kept)).status).toBe(401)
  },
  SLOW,
)

testWithJanus(
  'the picture of a cabinet out of service ends, and comes back with the service',
  async () => {
    const kept = await tokenOf('alice')
    const { viewer } = await watch(kept)
    await viewer.watch(5, WATCH_MS)
    isInService = false
    changeSeat('101')
    await vi.waitFor(() => expect(viewer.state).not.toBe('connected'), WAIT)
    expect([(await watch(kept)).status, (await watch(await tokenOf('alice'))).status]).toEqual([401, 401])
    isInService = true
    changeSeat('101')
    const back = await watch(await tokenOf('alice'))
    expect((await back.viewer.watch(5, WATCH_MS)).different).toBeGreaterThanOrEqual(5)
  },
  SLOW,
)

testWithJanus(
  'a token opens its own machine alone, and only the platform ends viewers',
  async () => {
    const token = await tokenOf('alice')
    const tokens = createSfuTokens(SECRET, Date.now)
    const offer = 'v=0'
    const statusOf = async (method: string, path: string, given: string) =>
      (await call(method, path, given, method === 'POST' ? offer : undefined)).status
    expect(await statusOf('POST', '/whep/101', `${token}x`)).toBe(401)
    expect(await statusOf('POST', '/whep/102', token)).toBe(404)
    expect(await statusOf('POST', '/whep/101', await tokens.sign('whep', '101', 'a-publication'))).toBe(401)
    expect(await statusOf('DELETE', '/whep/101', token)).toBe(401)
    expect(await statusOf('DELETE', '/whep/101', await tokens.signEnd('102'))).toBe(404)
    expect(await statusOf('DELETE', '/whep/101', await tokens.signEnd('101'))).toBe(204)
  },
  SLOW,
)
