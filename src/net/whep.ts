import { type ReadonlySignal, signal } from '@preact/signals-react'
import { type Dispose, type Failure, failed } from '../contract/result.ts'
import type { EarlyOffer } from './early-offer.ts'
import { browserEnv, type WhepEnv } from './whep-env.ts'
import { FrameClock, POLL_INTERVAL_MS } from './whep-frames.ts'
import { mergeIceServers } from './whep-sdp.ts'
import { type WhepExtensionContext, WhepSession } from './whep-session.ts'
import { NO_RELAY, type Whep, type WhepSource, type WhepState } from './whep-types.ts'

const ANSWER_TIMEOUT_MS = 10_000
const FIRST_FRAME_TIMEOUT_MS = 6000
const RESTART_TIMEOUT_MS = 5000
/** Without a frame for this long a playing stream is stalled. */
const STALL_MS = 1000
/** How long a stalled stream may recover by itself. */
const STALL_TIMEOUT_MS = 2000
/** After playing for this long earlier failures no longer count. */
const STEADY_MS = 5000
const MIN_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 15_000
/** A server may end a session after 10 s without a seat. */
const EARLY_OFFER_MS = 9000
const NO_ANSWER = failed('network').error
const NO_FRAMES = failed('network', { status: 201 }).error

/**
 * A WHEP player: keeps one stream alive. States and transitions:
 *
 *   idle        play -> offering; an offer may be pending (`prepare`), and its connection may end
 *   offering    accepted -> connecting | a temporary refusal, no answer in 10 s -> waiting | other -> failed
 *   connecting  a frame -> playing | ICE failed, or 6 s without a connection -> restarting
 *               | 6 s connected without a frame -> waiting
 *   playing     1 s without a frame, or ICE disconnected -> stalled | ICE failed -> restarting
 *   stalled     a frame -> playing | 2 s, or ICE failed -> restarting
 *   restarting  a frame -> playing | refused, ICE failed, or 5 s -> waiting
 *   waiting     Retry-After, or backoff with jitter (ended by a visible page or the network) -> offering
 *   failed      play -> offering
 *   closed      final
 *   any         play -> offering | page goes away -> idle (page back -> offering) | close -> closed
 *               | the server ends the connection -> waiting
 *
 * A session is restarted once; a second time, unless it was steady meanwhile, a new session replaces it.
 * Frames after a session's first prove that it plays; a connected peer does not. Browsers may display no
 * frames in a hidden page, so their absence restarts nothing there and is checked when the page is visible
 * again.
 */
class WhepPlayer implements Whep {
  readonly state = signal<WhepState>('idle')
  readonly age: ReadonlySignal<number | undefined>
  readonly failure = signal<Failure | undefined>()
  readonly retrySeconds = signal<number | undefined>()
  readonly stream = signal<MediaStream | undefined>()
  onFrame: Whep['onFrame']
  readonly #env: WhepEnv
  readonly #frames: FrameClock
  readonly #stopPage: () => void
  #source: WhepSource | undefined
  #token = () => ''
  /** The ICE servers of an answer. */
  #namedServers: RTCIceServer[] = []
  #session: WhepSession | undefined
  /** The URL to which the session has sent its offer before `play`. */
  #earlyUrl: string | undefined
  #earlyUntil = 0
  #restarts = 0
  #attempts = 0
  /** When the server wants the next attempt; 0: it set no time. */
  #retryAt = 0
  #isAway = false
  #cancelTimeout = () => {}
  #stopPolling = () => {}

