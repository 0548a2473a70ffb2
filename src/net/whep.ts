import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Failure } from '../contract/result.ts'
import { browserEnv, type WhepEnv } from './whep-env.ts'
import { openSession, type WhepSession, type WhepWire } from './whep-session.ts'

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

/** Where the picture is; `url` absolute or relative to the page. */
export interface WhepSource {
  url: string
  iceServers: RTCIceServer[]
}

export interface Whep {
  readonly state: ReadonlySignal<WhepState>
  /** ms since a frame was shown: 0 while that is less than FRESH, then in steps of 100; `undefined` before the first. */
  readonly age: ReadonlySignal<number | undefined>
  /** Why it is `failed`. */
  readonly failure: ReadonlySignal<Failure | undefined>
  readonly stream: ReadonlySignal<MediaStream | undefined>
  /** Makes peer connection and offer, so that `play` has only to send it. */
  prepare(): void
  /** Opens the picture, or opens it anew. The token is asked for at each request. */
  play(source: WhepSource, token: () => string): void
  /** Counts the frames this element shows; the answer stops it. */
  watch(video: HTMLVideoElement): () => void
  /** The session as its extensions need it; undefined while there is none. Another one after each new offer. */
  wire(): WhepWire | undefined
  /** Ends the session with the server as well, for good. */
  close(): void
}

/** ms: an answer, a first frame, a restart may take so long. */
const ANSWER_IN = 10_000
const FRAME_IN = 6000
const RESTART_IN = 5000
/** ms: a picture without a frame for so long is stalled; for so long it may come back by itself. */
const OLD = 1000
const GRACE = 2000
/** ms of play after which an earlier failure is forgotten. */
const STEADY = 5000
const BEAT = 200
/** ms from a frame on the screen to the next look for one. Each look costs the page a frame of work of its own. */
const LOOK = 250
/** ms: a picture that is younger than a look and a beat is told to be 0 old; from there on its age is told in full. */
export const FRESH = LOOK + BEAT
const BACKOFF = { first: 500, most: 15_000 }

/**
 * A WHEP player: one picture, kept alive. Every state and what leads out of it:
 *
 *   idle        play -> offering
 *   offering    201 or 406 agreed -> connecting | 409, 429, 5xx, no answer in 10 s -> waiting | other 4xx -> failed
 *   connecting  a frame -> playing | ICE failed, or 6 s without a connection -> restarting
 *               | 6 s connected without a frame -> waiting
 *   playing     1 s without a frame, or ICE drops -> stalled | ICE failed -> restarting
 *   stalled     a frame -> playing | 2 s, or ICE failed -> restarting
 *   restarting  a frame -> playing | refused, ICE failed, or 5 s -> waiting
 *   waiting     backoff with jitter, or Retry-After; page or network back: at once -> offering
 *   failed      play -> offering
 *   closed      nothing
 *   any         play -> offering | page goes away -> idle (page back -> offering) | close -> closed
 *
 * A session is restarted once; the second time, unless it was steady between, a new one takes its place.
 * Frames after a session's first, not "connected", say that it plays. While the page is hidden browsers may show none,
 * so their absence restarts nothing then and is looked into when the page is back.
 */
