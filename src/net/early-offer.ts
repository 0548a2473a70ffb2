import { answeredAt } from './whep-location.ts'
import { createPeer, type Peer } from './whep-peer.ts'

/*
 * The offer for a game that is opened by its address, sent while the app's code is still loading: the page's
 * first script runs this module as soon as it has loaded. The server connects and shows no picture until the
 * player has a seat. The module must not import code that draws, because the page may not be parsed yet.
 */

/** An unused offer is closed after this time, ms: the server would end it soon. */
const UNUSED_MS = 5000

export interface EarlyOffer {
  url: string
  /** The player's token. */
  token: string
  /** A moment of `performance.now`. */
  sentAt: number
  peer: Peer
  /** The server's answer; an accepted one is set in `peer` already. */
  answer: Promise<Response>
}

const SDP = 'application/sdp'

let offer: EarlyOffer | undefined
/** The app has requested the offer, or it is too late for one. */
let isOver = false

/** Returns the offer for this URL and token, once; any other offer is closed. */
export function takeEarlyOffer(url: string, token: string): EarlyOffer | undefined {
  const taken = offer
  offer = undefined
  isOver = true
  if (taken?.url === url && taken.token === token) return taken
  if (taken) end(taken).catch(() => {})
  return undefined
}

async function end({ url, token, peer, answer }: EarlyOffer): Promise<void> {
  peer.close()
  const { session, isElsewhere } = answeredAt(url, await answer)
  if (!session) return
  const headers: HeadersInit = isElsewhere ? {} : { authorization: `Bearer ${token}` }
  await fetch(session, { method: 'DELETE', keepalive: true, headers })
}

async function send(url: string, token: string, peer: Peer): Promise<Response> {
  await peer.local
  if (peer.connection.signalingState === 'closed') throw new Error('ended')
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': SDP, accept: SDP, authorization: `Bearer ${token}` },
    body: peer.connection.localDescription?.sdp ?? '',
  })
  if (response.ok) await peer.accept(await response.clone().text()).catch(() => {})
  return response
}

/** Cloned, because the app reads the same response. */
async function readSettings({ reelcastSettings }: Window) {
  return (await reelcastSettings)?.clone().json()
}

async function readValidation({ reelcastRead, reelcastEarly }: Window) {
  await reelcastRead
  const calls = Object.entries(reelcastEarly?.calls ?? {})
  const [, text = ''] = (await calls.find(([path]) => path.endsWith('/validate'))?.[1]) ?? []
  return JSON.parse(text)
}

/**
 * Sends the offer if the operator uses the page's own server for the video, and GET /validate names its
 * address.
 */
async function sendEarlyOffer(page: Window): Promise<void> {
  const [, name] = /^\/game\/([^/]+)/.exec(location.pathname) ?? []
  if (!name) return
  const answers = [readSettings(page), readValidation(page)]
  const [settings, { token, early_video_url: address }] = await Promise.all(answers)
  const { videoUrl, machineUrl, iceTransportPolicy, countryCheck } = settings
  if (videoUrl || machineUrl || iceTransportPolicy === 'relay' || countryCheck || !address || isOver) return
  const id = encodeURIComponent(decodeURIComponent(name))
  const { href: url, origin } = new URL(address.replaceAll('{id}', id), location.origin)
  if (origin !== location.origin) return
  const peer = createPeer({ peer: (config) => new RTCPeerConnection(config) }, {})
  const answer = send(url, token, peer)
  answer.catch(() => {})
  offer = { url, token, sentAt: performance.now(), peer, answer }
  // The offer is not used if the app shows another page or starts late.
  setTimeout(takeEarlyOffer, UNUSED_MS, '', '')
}

// Without an early offer the app sends its own. Tests that run in Node have no window.
if (globalThis.window) sendEarlyOffer(window).catch(() => {})
