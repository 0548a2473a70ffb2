import { type Failure, failed } from '../contract/result.ts'
import type { EarlyOffer } from './early-offer.ts'
import { retryAfterMs } from './server-clock.ts'
import type { WhepEnv } from './whep-env.ts'
import { answeredAt } from './whep-location.ts'
import { createPeer, decodedFrames, type IceConfig, type Peer } from './whep-peer.ts'
import { createRequest, mayPass, refusalOf, type WhepRequest } from './whep-request.ts'
import {
  fragment,
  iceServersOf,
  isTurn,
  mergeIceRestart,
  mergeIceServers,
  separateAudioStream,
} from './whep-sdp.ts'
import { createTrickle } from './whep-trickle.ts'

/** The outcome of an offer. `retry`: not before `ms`. `ended`: this side ended the session meanwhile. */
export type Outcome =
  | { kind: 'accepted' }
  | { kind: 'retry'; failure: Failure; ms: number }
  | { kind: 'refused'; failure: Failure }
  | { kind: 'ended' }

export interface SessionOptions {
  env: WhepEnv
  iceServers: RTCIceServer[]
  /** Uses a relay's candidates only. */
  isRelayOnly?: boolean
  token: () => string
  onConnection(state: RTCPeerConnectionState): void
  /**
   * The ICE servers of the answer. This session has already gathered, so they serve a restart or the next
   * session.
   */
  onIceServers(servers: RTCIceServer[]): void
  /** The session was accepted, is restricted to relays, and has gathered no candidate. */
  onNoRelay?(): void
  /** An offer that was already sent to this session's URL. */
  early?: EarlyOffer | undefined
}

/** What an extension of WHEP needs from an accepted session. */
export interface WhepExtensionContext {
  readonly peer: RTCPeerConnection
  /** The answer's `Link` header, and the URL to which its links are relative. */
  readonly links: string
  readonly base: string
  /** Sends an authorized request; rejects if the session ends before the answer is read. */
  request(url: string, method: string, headers: Record<string, string>, body?: string): Promise<Response>
}

const SDP = 'application/sdp'
/** The app waits for no longer by itself, ms. */
const MAX_RETRY_MS = 3_600_000
const ENDED: Outcome = { kind: 'ended' }

function refused({ status, headers }: Response, text: string): Outcome {
  const failure = refusalOf(status, text)
  const ms = Math.min(retryAfterMs(headers), MAX_RETRY_MS)
  return mayPass(failure, ms) ? { kind: 'retry', failure, ms } : { kind: 'refused', failure }
}

/**
 * One WHEP session on the server. States and transitions:
 *
 *   new       offer -> offering
 *   offering  2xx with an answer, or 406 and its counter-offer answered -> accepted
 *   accepted  restart -> accepted, with fresh ICE credentials
 *   any       end -> ended
 *
 * A session that the server has created is deleted by exactly one DELETE: at `end()`, or, if that came first,
 * as soon as the answer names the session. Therefore the POST is never aborted. Each step checks for `ended`
 * after every await.
 */
export class WhepSession {
  readonly media: MediaStream
  readonly #options: SessionOptions
  readonly #request: WhepRequest
  readonly #abort = new AbortController()
  readonly #trickle = createTrickle((candidates) => this.#sendCandidates(candidates))
  #state: 'new' | 'offering' | 'accepted' | 'ended' = 'new'
  #peer: Peer
  /** The session's URL on the server, until its DELETE is sent. */
  #url: string | undefined
  /** A server on another origin answers, to which this one has redirected the offer: it gets no token. */
  #isElsewhere = false
  #etag: string | null = null
  #remoteSdp = ''
  #extension: WhepExtensionContext | undefined
  #outcome: Promise<Outcome> | undefined
  #restarts = 0
  #candidates = 0
  #isGathered = false
  #iceServers: RTCIceServer[]