export function createWhep(env: WhepEnv = browserEnv()): Whep {
  const state = signal<WhepState>('idle')
  const age = signal<number | undefined>()
  const failure = signal<Failure | undefined>()
  const stream = signal<MediaStream | undefined>()
  let source: WhepSource | undefined
  let token = () => ''
  let named: RTCIceServer[] = []
  let session: WhepSession | undefined
  let decoded = 0
  let restarts = 0
  let tries = 0
  let shown: number | undefined
  let seen = 0
  let watchers = 0
  let away = false
  let cancel = () => {}
  let stopBeat = () => {}

  const isIn = (...states: WhepState[]) => states.includes(state.peek())

  /** The only way into a state; `late` runs when it lasts `ms`. */
  function enter(next: WhepState, ms?: number, late?: () => void) {
    cancel()
    cancel = ms !== undefined && late ? env.after(ms, late) : () => {}
    state.value = next
  }

  function open(): WhepSession {
    const own = openSession({
      env,
      iceServers: [...(source?.iceServers ?? []), ...named],
      token: () => token(),
      onTrack: (media) => {
        if (own === session) stream.value = media
      },
      onConnection: (connection) => {
        if (own !== session) return
        if (connection === 'disconnected' && isIn('playing')) stall()
        if (connection !== 'failed') return
        if (isIn('connecting', 'playing', 'stalled')) void restart(own)
        else if (isIn('restarting')) again()
      },
      onIceServers: (servers) => {
        named = servers
      },
    })
    // What it shows first may be older than itself: servers greet with the last key frame they kept.
    decoded = 1
    restarts = 0
    return own
  }

  function drop() {
    session?.end()
    session = undefined
  }

  /** Gives this session up for a new one, not before `ms`. */
  function again(ms = 0) {
    drop()
    const backoff = tries ? Math.min(BACKOFF.first * 2 ** tries, BACKOFF.most) : BACKOFF.first / 2
    tries++
    enter('waiting', Math.max(ms, backoff * (0.5 + env.random() / 2)), () => void start())
  }

  async function start() {
    if (!source) return
    // A prepared session gathered without the servers it is to use now.
    if (session?.used || source.iceServers.length) drop()
    const own = session ?? open()
    session = own
    enter('offering', ANSWER_IN, () => again())
    const outcome = await own.offer(source.url)
    if (own !== session) return
    if (outcome.kind === 'agreed') {
      enter('connecting', FRAME_IN, () => (own.connected() ? again() : void restart(own)))
    } else if (outcome.kind === 'wait') again(outcome.ms)
    else if (outcome.kind === 'refused') {
      drop()
      failure.value = outcome.failure
      stopBeat()
      enter('failed')
    }
  }

  async function restart(own: WhepSession) {
    if (restarts++) return again()
    enter('restarting', RESTART_IN, () => again())
    const done = await own.restart()
    if (!done && own === session) again()
  }

  function stall() {
    const own = session
    if (own) enter('stalled', GRACE, () => (env.hidden() ? stall() : void restart(own)))
  }

  /** A frame was decoded, and `onScreen` known to be shown. */
  function frame(onScreen: boolean) {
    seen = env.now()
    if (onScreen) {
      shown = seen
      age.value = 0
    }
    if (!isIn('connecting', 'stalled', 'restarting')) return
    enter('playing', STEADY, () => {
      tries = 0
      restarts = 0
    })
  }

  async function count(own: WhepSession) {
    const now = await own.decoded()
    if (own !== session || now <= decoded) return
    decoded = now
    frame(!watchers)
  }

  function beat() {
    stopBeat = env.after(BEAT, beat)
    const old = shown === undefined ? Number.POSITIVE_INFINITY : env.now() - shown
    if (shown !== undefined) age.value = old < FRESH ? 0 : Math.ceil(old / 100) * 100
    if (!session || !isIn('connecting', 'playing', 'stalled', 'restarting')) return
    // The decoder is only asked where the screen does not tell: it is the dearer question.
    if (!watchers || old > OLD - BEAT) void count(session)
    if (isIn('playing') && !env.hidden() && env.now() - seen > OLD) stall()
  }

  function begin() {
    stopBeat()
    stopBeat = env.after(BEAT, beat)
    void start()
  }

  function pageBack() {
    if (away) begin()
    else if (isIn('waiting')) void start()
    else if (session && isIn('playing') && env.now() - seen > OLD) {
      stall()
      void count(session)
    }
    away = false
  }

  function pageAway() {
    away = !isIn('idle', 'failed', 'closed')
    drop()
    stopBeat()
    if (away) enter('idle')
  }

  const forgetPage = env.page(pageBack, pageAway)

  return {
    state,
    age,
    failure,
    stream,
    prepare() {
      if (isIn('idle')) session ??= open()
    },
    play(next, getToken) {
      if (isIn('closed')) return
      source = next
      token = getToken
      failure.value = undefined
      tries = 0
      begin()
    },
    watch(video) {
      // Without frame callbacks the decoder's own count has to do.
      if (!('requestVideoFrameCallback' in video)) return () => {}
      watchers++
      let greeted: WhepSession | undefined
      let last = -1
      let id = 0
      let stopLook = () => {}
      const look = () => {
        id = video.requestVideoFrameCallback(next)
      }
      const next = (_now: number, { mediaTime }: { mediaTime: number }) => {
        // It fires once more when a picture is taken down; that is no frame.
        if (!session || video.srcObject !== session.media || mediaTime === last) return look()
        last = mediaTime
        if (greeted !== session) {
          greeted = session
          return look()
        }
        stopLook = env.after(LOOK, look)
        frame(true)
      }
      look()
      return () => {
        watchers--
        stopLook()
        video.cancelVideoFrameCallback(id)
      }
    },
    wire: () => session?.wire,
    close() {
      if (isIn('closed')) return
      forgetPage()
      drop()
      stopBeat()
      stream.value = undefined
      enter('closed')
    },
  }
}
