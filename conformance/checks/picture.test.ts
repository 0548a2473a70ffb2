import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import wrtc from '@roamhq/wrtc'
import { afterEach, expect, test } from 'vitest'
import type { Seat } from '../client/seat.ts'
import { WAITS } from '../client/waits.ts'
import { createRecorder, type Finding } from '../report/findings.ts'
import { checkPicture } from './picture.ts'

/* A WHEP server that makes the offer: 406 with its own offer, which the viewer answers by PATCH. */

const TOKEN = 'token'
const WIDTH = 64
const HEIGHT = 48
const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

const Peer = wrtc.RTCPeerConnection
type Description = NonNullable<Parameters<InstanceType<typeof Peer>['setLocalDescription']>[0]>

/** An offer with all candidates, of a peer with 30 frames a second, which differ if the picture `moves`. */
async function offerPicture(
  moves: boolean,
): Promise<{ sdp: string; accept(sdp: string): Promise<void>; close(): void }> {
  const source = new wrtc.nonstandard.RTCVideoSource()
  const track = source.createTrack()
  const peer = new Peer()
  peer.addTransceiver(track, { direction: 'sendonly' })
  const gathered = new Promise<void>((done) => {
    peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && done()
  })
  await peer.setLocalDescription((await peer.createOffer()) as Description)
  await gathered
  let luma = 0
  const timer = setInterval(() => {
    if (moves) luma = (luma + 40) % 240
    const data = new Uint8Array((WIDTH * HEIGHT * 3) / 2).fill(128).fill(luma, 0, WIDTH * HEIGHT)
    source.onFrame({ width: WIDTH, height: HEIGHT, data })
  }, 33)
  return {
    sdp: peer.localDescription?.sdp ?? '',
    accept: (sdp) => peer.setRemoteDescription({ type: 'answer', sdp }),
    close() {
      clearInterval(timer)
      track.stop()
      peer.close()
    },
  }
}

interface Behaviour {
  /** It accepts the answer by PATCH. */
  readonly takesAnswer: boolean
  readonly moves: boolean
  /** DELETE ends the picture. */
  readonly ends: boolean
  /** The page's server redirects offers to this one, which knows no player. */
  readonly isElsewhere: boolean
}

/** Starts the server for this test; returns its address. */
async function addressOf(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  open.push(() => server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

async function startCounterOfferServer(behaviour: Partial<Behaviour> = {}): Promise<string> {
  const { takesAnswer = true, moves = true, ends = true, isElsewhere = false } = behaviour
  let picture: Awaited<ReturnType<typeof offerPicture>> | undefined
  const server = createServer(async (request, response) => {
    const { method, url = '', headers } = request
    let body = ''
    for await (const chunk of request) body += chunk
    const end = (status: number, more = {}, text = '') => response.writeHead(status, more).end(text)
    if (headers.authorization !== (isElsewhere ? undefined : `Bearer ${TOKEN}`)) return end(401)
    if (url === '/whep/7' && method === 'POST') {
      if (!body.startsWith('v=0')) return end(400)
      picture = await offerPicture(moves)
      open.push(picture.close)
      return end(406, { 'content-type': 'application/sdp', location: '/session/1', etag: '"1"' }, picture.sdp)
    }
    if (url !== '/session/1' || !picture) return end(404)
    if (method === 'PATCH') {
      if (headers['content-type'] !== 'application/sdp') return end(415)
      if (!takesAnswer) return end(422)
      await picture.accept(body)
      return end(204)
    }
    if (ends) picture.close()
    picture = undefined
    return end(200)
  })
  return addressOf(server)
}

/** A server that checks the player's token, and redirects the offer to `origin`. */
async function startRedirect(origin: string): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    if (request.headers.authorization !== `Bearer ${TOKEN}`) response.writeHead(401).end()
    else if (request.url !== '/whep/7') response.writeHead(404).end()
    else response.writeHead(308, { location: `${origin}/whep/7` }).end()
  })
  return addressOf(server)
}

async function check(origin: string) {
  const recorder = createRecorder()
  const waits = { ...WAITS, picture: 1500, push: 1500 }
  const kit = { recorder, waits, target: { videoUrl: '/whep/{id}', machineUrl: origin, appOrigin: origin } }
  const seat = { kit, session: { token: TOKEN }, machineId: '7', joined: { video: null } }
  await checkPicture(seat as unknown as Seat)
  return recorder.findings
}

const statusOf = (findings: readonly Finding[], title: string) =>
  findings.find((finding) => finding.title === title)?.status

test('a server that answers 406 with an offer of its own gets the answer by PATCH, and its frames are counted', async () => {
  const findings = await check(await startCounterOfferServer())
  expect(findings.filter(({ status }) => status === 'wrong')).toEqual([])
  expect(statusOf(findings, 'a moving picture arrives')).toBe('holds')
  expect(statusOf(findings, 'candidates that come later are taken')).toBe('absent')
}, 60_000)

test('a refused answer to such an offer is a violation', async () => {
  const findings = await check(await startCounterOfferServer({ takesAnswer: false }))
  expect(findings.filter(({ status }) => status === 'wrong')).toEqual([
    expect.objectContaining({ title: 'a moving picture arrives', expected: 'a status from 200 to 299' }),
  ])
}, 60_000)

test.each([
  [{ moves: false }, 'a moving picture arrives', '10 frames that differ'],
  [{ ends: false }, 'DELETE ends the session', 'no more frames'],
])(
  'a picture with %j is a violation',
  async (behaviour, title, expected) => {
    const findings = await check(await startCounterOfferServer(behaviour))
    expect(findings.filter(({ status }) => status === 'wrong')).toEqual([
      expect.objectContaining({ title, expected }),
    ])
  },
  60_000,
)

test('an offer is redirected to another origin, which gets no token, and must permit the page (CORS)', async () => {
  const findings = await check(await startRedirect(await startCounterOfferServer({ isElsewhere: true })))
  expect(findings.filter(({ status }) => status === 'wrong')).toEqual([
    expect.objectContaining({ title: expect.stringContaining('may offer and read the answer (CORS)') }),
  ])
  expect(statusOf(findings, 'a moving picture arrives')).toBe('holds')
  expect(statusOf(findings, 'DELETE ends the session')).toBe('holds')
}, 60_000)
