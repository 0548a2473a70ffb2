import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Dispose } from '../contract/result.ts'
import type { WhepEnv } from './whep-env.ts'

/** ms from a displayed frame to the next frame callback; each callback costs the page a frame of work. */
const FRAME_INTERVAL_MS = 200
export const POLL_INTERVAL_MS = 200
/** An age below this is reported as 0: it is within one frame callback and one poll. */
export const FRESH_MS = FRAME_INTERVAL_MS + POLL_INTERVAL_MS

/** A displayed frame; `expectedDisplayTime` is a moment of performance.now(). */
export type FrameTimes = Pick<
  VideoFrameCallbackMetadata,
  'mediaTime' | 'rtpTimestamp' | 'expectedDisplayTime'
>

/**
 * Calls `onFrame` for the current stream's frames on the element, at most once per FRAME_INTERVAL_MS, from
 * each stream's second frame on. The element must support frame callbacks.
 */
function watchFrames(
  video: HTMLVideoElement,
  after: (ms: number, run: () => void) => Dispose,
  currentStream: () => MediaStream | undefined,
  onFrame: (frame: FrameTimes) => void,
): Dispose {
  let startedStream: MediaStream | undefined
  let lastTime = -1
  let id = 0
  let cancelTimer = () => {}
  const request = () => {
    id = video.requestVideoFrameCallback(handleFrame)
  }
  const handleFrame = (_now: number, frame: FrameTimes) => {
    const stream = currentStream()
    // Firefox leaves a stream's `mediaTime` at 0; Safari has no `rtpTimestamp`.
    const time = frame.rtpTimestamp ?? frame.mediaTime
    // The callback also fires when a stream is removed; that is no frame.
    if (!stream || video.srcObject !== stream || time === lastTime) return request()
    lastTime = time
    if (startedStream !== stream) {
      startedStream = stream
      return request()
    }
    cancelTimer = after(FRAME_INTERVAL_MS, request)
    onFrame(frame)
  }
  request()
  return () => {
    cancelTimer()
    video.cancelVideoFrameCallback(id)
  }
}

/**
 * Records when frames were decoded and displayed, and the age of the displayed one. `onFrame` is called for
 * each frame.
 */
export class FrameClock {
  /** ms since a frame was displayed: 0 below FRESH_MS, then in steps of 100; `undefined` before the first. */
  readonly age: ReadonlySignal<number | undefined>
  readonly #age = signal<number | undefined>()
  readonly #env: Pick<WhepEnv, 'now' | 'after'>
  readonly #onFrame: () => void
  #decoded = 0
  #shownAt: number | undefined
  #frameAt = 0
  #watchers = 0

  constructor(env: Pick<WhepEnv, 'now' | 'after'>, onFrame: () => void) {
    this.age = this.#age
    this.#env = env
    this.#onFrame = onFrame
  }

  /**
   * Ignores a session's first frame, which may be old: servers start with the last key frame that they
   * stored.
   */
  startSession(): void {
    this.#decoded = 1
  }

  /** ms since the last frame. */
  get sinceFrame(): number {
    return this.#env.now() - this.#frameAt
  }

  /** ms since a watched element displayed a frame; infinite without a watched element or a frame. */
  get sinceShown(): number {
    if (!this.#watchers || this.#shownAt === undefined) return Number.POSITIVE_INFINITY
    return this.#env.now() - this.#shownAt
  }

  /** Counts the current stream's frames on this element until disposed. */
  watch(
    video: HTMLVideoElement,
    currentStream: () => MediaStream | undefined,
    onShown: (frame: FrameTimes) => void,
  ): Dispose {
    // Without frame callbacks the decoder's count is used.
    if (!('requestVideoFrameCallback' in video)) return () => {}
    this.#watchers++
    const stop = watchFrames(video, this.#env.after, currentStream, (frame) => {
      this.#handleFrame(true)
      onShown(frame)
    })
    return () => {
      this.#watchers--
      stop()
    }
  }

  /** Reads the decoder's frame count; a higher count is a new frame, if `isCurrent` still holds. */
  async countDecoded(read: () => Promise<number>, isCurrent: () => boolean): Promise<void> {
    const decoded = await read()
    if (!isCurrent() || decoded <= this.#decoded) return
    this.#decoded = decoded
    this.#handleFrame(!this.#watchers)
  }

  updateAge(): void {
    if (this.#shownAt === undefined) return
    const age = this.#env.now() - this.#shownAt
    this.#age.value = age < FRESH_MS ? 0 : Math.ceil(age / 100) * 100
  }

  /** A frame was decoded; `isShown`: it was displayed. */
  #handleFrame(isShown: boolean): void {
    this.#frameAt = this.#env.now()
    if (isShown) {
      this.#shownAt = this.#frameAt
      this.#age.value = 0
    }
    this.#onFrame()
  }
}
