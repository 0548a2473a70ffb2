import { type ReadonlySignal, signal } from '@preact/signals-react'
import { type Dispose, type Failure, failed } from '../contract/result.ts'
import { browserEnv, type WhepEnv } from './whep-env.ts'
import { FRAME_INTERVAL_MS, type FrameTimes, watchFrames } from './whep-frames.ts'
import { type WhepExtensionContext, WhepSession } from './whep-session.ts'

export type WhepState =
  | 'idle'
  | 'offering'
  | 'connecting'
  | 'playing'
  | 'stalled'
  | 'restarting'
  | 'waiting'
  | 'failed'
  | 'closed'

/** Where the stream is; `url` absolute or relative to the page. */
export interface WhepSource {
  url: string
  iceServers: RTCIceServer[]
}

export interface Whep {
  readonly state: ReadonlySignal<WhepState>
  /** ms since a frame was shown: 0 below FRESH_MS, then in steps of 100; `undefined` before the first. */
  readonly age: ReadonlySignal<number | undefined>
  /**
   * Why the last attempt failed, until a frame plays; final in the state `failed`. `network` without a status: the
   * server did not answer; with one: it did, but no frame arrived.
   */
  readonly failure: ReadonlySignal<Failure | undefined>
  /** Whole seconds until the next attempt, where the server named the time (Retry-After). */
  readonly retrySeconds: ReadonlySignal<number | undefined>
  readonly stream: ReadonlySignal<MediaStream | undefined>
  /** Creates the peer connection and its offer, so that `play` has only to send it. */
  prepare(): void
  /** Opens the stream, or reopens it. `token` is read for each request. */
  play(source: WhepSource, token: () => string): void
  /** Counts the frames this element shows; the result stops it. */
  watch(video: HTMLVideoElement): Dispose
  /** Called for each frame that the watched element shows, as often as they are looked at. */
  onFrame?: ((frame: FrameTimes) => void) | undefined
  /** What an extension needs of the session; undefined while there is none. Each new offer makes another one. */
  extension(): WhepExtensionContext | undefined
  /** Ends the session, on the server as well, for good. */
  close(): void
}

const ANSWER_TIMEOUT_MS = 10_000
const FIRST_FRAME_TIMEOUT_MS = 6000
const RESTART_TIMEOUT_MS = 5000
/** Without a frame for so long a playing stream is stalled. */
const STALL_MS = 1000
/** A stalled stream may recover by itself for so long. */
const STALL_TIMEOUT_MS = 2000
/** After so long in play earlier failures no longer count. */
const STEADY_MS = 5000
const POLL_INTERVAL_MS = 200
/** The age of a frame below this is reported as 0: it is less than one frame request and one poll. */
export const FRESH_MS = FRAME_INTERVAL_MS + POLL_INTERVAL_MS
const MIN_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 15_000
const NO_ANSWER = failed('network').error
const NO_FRAMES = failed('network', { status: 201 }).error

/**
 * A WHEP player: one stream, kept alive. States and transitions:
 *
 *   idle        play -> offering
 *   offering    accepted -> connecting | a refusal that may pass, no answer in 10 s -> waiting | other -> failed
 *   connecting  a frame -> playing | ICE failed, or 6 s without a connection -> restarting
 *               | 6 s connected without a frame -> waiting
 *   playing     1 s without a frame, or ICE disconnected -> stalled | ICE failed -> restarting
 *   stalled     a frame -> playing | 2 s, or ICE failed -> restarting
 *   restarting  a frame -> playing | refused, ICE failed, or 5 s -> waiting
 *   waiting     Retry-After, or backoff with jitter, which a page or network that is back ends -> offering
 *   failed      play -> offering
 *   closed      nothing
 *   any         play -> offering | page goes away -> idle (page back -> offering) | close -> closed
 *
 * A session is restarted once; the second time, unless it was steady between, a new one replaces it.
 * Frames after a session's first, not a connected peer, prove that it plays. Browsers may show no frames in a hidden
 * page, so their absence restarts nothing there and is checked when the page is visible again.
 */
class WhepPlayer implements Whep {
  readonly state = signal<WhepState>('idle')
  readonly age = signal<number | undefined>()
  readonly failure = signal<Failure | undefined>()
  readonly retrySeconds = signal<number | undefined>()
  readonly stream = signal<MediaStream | undefined>()
  onFrame: Whep['onFrame']
  readonly #env: WhepEnv
  readonly #stopPage: () => void
  #source: WhepSource | undefined
  #token = () => ''
  /** ICE servers that an answer named. */
  #namedServers: RTCIceServer[] = []
  #session: WhepSession | undefined
  #decoded = 0
  #restarts = 0
  #attempts = 0
  /** When the server wants the next attempt; 0: it has named no time. */
  #retryAt = 0
  #shownAt: number | undefined
  #frameAt = 0
  #watchers = 0
  #isAway = false
  #cancelTimeout = () => {}
  #stopPolling = () => {}

