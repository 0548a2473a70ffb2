import * as v from 'valibot'
import { Code } from '../contract/codes.ts'
import { ErrorAnswer } from '../contract/http.ts'
import { type Failure, failed } from '../contract/result.ts'
import type { WhepEnv } from './whep-env.ts'
import { apart, fragment, iceServersOf, restarted, retryAfter } from './whep-sdp.ts'

/** What became of an offer. `wait`: ask again, not before `ms`. `over`: given up meanwhile, by us. */
export type Outcome =
  | { kind: 'agreed' }
  | { kind: 'wait'; ms: number }
  | { kind: 'refused'; failure: Failure }
  | { kind: 'over' }

export interface SessionOptions {
  env: WhepEnv
  iceServers: RTCIceServer[]
  token: () => string
  onTrack(stream: MediaStream): void
  onConnection(state: RTCPeerConnectionState): void
  /** The server named ICE servers; they serve a restart or the next session, this one has gathered. */
  onIceServers(servers: RTCIceServer[]): void
}

/** What an extension of WHEP needs of a session that was agreed on. */
export interface WhepWire {
  readonly peer: RTCPeerConnection
  /** The `Link` header of the answer, and the address that its own are relative to. */
  readonly links: string
  readonly base: string
  /** A request in the player's name; rejected when the session ends before its answer is read. */
  request(to: string, method: string, headers: Record<string, string>, body?: string): Promise<Response>
}

export interface WhepSession {
  /** Undefined until the server has answered. */
  readonly wire: WhepWire | undefined
  readonly media: MediaStream
  /** The offer was sent; another one needs another session. */
  readonly used: boolean
  connected(): boolean
  offer(url: string): Promise<Outcome>
  /** Restarts ICE within the session; false when the server would not, or it is over. */
  restart(): Promise<boolean>
  /** Video frames decoded so far. */
  decoded(): Promise<number>
  end(): void
}

const SDP = 'application/sdp'
const busy = (status: number) => status === 409 || status === 429 || status >= 500
const absolute = (url: string, base: string) => new URL(url, new URL(base, globalThis.location?.href)).href

/** The refusal of a server, with the code it gave, else the one for a picture that can not be started. */
function refusal(status: number, text: string): Outcome {
  let code: number = Code.pipelineFailed
  try {
    const told = v.safeParse(ErrorAnswer, JSON.parse(text))
    if (told.success) code = told.output.code
  } catch {
    // Not every server explains itself; the status says enough.
  }
  const result = failed(status === 401 || status === 403 ? 'auth' : 'refused', { code, status })
  return result.ok ? { kind: 'over' } : { kind: 'refused', failure: result.error }
}

/**
 * One POST with what follows from it. Whatever the server made for it is ended by exactly one DELETE: at `end()`,
 * or, when that came first, as soon as the answer names it; so the POST is never aborted.
 * After every await a session that was ended goes no further.
 */
