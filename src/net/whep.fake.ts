import type { EarlyOffer } from './early-offer.ts'
import type { WhepEnv } from './whep-env.ts'

/** A request of the client, which the test answers. */
export interface FakeRequest {
  url: string
  method: string
  headers: Record<string, string>
  body: string
  keepalive: boolean
  answered: boolean
  /** `from`: the address to which the request was redirected. */
  answer(status: number, headers?: Record<string, string>, body?: string, from?: string): Promise<void>
  lose(): Promise<void>
}

const CANDIDATE = 'candidate:1 1 udp 2122260223 192.0.2.1 61764 typ host'
let ufrags = 0

interface Extension {
  uri: string
  direction: string
}

const EXTENSIONS: Extension[] = [
  { uri: 'urn:ietf:params:rtp-hdrext:sdes:mid', direction: 'sendrecv' },
  { uri: 'http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time', direction: 'stopped' },
]

/** A peer connection that the test controls. */
class FakePeer {
  connectionState: RTCPeerConnectionState = 'new'
  localDescription: { type: string; sdp: string } | null = null
  remote: RTCSessionDescriptionInit[] = []
  transceivers: string[] = []
  /** The header extensions of the video, as the client set them. */
  negotiated: Extension[] | undefined
  framesDecoded = 0
  /** The DTLS transport, shared by audio and video. */
  transport = { state: 'connected', onstatechange: () => {} }
  signalingState = 'stable'
  closed = false
  refuseRemote = false
  onicecandidate: ((event: { candidate: { candidate: string } | null }) => void) | null = null
  ontrack: ((event: { track: MediaStreamTrack }) => void) | null = null
  onconnectionstatechange: (() => void) | null = null
  #ufrag = `u${++ufrags}`
  #extensions: Extension[] | undefined

  config: RTCConfiguration

  constructor(config: RTCConfiguration, extensions?: Extension[]) {
    this.config = config
    this.#extensions = extensions
  }

  addTransceiver(kind: string, { direction }: { direction: string }) {
    this.transceivers.push(`${kind} ${direction}`)
    const extensions = this.#extensions
    if (!extensions) return {}
    return {
      getHeaderExtensionsToNegotiate: () => extensions.map((one) => ({ ...one })),
      setHeaderExtensionsToNegotiate: (next: typeof extensions) => {
        this.negotiated = next
      },
    }
  }
  setConfiguration(config: RTCConfiguration) {
    this.config = config
  }
  restartIce() {
    this.#ufrag = `u${++ufrags}`
  }
  async setLocalDescription() {
    if (this.closed) throw new Error('closed')
    const type = this.remote.at(-1)?.type === 'offer' ? 'answer' : 'offer'
    const ice = [`a=ice-ufrag:${this.#ufrag}`, 'a=ice-pwd:secret']
    const media = [
      'm=video 9 UDP/TLS/RTP/SAVPF 96',
      'a=mid:0',
      ...ice,
      'm=audio 9 UDP/TLS/RTP/SAVPF 111',
      'a=mid:1',
    ]
    this.localDescription = { type, sdp: ['v=0', 'a=group:BUNDLE 0 1', ...media, ''].join('\r\n') }
  }
  async setRemoteDescription(description: RTCSessionDescriptionInit) {
    if (this.closed) throw new Error('closed')
    if (this.refuseRemote) throw new Error('not an answer')
    this.remote.push(description)
    this.ontrack?.({ track: { kind: 'video' } as MediaStreamTrack })
  }
  async getStats() {
    return new Map([['v', { type: 'inbound-rtp', kind: 'video', framesDecoded: this.framesDecoded }]])
  }
  close() {
    this.closed = true
    this.signalingState = 'closed'
    this.endTransport()
  }
  getReceivers() {
    return [{ transport: this.transport }]
  }
  /** Ends DTLS, as the server does when it ends the connection. */
  endTransport() {
    this.transport.state = 'closed'
    this.transport.onstatechange()
  }
  gather(candidate = CANDIDATE) {
    this.onicecandidate?.({ candidate: { candidate } })
  }
  /** All candidates of this generation are gathered. */
  endGathering() {
    this.onicecandidate?.({ candidate: null })
  }
  become(state: RTCPeerConnectionState) {
    this.connectionState = state
    this.onconnectionstatechange?.()
  }
}

/** Runs all pending microtasks. */
export const settle = async () => {
  for (let i = 0; i < 30; i++) await Promise.resolve()
}

/** An environment whose clock, page and server the test controls. */
export function fakeEnv() {
  const peers: FakePeer[] = []
  const requests: FakeRequest[] = []
  let timers: { at: number; run: () => void }[] = []
  let now = 1000
  const page = {
    ...{ hidden: false, refusesIce: false, back: () => {}, away: () => {}, left: false },
    /** The header extensions that the browser offers by default; undefined: no control of them. */
    extensions: EXTENSIONS as Extension[] | undefined,
    /** An offer that the page has sent before the app started. */
    earlyOffer: undefined as EarlyOffer | undefined,
  }

  const env: WhepEnv = {
    peer(config) {
      if (page.refusesIce && config.iceServers) throw new DOMException('no credential', 'InvalidAccessError')
      const peer = new FakePeer(config, page.extensions)
      peers.push(peer)
      return peer as unknown as RTCPeerConnection
    },
    media() {
      const tracks: MediaStreamTrack[] = []
      const stream = { addTrack: (track: MediaStreamTrack) => tracks.push(track), getTracks: () => tracks }
      return stream as unknown as MediaStream
    },
    fetch(url, init) {
      return new Promise<Response>((resolve, reject) => {
        if (init.signal?.aborted) return reject(init.signal.reason)
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        const request: FakeRequest = {
          url,
          method: init.method ?? 'GET',
          headers: init.headers as Record<string, string>,
          body: String(init.body ?? ''),
          keepalive: init.keepalive === true,
          answered: false,
          async answer(status, headers = {}, body = '', from = '') {
            request.answered = true
            const answer = new Response(status === 204 ? null : body, { status, headers })
            resolve(Object.defineProperty(answer, 'url', { value: from }))
            await settle()
          },
          async lose() {
            request.answered = true
            reject(new TypeError('network'))
            await settle()
          },
        }
        requests.push(request)
      })
    },
    earlyOffer(url, token) {
      const { earlyOffer: early } = page
      page.earlyOffer = undefined
      return early?.url === url && early.token === token ? early : undefined
    },
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
    random: () => 1,
    hidden: () => page.hidden,
    page(back, away) {
      Object.assign(page, { back, away })
      return () => {
        page.left = true
      }
    },
  }

  return {
    env,
    peers,
    requests,
    page,
    timers: () => timers.length,
    peer: () => peers.at(-1) as FakePeer,
    sent: (method: string) => requests.filter((one) => one.method === method),
    last: (method: string) => requests.filter((one) => one.method === method).at(-1) as FakeRequest,
    async pass(ms: number) {
      const end = now + ms
      for (;;) {
        const [next] = timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        timers = timers.filter((one) => one !== next)
        now = next.at
        next.run()
        await settle()
      }
      now = end
    },
  }
}
