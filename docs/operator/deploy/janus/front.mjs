import { createServer } from 'node:http'
import { jwtVerify } from 'jose'
import { openCameras } from './cameras.mjs'
import { openJanus } from './janus.mjs'
import { openRooms } from './rooms.mjs'

/*
 * WHIP and WHEP for Janus. The platform publishes a machine with POST /whip/<machine>; players watch it with POST
 * /whep/<machine>. Both present tokens that the platform has signed with VIDEO_SFU_SECRET: `aud` is `whip` or `whep`,
 * `machine` the machine, `publication` the one that may be sent or watched, `player` who may watch. A machine of CAMERAS is
 * watched with a token of its player; DELETE /whep/<machine> with one of the platform ends all its viewers, or all but
 * those of the player that it names. Janus offers to viewers, so their
 * POST is answered with 406 and an offer, which they answer by PATCH.
 */

const { PORT = '7080', HOST = '127.0.0.1', VIDEO_SFU_SECRET = '' } = process.env
const { JANUS_URL = 'ws://127.0.0.1:8188', JANUS_SECRET = '', CAMERAS } = process.env
if (VIDEO_SFU_SECRET.length < 24) {
  console.error('VIDEO_SFU_SECRET must have at least 24 characters, as that of the platform')
  process.exit(1)
}

const SDP = 'application/sdp'
const FRAGMENT = 'application/trickle-ice-sdpfrag'
const MAX_BODY_BYTES = 64 * 1024
const RETRY_AFTER_S = '2'
const VIEWERS_REL = 'urn:reelcast:whip:viewers'
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': 'Authorization, Content-Type, If-Match',
  'access-control-expose-headers': 'Location, Link, Retry-After, Accept-Patch',
  'access-control-max-age': '86400',
}

const key = new TextEncoder().encode(VIDEO_SFU_SECRET)
const log = (message) => console.log(message)
const janus = openJanus({ url: JANUS_URL, secret: JANUS_SECRET, log })
const rooms = openRooms(janus)
const cameras = openCameras(janus, CAMERAS, log)

const answer = (status, headers = {}, body = '') => ({ status, headers, body })
const unavailable = () => answer(503, { 'retry-after': RETRY_AFTER_S })
const unauthorized = () => answer(401, { 'www-authenticate': 'Bearer' })
const ok = (isKnown) => answer(isKnown ? 200 : 404)

/** A request's token: `access_token` in the address, else of the header. */
const tokenOf = ({ headers }, url) =>
  url.searchParams.get('access_token') ?? headers.authorization?.replace(/^Bearer /, '') ?? ''

async function claimsOf(request, url, audience) {
  const options = { audience, algorithms: ['HS256'], clockTolerance: 5 }
  return (await jwtVerify(tokenOf(request, url), key, options).catch(() => undefined))?.payload
}

async function readBody(request) {
  let body = ''
  for await (const chunk of request) {
    body += chunk
    if (body.length > MAX_BODY_BYTES) throw new Error('too large')
  }
  return body
}

async function readOffer(request) {
  const body = await readBody(request)
  if (request.headers['content-type'] !== SDP) return answer(415, { 'accept-post': SDP })
  return body.startsWith('v=0') ? body : answer(400)
}

async function whip({ request, url, machine, id, rest }) {
  const claims = await claimsOf(request, url, 'whip')
  if (!claims) return unauthorized()
  if (claims.machine !== machine) return answer(404)
  if (request.method === 'DELETE') return ok(await rooms.unpublish(machine, id))
  if (request.method === 'GET' && rest === 'viewers') {
    const count = rooms.viewers(machine, id)
    return count === undefined ? answer(404) : answer(200, { 'content-type': 'text/plain' }, String(count))
  }
  if (request.method !== 'POST' || id) return answer(405)
  const offer = await readOffer(request)
  if (typeof offer !== 'string') return offer
  if (!janus.isConnected()) return unavailable()
  const published = await rooms.publish(machine, claims.publication, offer)
  const location = `/whip/${encodeURIComponent(machine)}/${published.id}`
  const link = `<${location}/viewers>; rel="${VIEWERS_REL}"`
  return answer(201, { 'content-type': SDP, location, link }, published.answer)
}

