import { type Call, request } from '../client/http.ts'
import { type Kit, need } from '../client/kit.ts'
import type { Seat } from '../client/seat.ts'
import { expectThat } from '../client/shapes.ts'
import { createViewer, type Viewer } from '../client/viewer.ts'
import { sleep } from '../client/waits.ts'
import { Absent, Violation } from '../report/findings.ts'
import { checkPictureCors } from './picture-cors.ts'

const WHERE = 'docs/operator/video.md (WHEP)'
const SDP = 'application/sdp'
const FRAGMENT = 'application/trickle-ice-sdpfrag'
const NO_TRICKLE = 'A player behind a NAT may wait longer for the picture, or get none.'
/** The number of changed frames to wait for. */
const FRAMES = 10
/** How often a 503 with Retry-After is repeated. */
const MAX_ATTEMPTS = 5
const MAX_WAIT_S = 15
/** The time without a frame that counts as the end of a session. */
const SILENCE_MS = 500
const OPENS = 'POST of an offer opens a session'
const LOCATES = 'the answer has a Location'
const PLAYS = 'a moving picture arrives'

const post = (url: string, sdp: string, token?: string, headers?: Record<string, string>) =>
  request('POST', url, { body: sdp, type: SDP, token, follows: true, ...(headers && { headers }) })

/** The token for the session of an offer to `url`; none where that redirected it to another origin. */
const tokenAt = (call: Call, url: string, token: string): string | undefined =>
  new URL(call.url).origin === new URL(url).origin ? token : undefined

/** A picture, and what the requests for it need. */
interface Source {
  readonly url: string
  readonly offer: string
  readonly token: string
  readonly machineId: string
}

/** Receives the video with a real peer and counts its frames. */
export async function checkPicture(seat: Seat): Promise<void> {
  const { kit, session } = seat
  const { recorder, target } = kit
  const { video } = seat.joined
  recorder.begin('Picture')
  const ownAddress = target.videoUrl.replaceAll('{id}', encodeURIComponent(seat.machineId))
  const address = ownAddress || video?.url
  const token = (ownAddress ? undefined : video?.token) ?? session.token
  if (!address) {
    recorder.absent(
      'a picture',
      'init names no video and the setting videoUrl is empty: the game shows none.',
    )
    return
  }
  const url = new URL(address, target.machineUrl).href
  const viewer = createViewer(video?.iceServers ?? [])
  try {
    const source: Source = { url, offer: await viewer.offer(), token, machineId: seat.machineId }
    await checkRefusals(kit, source)
    const { appOrigin } = target
    const opened = await recorder.check(OPENS, () => open(source, appOrigin))
    const location = opened?.headers.get('location')
    const resource = opened && location ? new URL(location, opened.url).href : undefined
    const sessionToken = opened && tokenAt(opened, url, token)
    await recorder.check(LOCATES, () => {
      const { headers, ...exchange } = need(opened, OPENS)
      const expected = 'a Location, without which the app cannot end the session'
      expectThat(headers.get('location') !== null, exchange, expected, WHERE)
    })
    await recorder.check('the answer has an ETag, for ICE restarts', () => {
      if (!need(opened, OPENS).headers.get('etag'))
        throw new Absent('A lost picture is opened anew, which takes longer.')
    })
    if (opened) await checkPictureCors(kit, opened, url, resource)
    const plays = await recorder.check(PLAYS, async (report) => {
      report(await watch(kit, viewer, need(opened, OPENS), resource, sessionToken))
      return true
    })
    await recorder.check('candidates that come later are taken', async () => {
      const address = need(resource, LOCATES)
      const etag = opened?.headers.get('etag')
      if (!etag) throw new Absent(NO_TRICKLE)
      await sendCandidates(address, source.offer, etag, sessionToken)
    })
    await recorder.check('DELETE ends the session', async () => {
      const call = await request('DELETE', need(resource, LOCATES), { token: sessionToken })
      expectThat(call.status < 300, call, 'a status from 200 to 299', WHERE)
      const isSilent = !plays || (await viewer.isSilent(SILENCE_MS, kit.waits.push))
      expectThat(isSilent, { ...call, got: `${call.got}, and frames still come` }, 'no more frames', WHERE)
    })
  } finally {
    viewer.close()
  }
}

