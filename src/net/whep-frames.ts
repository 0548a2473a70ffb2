import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Dispose } from '../contract/result.ts'
import type { WhepEnv } from './whep-env.ts'

/** ms from a frame on the screen to the next request for one: each request costs the page a frame of work. */
const FRAME_INTERVAL_MS = 200
export const POLL_INTERVAL_MS = 200
/** The age of a frame below this is reported as 0: it is less than one frame request and one poll. */
export const FRESH_MS = FRAME_INTERVAL_MS + POLL_INTERVAL_MS

/** A frame that is shown at `expectedDisplayTime` of performance.now(). */
export type FrameTimes = Pick<
  VideoFrameCallbackMetadata,
  'mediaTime' | 'rtpTimestamp' | 'expectedDisplayTime'
>

/**
 * Calls `onFrame` for frames that the element shows of the current stream, at most one each FRAME_INTERVAL_MS, from a
 * stream's second frame on. The element must have frame callbacks; the result stops it.
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
    // Firefox leaves a stream's `mediaTime` at 0. Safari has no `rtpTimestamp`.
    const time = frame.rtpTimestamp ?? frame.mediaTime
    // The callback fires once more when a stream is removed; that is no frame.
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

/** When frames were decoded and shown, and how old the picture on the screen is. `onFrame` is called for each frame. */
export class FrameClock {
  /** ms since a frame was shown: 0 below FRESH_MS, then in steps of 100; `undefined` before the first. */
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

  /** A session's first frame may be older than itself: servers start with the last key frame they kept. */
  startSession(): void {
    this.#decoded = 1
  }

  /** ms since the last frame. */
  get sinceFrame(): number {
    return this.#env.now() - this.#frameAt
  }

  /** ms since a watched element showed a frame; infinite where none is watched, or none was shown. */
  get sinceShown(): number {
    if (!this.#watchers || this.#shownAt === undefined) return Number.POSITIVE_INFINITY
    return this.#env.now() - this.#shownAt
  }

  /** Counts the frames of the current stream that this element shows; the result stops it. */
  watch(
    video: HTMLVideoElement,
    currentStream: () => MediaStream | undefined,
    onShown: (frame: FrameTimes) => void,
  ): Dispose {
    // Without frame callbacks the decoder's own count is used.
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

  /** Reads the decoder's count of frames; a higher one, while `isCurrent`, is a frame. */
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

  /** A frame was decoded; `isShown`: it is known to be on the screen. */
  #handleFrame(isShown: boolean): void {
    this.#frameAt = this.#env.now()
    if (isShown) {
      this.#shownAt = this.#frameAt
      this.#age.value = 0
    }
    this.#onFrame()
  }
}
