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

/** Where the stream is; `url` absolute or relative to the page. */
export interface WhepSource {
  url: string
  iceServers: RTCIceServer[]
  /** The media path is a relay's (TURN) only. */
  isRelayOnly?: boolean
}

/** The failure of a source that is relayed only, while no TURN server has given an address. */
export const NO_RELAY: Failure = failed('network').error

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
  /**
   * Creates the peer connection and its offer, so that `play` has only to send it; with a `url` sends it there, so that
   * `play` with the same URL has only to wait for frames. Until then `state`, `failure` and `stream` say
   * nothing of it. Resolves once the offer is made, and on its way where there is a `url`.
   */
  prepare(url?: string, token?: () => string): Promise<void>
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