  constructor(env: WhepEnv) {
    this.#env = env
    this.#frames = new FrameClock(env, () => this.#handleFrame())
    this.age = this.#frames.age
    this.#stopPage = env.page(
      () => this.#pageBack(),
      () => this.#pageAway(),
    )
  }

  async prepare(url?: string, token = this.#token): Promise<void> {
    if (!this.#isIn('idle')) return
    const early = url && !this.#session ? this.#env.earlyOffer(url, token()) : undefined
    const session = this.#prepareSession(early)
    if (!session) return
    if (url && !session.isUsed) {
      this.#token = token
      this.#earlyUrl = url
      this.#earlyUntil = (early?.sentAt ?? this.#env.now()) + EARLY_OFFER_MS
      void session.offer(url)
    }
    await session.isDescribed
  }

  play(source: WhepSource, token: () => string): void {
    if (this.#isIn('closed')) return
    // A new source's credentials are newer than an answer's.
    if (JSON.stringify(source.iceServers) !== JSON.stringify(this.#source?.iceServers ?? []))
      this.#namedServers = []
    this.#source = source
    this.#token = token
    this.failure.value = undefined
    this.#attempts = 0
    this.#start()
  }

  watch(video: HTMLVideoElement): Dispose {
    return this.#frames.watch(
      video,
      () => (this.#isIn('idle') ? undefined : this.#session?.media),
      (frame) => this.onFrame?.(frame),
    )
  }

  extension(): WhepExtensionContext | undefined {
    return this.#session?.extension
  }

  close(): void {
    if (this.#isIn('closed')) return
    this.#stopPage()
    this.#drop()
    this.#stopPolling()
    this.stream.value = undefined
    this.#enter('closed')
  }

  #isIn(...states: WhepState[]): boolean {
    return states.includes(this.state.peek())
  }

  /** The only way to change the state; `onTimeout` runs if the state lasts `ms`. */
  #enter(state: WhepState, ms?: number, onTimeout?: () => void): void {
    this.#cancelTimeout()
    this.#cancelTimeout = ms !== undefined && onTimeout ? this.#env.after(ms, onTimeout) : () => {}
    if (state !== 'waiting') this.#retryAt = 0
    this.#countDown()
    this.state.value = state
  }

  #countDown(): void {
    this.retrySeconds.value = this.#retryAt ? Math.ceil((this.#retryAt - this.#env.now()) / 1000) : undefined
  }

  #open(early?: EarlyOffer): WhepSession {
    const session = new WhepSession({
      env: this.#env,
      iceServers: mergeIceServers(this.#source?.iceServers ?? [], this.#namedServers),
      isRelayOnly: this.#source?.isRelayOnly === true,
      token: () => this.#token(),
      onConnection: (connection) => {
        if (session === this.#session) this.#handleConnection(session, connection)
      },
      onIceServers: (servers) => {
        this.#namedServers = servers
      },
      onNoRelay: () => {
        if (session === this.#session) this.#handleNoRelay(session)
      },
      early,
    })
    this.#frames.startSession()
    this.#restarts = 0
    return session
  }

  #drop(): void {
    this.#session?.end()
    this.#session = this.#earlyUrl = undefined
  }

  #start(): void {
    this.#stopPolling()
    this.#stopPolling = this.#env.after(POLL_INTERVAL_MS, () => this.#poll())
    void this.#offer()
  }

  /** The session to offer with; undefined if the browser cannot create another peer connection now. */
  #prepareSession(early?: EarlyOffer): WhepSession | undefined {
    try {
      this.#session ??= this.#open(early)
    } catch {
      // The next attempt follows after a delay.
    }
    return this.#session
  }

  async #offer(): Promise<void> {
    const source = this.#source
    if (!source) return
    const { url, iceServers, isRelayOnly } = source
    // A prepared session gathered without the servers of this source.
    const isInTime = this.#earlyUrl === url && this.#env.now() < this.#earlyUntil
    if (iceServers.length || isRelayOnly || (this.#session?.isUsed && !isInTime)) this.#drop()
    const isEarly = this.#earlyUrl === url
    this.#earlyUrl = undefined
    const session = this.#prepareSession()
    if (!session) return this.#retry()
    this.#enter('offering', ANSWER_TIMEOUT_MS, () => this.#retry(NO_ANSWER))
    const outcome = await session.offer(url)
    if (session !== this.#session) return
    // The early offer was refused because it came too early.
    if (isEarly && outcome.kind !== 'accepted') return this.#offer()
    if (outcome.kind === 'accepted') {
      this.stream.value = session.media
      this.#enter('connecting', FIRST_FRAME_TIMEOUT_MS, () =>
        session.isConnected ? this.#retry() : void this.#restart(session),
      )
      session.checkRelay()
    } else if (outcome.kind === 'retry') this.#retry(outcome.failure, outcome.ms)
    else if (outcome.kind === 'refused') this.#fail(outcome.failure)
  }

  #fail(failure: Failure): void {
    this.#drop()
    this.failure.value = failure
    this.#stopPolling()
    this.#enter('failed')
  }

  /** Replaces this session by a new one, not before `ms`. */
  #retry(failure = this.#session?.lacksRelay ? NO_RELAY : NO_FRAMES, ms = 0): void {
    this.#drop()
    this.failure.value = failure
    const backoff = this.#attempts
      ? Math.min(MIN_BACKOFF_MS * 2 ** this.#attempts, MAX_BACKOFF_MS)
      : MIN_BACKOFF_MS / 2
    this.#attempts++
    const delay = Math.max(ms, backoff * (0.5 + this.#env.random() / 2))
    this.#retryAt = ms && this.#env.now() + delay
    this.#enter('waiting', delay, () => void this.#offer())
  }

  async #restart(session: WhepSession): Promise<void> {
    if (this.#restarts++) return this.#retry()
    this.#enter('restarting', RESTART_TIMEOUT_MS, () => this.#retry())
    const isDone = await session.restart()
    if (!isDone && session === this.#session) this.#retry()
  }

  /** The answer may contain servers or newer credentials: gathers once more with these. */
  #handleNoRelay(session: WhepSession): void {
    if (this.#isIn('offering')) return
    if (!session.hasTurn) this.#fail(NO_RELAY)
    else if (this.#isIn('connecting') && this.#namedServers.length && !this.#restarts)
      void this.#restart(session)
    else this.#retry()
  }

  #stall(): void {
    const session = this.#session
    if (!session) return
    this.#enter('stalled', STALL_TIMEOUT_MS, () =>
      this.#env.hidden() ? this.#stall() : void this.#restart(session),
    )
  }

  #handleConnection(session: WhepSession, connection: RTCPeerConnectionState): void {
    if (this.#isIn('idle')) {
      if (/closed|failed/.test(connection)) this.#drop()
      return
    }
    if (connection === 'closed') this.#retry()
    if (connection === 'disconnected' && this.#isIn('playing')) this.#stall()
    if (connection !== 'failed') return
    if (this.#isIn('connecting', 'playing', 'stalled')) void this.#restart(session)
    else if (this.#isIn('restarting')) this.#retry()
  }

  #handleFrame(): void {
    if (!this.#isIn('connecting', 'stalled', 'restarting')) return
    this.failure.value = undefined
    this.#enter('playing', STEADY_MS, () => {
      this.#attempts = 0
      this.#restarts = 0
    })
  }

  #countDecoded(session: WhepSession): void {
    void this.#frames.countDecoded(
      () => session.decodedFrames(),
      () => session === this.#session,
    )
  }

  #isOverdue(): boolean {
    return this.#isIn('playing') && this.#frames.sinceFrame > STALL_MS
  }

  #poll(): void {
    this.#stopPolling = this.#env.after(POLL_INTERVAL_MS, () => this.#poll())
    this.#countDown()
    this.#frames.updateAge()
    const session = this.#session
    if (!session || !this.#isIn('connecting', 'playing', 'stalled', 'restarting')) return
    // The decoder's count is read only without displayed frames, because it costs more.
    if (this.#frames.sinceShown > STALL_MS - POLL_INTERVAL_MS) this.#countDecoded(session)
    if (this.#isOverdue() && !this.#env.hidden()) this.#stall()
  }

  #pageBack(): void {
    const session = this.#session
    if (this.#isAway) this.#start()
    else if (this.#isIn('waiting') && !this.#retryAt) void this.#offer()
    else if (session && this.#isOverdue()) {
      this.#stall()
      this.#countDecoded(session)
    }
    this.#isAway = false
  }

  #pageAway(): void {
    this.#isAway = !this.#isIn('idle', 'failed', 'closed')
    this.#drop()
    this.#stopPolling()
    if (this.#isAway) this.#enter('idle')
  }
}

export const createWhep = (env: WhepEnv = browserEnv()): Whep => new WhepPlayer(env)
