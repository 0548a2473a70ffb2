import type { ReadonlySignal } from '@preact/signals-react'
import { type Dispose, type Failure, failed } from '../contract/result.ts'
import type { FrameTimes } from './whep-frames.ts'
import type { WhepExtensionContext } from './whep-session.ts'

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

/** The source of the stream; `url` is absolute or relative to the page. */
export interface WhepSource {
  url: string
  iceServers: RTCIceServer[]
  /** Restricts the media path to relays (TURN). */
  isRelayOnly?: boolean
}

/** The failure of a relayed source without a candidate from a TURN server. */
export const NO_RELAY: Failure = failed('network').error

export interface Whep {
  readonly state: ReadonlySignal<WhepState>
  /** ms since a frame was displayed: 0 below FRESH_MS, then in steps of 100; `undefined` before the first. */
  readonly age: ReadonlySignal<number | undefined>
  /**
   * Why the last attempt failed, until a frame plays; final in the state `failed`. `network` without a
   * status: the server did not answer; with a status: it answered, but no frame arrived.
   */
  readonly failure: ReadonlySignal<Failure | undefined>
  /** Whole seconds until the next attempt, if the server set its time (Retry-After). */
  readonly retrySeconds: ReadonlySignal<number | undefined>
  readonly stream: ReadonlySignal<MediaStream | undefined>
  /**
   * Creates the peer connection and its offer, so that `play` only has to send it. With a `url` it also sends
   * the offer, so that `play` with the same URL only waits for frames. `state`, `failure` and `stream` do not
   * change before `play`. Resolves when the offer is created, and with a `url` sent.
   */
  prepare(url?: string, token?: () => string): Promise<void>
  /** Opens or reopens the stream. `token` is called for each request. */
  play(source: WhepSource, token: () => string): void
  /** Counts the frames that this element displays, until disposed. */
  watch(video: HTMLVideoElement): Dispose
  /** Called for each counted frame of the watched element. */
  onFrame?: ((frame: FrameTimes) => void) | undefined
  /**
   * The current session's context for extensions; undefined without a session. Each new offer creates another
   * one.
   */
  extension(): WhepExtensionContext | undefined
  /** Ends the session for good, on the server too. */
  close(): void
}
