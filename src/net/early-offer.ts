import { createPeer, type Peer } from './whep-peer.ts'

/*
 * The offer for a game that is opened by its address, sent while the app's code is on its way: index.html asks for this
 * module first. The server connects and shows nothing until the player has a seat. This module imports nothing that
 * draws, and runs before the page is parsed.
 */

/** A server may end a session whose player has not joined after 10 s. */
export const EARLY_OFFER_MS = 9000

export interface EarlyOffer {
  url: string
  /** The player's token that it was sent with. */
  token: string
  /** `performance.now` */
  sentAt: number
  peer: Peer
  /** The server's answer; where it accepts, `peer` has it already. */
  answer: Promise<Response>
}

/** What index.html leaves to the app. */
interface Page {
  /** Resolves when the settings are read. */
  reelcastRead?: Promise<void>
  reelcastSettings?: Promise<Response>
  reelcastEarly?: { calls: Record<string, Promise<Response>> }
}

const SDP = 'application/sdp'

let offer: EarlyOffer | undefined

/** The offer that was sent to this URL with this token, once; another one is closed. */
export function takeEarlyOffer(url: string, token: string): EarlyOffer | undefined {
  const taken = offer
  offer = undefined
  if (taken?.url === url && taken.token === token) return taken
  taken?.peer.close()
  return undefined
}

async function send(url: string, token: string, peer: Peer): Promise<Response> {
  await peer.local
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': SDP, accept: SDP, authorization: `Bearer ${token}` },
    body: peer.connection.localDescription?.sdp ?? '',
  })
  if (response.status === 201) await peer.accept(await response.clone().text()).catch(() => {})
  return response
}

/** The JSON of an answer that the app reads as well. */
const readCopy = async (answer: Promise<Response> | undefined) => (await answer)?.clone().json()

async function readValidation({ reelcastRead, reelcastEarly }: Page) {
  await reelcastRead
  const calls = Object.entries(reelcastEarly?.calls ?? {})
  return readCopy(calls.find(([path]) => path.endsWith('/validate'))?.[1])
}

/** Offers where the operator leaves the picture to the page's own server, and GET /validate names its address. */
async function sendEarlyOffer(page: Page): Promise<void> {
  const [, id] = /^\/game\/([^/]+)/.exec(location.pathname) ?? []
  if (!id) return
  const copies = [readCopy(page.reelcastSettings), readValidation(page)]
  const [settings, { token, early_video_url: address }] = await Promise.all(copies)
  if (settings.videoUrl || settings.machineUrl || settings.iceTransportPolicy === 'relay' || !address) return
  const { href: url, origin } = new URL(address.replaceAll('{id}', id), location.origin)
  if (origin !== location.origin) return
  const peer = createPeer({ peer: (config) => new RTCPeerConnection(config) }, {})
  const answer = send(url, token, peer)
  answer.catch(() => {})
  offer = { url, token, sentAt: performance.now(), peer, answer }
  // Nobody has taken it: the app shows something else.
  setTimeout(takeEarlyOffer, EARLY_OFFER_MS, '', '')
}

// Without one the app sends its own.
sendEarlyOffer(globalThis as Page).catch(() => {})