/** The address of a viewer's session is its key: it outlives the token, and nobody else knows it. */
async function whep({ request, url, machine, id }) {
  const pictures = cameras.has(machine) ? cameras : rooms
  if (request.method === 'DELETE' && !id) return endViewers(request, url, machine)
  if (request.method === 'DELETE') return ok(await pictures.leave(machine, id))
  if (request.method === 'PATCH') return change(request, pictures.viewer(machine, id))
  if (request.method !== 'POST' || id) return answer(405)
  const claims = await claimsOf(request, url, 'whep')
  if (!claims) return unauthorized()
  if (claims.machine !== machine) return answer(404)
  const offer = await readOffer(request)
  if (typeof offer !== 'string') return offer
  const refusal = await (pictures === cameras ? cameraRefusal : publicationRefusal)(machine, claims)
  if (refusal) return refusal
  // A platform of before names no player in the token of a publication.
  const watched = await pictures.watch(machine, { player: tokenOf(request, url), ...claims })
  if (!watched) return unauthorized()
  const location = `/whep/${encodeURIComponent(machine)}/${watched.id}`
  return answer(406, { 'content-type': SDP, location, 'accept-patch': `${SDP}, ${FRAGMENT}` }, watched.offer)
}

async function publicationRefusal(machine, { publication }) {
  const current = await rooms.waitFor(machine, publication)
  if (current === undefined) return unavailable()
  // The picture is another player's now.
  return current === publication ? undefined : unauthorized()
}

/** A token of a publication opens no camera, nor does one from before the end of a seat. */
const cameraRefusal = (machine, { player, issued }) =>
  player && cameras.isCurrent(machine, issued) ? undefined : unauthorized()

/** The seat at a cabinet has ended: so do those that watch it. */
async function endViewers(request, url, machine) {
  const claims = await claimsOf(request, url, 'whip')
  if (!claims) return unauthorized()
  if (claims.machine !== machine || !cameras.has(machine)) return answer(404)
  await cameras.end(machine, claims)
  return answer(204)
}

/** A viewer's answer, or its candidates. Of an ICE restart it is told that it needs another session. */
async function change(request, viewer) {
  const body = await readBody(request)
  if (!viewer) return answer(404)
  if (request.headers['if-match'] === '*') return answer(422)
  const type = request.headers['content-type']
  if (type === SDP) await viewer.start({ jsep: { type: 'answer', sdp: body } })
  else if (type === FRAGMENT) {
    const sdpMid = /^a=mid:(.*)$/m.exec(body)?.[1]?.trim()
    for (const [, candidate] of body.matchAll(/^a=(candidate:.*?)\r?$/gm))
      await viewer.trickle({ candidate, sdpMid })
  } else return answer(415, { 'accept-patch': `${SDP}, ${FRAGMENT}` })
  return answer(204)
}

const ROUTES = { whip, whep }

/** The request's URL with its decoded path segments. Undefined for one that cannot be read, such as `//` or `/%`. */
function readTarget(request) {
  try {
    const url = new URL(request.url, 'http://front')
    return { url, segments: url.pathname.split('/').map(decodeURIComponent) }
  } catch {
    return undefined
  }
}

async function handle(request) {
  const target = readTarget(request)
  if (!target) return answer(400)
  const { url, segments } = target
  const [, kind, machine = '', id, rest] = segments
  if (request.method === 'OPTIONS') return answer(204)
  if (kind === 'healthz') return janus.isConnected() ? answer(200, {}, 'ok') : unavailable()
  if (!Object.hasOwn(ROUTES, kind) || !machine) return answer(404)
  return ROUTES[kind]({ request, url, machine, id, rest })
}

function send(response, { status, headers, body }) {
  response.writeHead(status, { ...CORS, 'cache-control': 'no-store', ...headers }).end(body)
}

const server = createServer(async (request, response) => {
  try {
    send(response, await handle(request))
  } catch (error) {
    console.error(`${request.method} ${request.url?.split('?')[0]}: ${error.message}`)
    if (response.headersSent) response.destroy()
    else send(response, unavailable())
  }
})
server.listen(Number(PORT), HOST, () => {
  console.log(`WHIP and WHEP at http://${HOST}:${server.address().port}`)
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0))
