import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createViewer, type Viewer } from '../../../conformance/client/viewer.ts'
import { systemClock } from '../../lib/clock.ts'
import { janusProblem, startJanus, type TestJanus } from '../../testing/video/sfu/janus.ts'
import { startVideo, type VideoEngine } from '../client/engine.ts'
import { createPublications, type Publications } from './publications.ts'

/* The publisher, the front in docs/operator/deploy/janus, and Janus itself. */

const SECRET = 'a-secret-of-twenty-four-characters'
const SLOW = 90_000
const WATCH_MS = 30_000
const WAIT = { timeout: 30_000, interval: 50 }
const SDP = 'application/sdp'
const problem = janusProblem()
// biome-ignore lint/suspicious/noConsole: one line that says what was not run, and why.
if (problem) console.log(`not run: ${problem}`)
const testWithJanus = test.skipIf(problem)

let janus: TestJanus
let engine: VideoEngine
let publications: Publications
let owner: string
let changeSeat: (machineId: string) => void
const viewers: Viewer[] = []

beforeAll(async () => {
  if (problem) return
  janus = await startJanus(SECRET)
}, SLOW)
afterAll(() => janus?.stop())

beforeEach(() => {
  if (problem) return
  owner = 'alice'
  engine = startVideo({ prerender: false })
})
afterEach(async () => {
  for (const viewer of viewers.splice(0)) viewer.close()
  await publications?.close()
  await engine?.stop()
})

function openPublications(spectators: boolean): void {
  publications = createPublications({
    sfu: {
      publishUrl: `${janus.address}/whip/{machine}`,
      watchUrl: `${janus.address}/whep/{machine}`,
      secret: SECRET,
    },
    engine,
    scene: (id) => ({ id, name: `Nar 0${id}`, brand: 'nar', game: 'classic5' }),
    ownerOf: () => owner,
    isPlayed: () => true,
    isOnline: () => true,
    onSeat(listener) {
      changeSeat = listener
      return () => {}
    },
    spectators,
    clock: systemClock,
    log: () => {},
  })
}

const loginOf = (playerId: string) => ({ playerId, loginId: `login of ${playerId}` })

/** The address that a player is sent to, once the picture is there. */
const admit = (playerId: string) =>
  vi.waitFor(async () => {
    const address = await publications.admit('7', loginOf(playerId))
    if (address === undefined) throw new Error('the picture is not there yet')
    return address
  }, WAIT)

const post = (path: string, token: string, body: string) =>
  fetch(new URL(path, janus.address), {
    method: 'POST',
    headers: { 'content-type': SDP, ...(token && { authorization: `Bearer ${token}` }) },
    body,
  })

/** Watches a machine as WHEP clients do. */
async function watch(path: string, token: string) {
  const viewer = createViewer([])
  viewers.push(viewer)
  const answer = await post(path, token, await viewer.offer())
  if (answer.status !== 406) return { status: answer.status, viewer, url: '' }
  const url = new URL(answer.headers.get('location') ?? '', janus.address).href
  const body = await viewer.answer(await answer.text())
  const { status } = await fetch(url, { method: 'PATCH', headers: { 'content-type': SDP }, body })
  return { status, viewer, url }
}

testWithJanus(
  'viewers watch one publication through Janus, whichever way their token comes, and leave by DELETE',
  async () => {
    openPublications(true)
    const { token = '' } = await publications.source('7', loginOf('alice'))
    const address = await admit('bob')
    const watching = await Promise.all([watch('/whep/7', token ?? ''), watch(address, '')])
    for (const { status, viewer } of watching) {
      expect(status).toBe(204)
      expect((await viewer.watch(10, WATCH_MS)).different).toBeGreaterThanOrEqual(10)
    }
    expect((await engine.stats())?.viewers).toEqual({ 7: 1 })
    for (const { url } of watching) {
      expect((await fetch(url, { method: 'DELETE' })).status).toBe(200)
      expect((await fetch(url, { method: 'DELETE' })).status).toBe(404)
    }
  },
  SLOW,
)

testWithJanus(
  'tokens open what they were signed for, and nothing else',
  async () => {
    openPublications(false)
    const { token = '' } = await publications.source('7', loginOf('alice'))
    const { viewer } = await watch('/whep/7', token ?? '')
    const offer = await viewer.offer()
    const statusOf = async (path: string, given: string, body = offer) =>
      (await post(path, given, body)).status
    expect(await statusOf('/whep/7', '')).toBe(401)
    expect(await statusOf('/whep/7', `${token}x`)).toBe(401)
    expect(await statusOf('/whep/8', token ?? '')).toBe(404)
    expect(await statusOf('/whip/7', token ?? '')).toBe(401)
    expect(await statusOf('/whep/7', token ?? '', 'no offer')).toBe(400)
  },
  SLOW,
)

testWithJanus(
  "when another player takes the seat, the earlier player's picture ends and the token opens nothing",
  async () => {
    openPublications(false)
    const { token = '' } = await publications.source('7', loginOf('alice'))
    const { viewer } = await watch('/whep/7', token ?? '')
    await viewer.watch(5, WATCH_MS)
    owner = 'bob'
    changeSeat('7')
    const later = await publications.source('7', loginOf('bob'))
    const own = await watch('/whep/7', later.token ?? '')
    expect((await own.viewer.watch(5, WATCH_MS)).different).toBeGreaterThanOrEqual(5)
    await vi.waitFor(() => expect(viewer.state).not.toBe('connected'), WAIT)
    const { frames } = viewer.seen
    await own.viewer.watch(own.viewer.seen.different + 10, WATCH_MS)
    expect(viewer.seen.frames).toBe(frames)
    expect((await watch('/whep/7', token ?? '')).status).toBe(401)
  },
  SLOW,
)

testWithJanus(
  'a killed Janus has the picture again after its restart; meanwhile no viewer is sent there',
  async () => {
    openPublications(false)
    await admit('alice')
    await janus.kill()
    await vi.waitFor(
      async () => expect(await publications.admit('7', loginOf('alice'))).toBeUndefined(),
      WAIT,
    )
    await janus.restart()
    const { viewer } = await watch(await admit('alice'), '')
    expect((await viewer.watch(10, WATCH_MS)).different).toBeGreaterThanOrEqual(10)
  },
  SLOW,
)