async function checkRefusals(kit: Kit, { url, offer, token, machineId }: Source): Promise<void> {
  const { recorder } = kit
  await recorder.check('an offer without a token is refused', async () => {
    const call = await post(url, offer)
    await endUnwanted(call, url, token)
    expectThat(call.status === 401 || call.status === 403, call, 'status 401 or 403', WHERE)
  })
  await recorder.check('an offer that is no SDP is refused', async () => {
    const call = await post(url, 'this is no offer', token)
    await endUnwanted(call, url, token)
    expectThat(call.status >= 400 && call.status < 500, call, 'a status from 400 to 499', WHERE)
  })
  await recorder.check('the picture of an unknown machine is refused', async () => {
    const segment = `/${encodeURIComponent(machineId)}`
    const [rest] = url.match(new RegExp(`(?<=${segment})(/[^/]*)?$`)) ?? []
    if (rest === undefined) throw new Absent("The picture's address does not hold the machine's id.")
    const unknown = `${url.slice(0, -(segment + rest).length)}/conformance-unknown${rest}`
    const call = await post(unknown, offer, token)
    await endUnwanted(call, unknown, token)
    const expected = 'status 403 or 404: with 401, 409, 429 or 503 the app asks again'
    const isFinal = call.status >= 400 && call.status < 500 && ![401, 409, 429].includes(call.status)
    expectThat(isFinal, call, expected, WHERE)
  })
}

/** Sends a PATCH with the first medium's candidates, as a browser does for candidates after its offer. */
async function sendCandidates(
  url: string,
  offer: string,
  etag: string,
  token: string | undefined,
): Promise<void> {
  const [, medium = ''] = offer.split(/^(?=m=)/m)
  const kept = /^(m=|a=(mid|ice-ufrag|ice-pwd|candidate|end-of-candidates)\b)/
  const body = [...medium.split('\r\n').filter((line) => kept.test(line)), ''].join('\r\n')
  const call = await request('PATCH', url, { body, type: FRAGMENT, token, headers: { 'if-match': etag } })
  if ([404, 405, 415, 422, 501].includes(call.status)) throw new Absent(NO_TRICKLE)
  expectThat(call.status < 300, call, 'a status from 200 to 299', WHERE)
}

/** Ends a session that the platform should have refused. */
async function endUnwanted(call: Call, url: string, token: string): Promise<void> {
  const location = call.headers.get('location')
  if (call.status >= 300 || !location) return
  await request('DELETE', new URL(location, call.url).href, { token: tokenAt(call, url, token) })
}

async function open({ url, offer, token }: Source, origin: string): Promise<Call> {
  for (let attempt = 1; ; attempt += 1) {
    const call = await post(url, offer, token, { origin })
    const wait = Number(call.headers.get('retry-after'))
    if (call.status === 503 && wait > 0 && wait <= MAX_WAIT_S && attempt < MAX_ATTEMPTS) {
      await sleep(wait * 1000)
      continue
    }
    const isAnswered = call.status < 300 || (call.status === 406 && call.text.startsWith('v=0'))
    expectThat(
      isAnswered,
      call,
      'a status from 200 to 299 with an answer, or 406 with an offer of the server',
      WHERE,
    )
    const type = call.headers.get('content-type') ?? ''
    expectThat(
      type.toLowerCase().startsWith(SDP),
      { ...call, got: `${call.got} (${type})` },
      `content-type ${SDP}`,
      WHERE,
    )
    return call
  }
}

async function watch(
  { waits }: Kit,
  viewer: Viewer,
  opened: Call,
  session: string | undefined,
  token: string | undefined,
): Promise<string> {
  if (opened.status < 300) await viewer.accept(opened.text)
  else {
    const answer = await viewer.answer(opened.text)
    const url = need(session, LOCATES)
    const call = await request('PATCH', url, { body: answer, type: SDP, token })
    expectThat(call.status < 300, call, 'a status from 200 to 299', WHERE)
  }
  const started = performance.now()
  const { frames, different, width, height } = await viewer.watch(FRAMES, waits.picture)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const size = frames ? ` of ${width} by ${height}` : ''
  if (different >= FRAMES) return `${frames} frames${size} in ${seconds} s.`
  throw new Violation({
    sent: opened.sent,
    got: `${frames} frames${size} in ${waits.picture / 1000} s, ${different} unlike the one before; connection ${viewer.state}`,
    expected: `${FRAMES} frames that differ`,
    where: WHERE,
  })
}