export function openSession({ env, iceServers, token, ...on }: SessionOptions): WhepSession {
  const media = env.media()
  const gone = new AbortController()
  let peer: RTCPeerConnection
  let local: Promise<void>
  let url: string | undefined
  let etag: string | null = null
  let remote = ''
  let wire: WhepWire | undefined
  let base = ''
  let queue: string[] = []
  // Candidates wait: for the session's URL, for the PATCH before, or for good where the server takes none.
  let held = true
  let used = false
  let over = false
  let told = false
  let restarts = 0

  function peerWith(servers?: RTCIceServer[]): RTCPeerConnection {
    try {
      return env.peer({ bundlePolicy: 'max-bundle', ...(servers && { iceServers: servers }) })
    } catch (reason) {
      // A list this browser can not read: without one most networks are reached all the same.
      if (servers) return peerWith()
      throw reason
    }
  }

  /** A peer that offers; with the server's own offer, one that answers. */
  function connect(offer?: string) {
    const own = peerWith(iceServers)
    peer = own
    own.ontrack = ({ track, receiver }) => {
      if (over || own !== peer) return
      // Shown as soon as it is decoded: somebody plays by what they see.
      if (receiver) receiver.jitterBufferTarget = 0
      media.addTrack(track)
      on.onTrack(media)
    }
    own.onicecandidate = ({ candidate }) => {
      if (over || own !== peer || !candidate?.candidate) return
      queue.push(candidate.candidate)
      void trickle()
    }
    own.onconnectionstatechange = () => {
      if (!over && own === peer) on.onConnection(own.connectionState)
    }
    if (!offer) {
      own.addTransceiver('video', { direction: 'recvonly' })
      own.addTransceiver('audio', { direction: 'recvonly' })
    }
    const heard = offer ? own.setRemoteDescription({ type: 'offer', sdp: offer }) : Promise.resolve()
    local = heard.then(() => own.setLocalDescription())
    // It is looked at where it is awaited; given up before that it must not end as unhandled.
    local.catch(() => {})
  }

  const sdp = () => peer.localDescription?.sdp ?? ''

  function request(
    to: string,
    method: string,
    headers: Record<string, string>,
    body?: string,
    signal?: AbortSignal,
  ) {
    const auth = token()
    return env.fetch(to, {
      method,
      headers: { ...headers, ...(auth && { authorization: `Bearer ${auth}` }) },
      ...(body === undefined ? { keepalive: true } : { body }),
      ...(signal && { signal }),
    })
  }

  const extension: WhepWire['request'] = (to, method, headers, body) =>
    request(to, method, headers, body, gone.signal)

  function patch(body: string, match: string | null) {
    const headers = { 'content-type': 'application/trickle-ice-sdpfrag', ...(match && { 'if-match': match }) }
    return request(url ?? '', 'PATCH', headers, body)
  }

  /** Ends what can be ended now; called once more when the answer to the POST comes after the end. */
  function end() {
    over = true
    peer.close()
    gone.abort()
    if (!url || told) return
    told = true
    request(url, 'DELETE', {}).catch(() => {})
  }

  async function trickle() {
    while (!over && !held && queue.length) {
      held = true
      try {
        const { ok } = await patch(fragment(sdp(), queue.splice(0)), etag)
        // A server that takes none finds the player by its checks; it is not asked again.
        held = !ok
      } catch {
        held = false
      }
    }
  }

  function heed(headers: Headers) {
    etag = headers.get('etag')
    const links = headers.get('link') ?? ''
    wire = { peer, links, base, request: extension }
    const named = iceServersOf(links)
    if (!named.length) return
    try {
      peer.setConfiguration({ bundlePolicy: 'max-bundle', iceServers: [...iceServers, ...named] })
      on.onIceServers(named)
    } catch {
      // A list this browser can not read: what it has must do.
    }
  }

  function agreed(): Outcome {
    held = !url
    void trickle()
    return { kind: 'agreed' }
  }

  /** The server would rather offer: a peer that answers takes the place of the one that offered. */
  async function answerTo(offer: string, headers: Headers): Promise<Outcome> {
    peer.close()
    queue = []
    remote = apart(offer)
    connect(remote)
    heed(headers)
    await local
    if (over) return { kind: 'over' }
    queue = []
    const { ok, status } = await request(url ?? '', 'PATCH', { 'content-type': SDP }, sdp())
    if (over) return { kind: 'over' }
    if (ok) return agreed()
    return busy(status) ? { kind: 'wait', ms: 0 } : refusal(status, '')
  }

  async function offer(to: string): Promise<Outcome> {
    used = true
    try {
      await local
      if (over) return { kind: 'over' }
      // Those gathered so far are in the offer itself.
      queue = []
      const answer = await request(to, 'POST', { 'content-type': SDP, accept: SDP }, sdp())
      const { status, headers } = answer
      base = answer.url || to
      const location = headers.get('location')
      if (location && (status === 201 || status === 406)) url = absolute(location, base)
      if (over) {
        end()
        return { kind: 'over' }
      }
      if (busy(status)) return { kind: 'wait', ms: retryAfter(headers.get('retry-after'), Date.now()) }
      const text = await answer.text()
      if (over) return { kind: 'over' }
      if (status === 406 && url) return await answerTo(text, headers)
      if (status !== 201) return refusal(status, text)
      heed(headers)
      remote = apart(text)
      await peer.setRemoteDescription({ type: 'answer', sdp: remote })
      return over ? { kind: 'over' } : agreed()
    } catch {
      return over ? { kind: 'over' } : { kind: 'wait', ms: 0 }
    }
  }

  async function restart(): Promise<boolean> {
    if (!url || over) return false
    held = true
    const turn = ++restarts
    try {
      peer.restartIce()
      await peer.setLocalDescription()
      if (over) return false
      queue = []
      const answer = await patch(fragment(sdp()), '*')
      const text = await answer.text()
      // The answer to one that another has overtaken is of an ICE session that is over.
      if (turn !== restarts) return true
      const next = answer.status === 200 ? restarted(remote, text) : undefined
      if (over || !next) return false
      remote = next
      etag = answer.headers.get('etag')
      await peer.setRemoteDescription({ type: 'answer', sdp: next })
      if (over) return false
      held = false
      void trickle()
      return true
    } catch {
      return turn !== restarts
    }
  }

  async function decoded(): Promise<number> {
    let count = 0
    try {
      const stats = await peer.getStats()
      stats.forEach((one) => {
        if (one.type === 'inbound-rtp' && one.kind === 'video') count += one.framesDecoded ?? 0
      })
    } catch {
      // A peer that can not tell has no frames to tell of.
    }
    return count
  }

  connect()
  return {
    media,
    get wire() {
      return wire
    },
    get used() {
      return used
    },
    connected: () => peer.connectionState === 'connected',
    offer,
    restart,
    decoded,
    end,
  }
}