  constructor(env: WhepEnv) {
    this.#env = env
    this.#stopPage = env.page(
      () => this.#pageBack(),
      () => this.#pageAway(),
    )
  }

  prepare(): void {
    if (this.#isIn('idle')) this.#prepareSession()
  }

  play(source: WhepSource, token: () => string): void {
    if (this.#isIn('closed')) return
    this.#source = source
    this.#token = token
    this.failure.value = undefined
    this.#attempts = 0
    this.#start()
  }

  watch(video: HTMLVideoElement): Dispose {
    // Without frame callbacks the decoder's own count is used.
    if (!('requestVideoFrameCallback' in video)) return () => {}
    this.#watchers++
    const stop = watchFrames(
      video,
      this.#env.after,
      () => this.#session?.media,
      (frame) => {
        this.#handleFrame(true)
        this.onFrame?.(frame)
      },
    )
    return () => {
      this.#watchers--
      stop()
    }
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

  /** The only way into a state; `onTimeout` runs when it lasts `ms`. */
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

  #open(): WhepSession {
    const session = new WhepSession({
      env: this.#env,
      iceServers: [...(this.#source?.iceServers ?? []), ...this.#namedServers],
      token: () => this.#token(),
      onTrack: (stream) => {
        if (session === this.#session) this.stream.value = stream
      },
      onConnection: (connection) => {
        if (session === this.#session) this.#handleConnection(session, connection)
      },
      onIceServers: (servers) => {
        this.#namedServers = servers
      },
    })
    // A session's first frame may be older than itself: servers start with the last key frame they kept.
    this.#decoded = 1
    this.#restarts = 0
    return session
  }

  #drop(): void {
    this.#session?.end()
    this.#session = undefined
  }

  #start(): void {
    this.#stopPolling()
    this.#stopPolling = this.#env.after(POLL_INTERVAL_MS, () => this.#poll())
    void this.#offer()
  }

  /** The session to offer with; undefined where the browser makes no further peer connection now. */
  #prepareSession(): WhepSession | undefined {
    try {
      this.#session ??= this.#open()
    } catch {
      // The next attempt comes after a pause.
    }
    return this.#session
  }

  async #offer(): Promise<void> {
    const source = this.#source
    if (!source) return
    // A prepared session gathered without the servers that this source names.
    if (this.#session?.isUsed || source.iceServers.length) this.#drop()
    const session = this.#prepareSession()
    if (!session) return this.#retry()
    this.#enter('offering', ANSWER_TIMEOUT_MS, () => this.#retry(NO_ANSWER))
    const outcome = await session.offer(source.url)
    if (session !== this.#session) return
    if (outcome.kind === 'accepted') {
      this.#enter('connecting', FIRST_FRAME_TIMEOUT_MS, () =>
        session.isConnected ? this.#retry() : void this.#restart(session),
      )
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
  #retry(failure = NO_FRAMES, ms = 0): void {
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

  #stall(): void {
    const session = this.#session
    if (!session) return
    this.#enter('stalled', STALL_TIMEOUT_MS, () =>
      this.#env.hidden() ? this.#stall() : void this.#restart(session),
    )
  }

  #handleConnection(session: WhepSession, connection: RTCPeerConnectionState): void {
    if (connection === 'disconnected' && this.#isIn('playing')) this.#stall()
    if (connection !== 'failed') return
    if (this.#isIn('connecting', 'playing', 'stalled')) void this.#restart(session)
    else if (this.#isIn('restarting')) this.#retry()
  }

  /** A frame was decoded; `isShown`: it is known to be on the screen. */
  #handleFrame(isShown: boolean): void {
    this.#frameAt = this.#env.now()
    if (isShown) {
      this.#shownAt = this.#frameAt
      this.age.value = 0
    }
    if (!this.#isIn('connecting', 'stalled', 'restarting')) return
    this.failure.value = undefined
    this.#enter('playing', STEADY_MS, () => {
      this.#attempts = 0
      this.#restarts = 0
    })
  }

  async #countDecoded(session: WhepSession): Promise<void> {
    const decoded = await session.decodedFrames()
    if (session !== this.#session || decoded <= this.#decoded) return
    this.#decoded = decoded
    this.#handleFrame(!this.#watchers)
  }

  #isOverdue(): boolean {
    return this.#isIn('playing') && this.#env.now() - this.#frameAt > STALL_MS
  }

  #poll(): void {
    this.#stopPolling = this.#env.after(POLL_INTERVAL_MS, () => this.#poll())
    this.#countDown()
    const age = this.#shownAt === undefined ? Number.POSITIVE_INFINITY : this.#env.now() - this.#shownAt
    if (age < Number.POSITIVE_INFINITY) this.age.value = age < FRESH_MS ? 0 : Math.ceil(age / 100) * 100
    const session = this.#session
    if (!session || !this.#isIn('connecting', 'playing', 'stalled', 'restarting')) return
    // The decoder is asked only where the screen gives no answer: it costs more.
    if (!this.#watchers || age > STALL_MS - POLL_INTERVAL_MS) void this.#countDecoded(session)
    if (this.#isOverdue() && !this.#env.hidden()) this.#stall()
  }

  #pageBack(): void {
    const session = this.#session
    if (this.#isAway) this.#start()
    else if (this.#isIn('waiting') && !this.#retryAt) void this.#offer()
    else if (session && this.#isOverdue()) {
      this.#stall()
      void this.#countDecoded(session)
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