  constructor(options: SessionOptions) {
    this.#options = options
    this.#iceServers = options.iceServers
    this.#request = createRequest(options.env, () => (this.#isElsewhere ? '' : options.token()))
    this.media = options.env.media()
    this.#peer = options.early?.peer ?? this.#connect()
    this.#listen()
  }

  /** Resolves when the offer is created. */
  get isDescribed(): Promise<void> {
    return this.#peer.local.catch(() => {})
  }

  /** Undefined until the server has answered. */
  get extension(): WhepExtensionContext | undefined {
    return this.#extension
  }

  /** The offer was sent; another offer needs another session. */
  get isUsed(): boolean {
    return this.#state !== 'new'
  }

  /** Restricted to relays, and no TURN server has provided a candidate yet. */
  get lacksRelay(): boolean {
    return this.#options.isRelayOnly === true && this.#candidates === 0
  }

  get hasTurn(): boolean {
    return this.#iceServers.some(isTurn)
  }

  get isConnected(): boolean {
    return this.#peer.connection.connectionState === 'connected'
  }

  decodedFrames(): Promise<number> {
    return decodedFrames(this.#peer.connection)
  }

  /** Sends the offer; only the first call has an effect, further ones return its outcome. */
  offer(url: string): Promise<Outcome> {
    this.#outcome ??= this.#sendOffer(url)
    return this.#outcome
  }

  async #sendOffer(url: string): Promise<Outcome> {
    this.#state = 'offering'
    let { error: failure } = failed('network')
    try {
      await this.#peer.local
      if (this.#isEnded()) return ENDED
      // The offer contains the candidates gathered so far. After an early offer they are not sent: its server
      // needs none (contract).
      this.#trickle.reset()
      const headers = { 'content-type': SDP, accept: SDP }
      const answer = await (this.#options.early?.answer ??
        this.#request(url, 'POST', headers, this.#localSdp()))
      failure = failed('invalid', { status: answer.status }).error
      return await this.#handleAnswer(url, answer)
    } catch {
      return this.#isEnded() ? ENDED : { kind: 'retry', failure, ms: 0 }
    }
  }

  /** Restarts ICE within the session; false if the server refuses or the session has ended. */
  async restart(): Promise<boolean> {
    if (!this.#url || this.#state !== 'accepted') return false
    const restart = ++this.#restarts
    const { connection } = this.#peer
    this.#startGathering()
    try {
      connection.restartIce()
      await connection.setLocalDescription()
      if (this.#isEnded()) return false
      this.#trickle.reset()
      const answer = await this.#patch(fragment(this.#localSdp()), '*')
      const text = await answer.text()
      // The answer to a superseded restart belongs to an outdated ICE generation.
      if (restart !== this.#restarts) return true
      const merged = answer.ok ? mergeIceRestart(this.#remoteSdp, text) : undefined
      if (this.#isEnded() || !merged) return false
      this.#remoteSdp = merged
      this.#etag = answer.headers.get('etag')
      await connection.setRemoteDescription({ type: 'answer', sdp: merged })
      if (this.#isEnded()) return false
      this.#trickle.release()
      return true
    } catch {
      return restart !== this.#restarts
    }
  }

  /** Calls `onNoRelay` if the answer arrived after the last candidate. */
  checkRelay(): void {
    if (this.#state === 'accepted' && this.#isGathered && this.lacksRelay) this.#options.onNoRelay?.()
  }

  /**
   * Closes the connection and deletes the session; called again if the POST's answer names the session later.
   */
  end(): void {
    this.#state = 'ended'
    this.#trickle.reset()
    this.#peer.close()
    this.#abort.abort()
    const url = this.#url
    this.#url = undefined
    if (url) this.#request(url, 'DELETE', {}).catch(() => {})
  }

  #isEnded(): boolean {
    return this.#state === 'ended'
  }

  #iceConfig(): IceConfig {
    const isRelayOnly = this.#options.isRelayOnly
    return { iceServers: this.#iceServers, ...(isRelayOnly && { iceTransportPolicy: 'relay' }) }
  }

  #startGathering(): void {
    this.#trickle.reset()
    this.#candidates = 0
    this.#isGathered = false
  }

  #handleCandidate(candidate: string | undefined): void {
    if (candidate) {
      this.#candidates++
      this.#trickle.add(candidate)
    } else {
      this.#isGathered = true
      this.checkRelay()
    }
  }

  /** Creates a peer that offers, or that answers the server's counter-offer. */
  #connect(offer?: string): Peer {
    return createPeer(this.#options.env, this.#iceConfig(), offer)
  }

  #listen(): void {
    this.#startGathering()
    this.#peer.listen({
      onTrack: (track) => this.media.addTrack(track),
      onCandidate: (candidate) => this.#handleCandidate(candidate),
      onConnection: this.#options.onConnection,
    })
  }

  #localSdp(): string {
    return this.#peer.connection.localDescription?.sdp ?? ''
  }

  #patch(body: string, etag: string | null): Promise<Response> {
    const type = { 'content-type': 'application/trickle-ice-sdpfrag' }
    return this.#request(this.#url ?? '', 'PATCH', { ...type, ...(etag && { 'if-match': etag }) }, body)
  }

  async #sendCandidates(candidates: string[]): Promise<boolean> {
    return (await this.#patch(fragment(this.#localSdp(), candidates), this.#etag)).ok
  }

  async #handleAnswer(url: string, answer: Response): Promise<Outcome> {
    const { status, headers } = answer
    const { base, session, isElsewhere } = answeredAt(url, answer)
    this.#isElsewhere = isElsewhere
    this.#url = session
    if (this.#isEnded()) {
      this.end()
      return ENDED
    }
    const text = await answer.text()
    if (this.#isEnded()) return ENDED
    if (status === 406 && this.#url) return this.#answerCounterOffer(text, headers, base)
    // A page, a refusal with status 200 or nothing is no description.
    if (!answer.ok || !/^\s*[^\s<{]/.test(text)) return refused(answer, text)
    this.#applyHeaders(headers, base)
    this.#remoteSdp = separateAudioStream(text)
    await this.#peer.accept(text)
    return this.#isEnded() ? ENDED : this.#accept()
  }

  /** The server prefers to offer: an answering peer replaces the offering one. */
  async #answerCounterOffer(offer: string, headers: Headers, base: string): Promise<Outcome> {
    this.#peer.close()
    this.#remoteSdp = separateAudioStream(offer)
    this.#peer = this.#connect(this.#remoteSdp)
    this.#listen()
    this.#applyHeaders(headers, base)
    await this.#peer.local
    if (this.#isEnded()) return ENDED
    this.#trickle.reset()
    const answer = await this.#request(this.#url ?? '', 'PATCH', { 'content-type': SDP }, this.#localSdp())
    const text = await answer.text()
    if (this.#isEnded()) return ENDED
    return answer.ok ? this.#accept() : refused(answer, text)
  }

  #applyHeaders(headers: Headers, base: string): void {
    this.#etag = headers.get('etag')
    const links = headers.get('link') ?? ''
    const { connection: peer } = this.#peer
    const { signal } = this.#abort
    this.#extension = {
      peer,
      links,
      base,
      request: (url, method, fields, body) => this.#request(url, method, fields, body, signal),
    }
    const named = iceServersOf(links)
    if (!named.length) return
    const before = this.#iceServers
    this.#iceServers = mergeIceServers(before, named)
    try {
      peer.setConfiguration({ bundlePolicy: 'max-bundle', ...this.#iceConfig() })
      this.#options.onIceServers(named)
    } catch {
      // The browser cannot parse the list: the session keeps its servers.
      this.#iceServers = before
    }
  }

  #accept(): Outcome {
    this.#state = 'accepted'
    // Without a Location the server accepts no PATCH.
    if (this.#url) this.#trickle.release()
    return { kind: 'accepted' }
  }
}
