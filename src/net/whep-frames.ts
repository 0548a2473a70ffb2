import type { Dispose } from '../contract/result.ts'
/** ms from a frame on the screen to the next request for one: each request costs the page a frame of work. */
export const FRAME_INTERVAL_MS = 200

/** A frame that is shown at `expectedDisplayTime` of performance.now(). */
export type FrameTimes = Pick<
  VideoFrameCallbackMetadata,
  'mediaTime' | 'rtpTimestamp' | 'expectedDisplayTime'
>

/**
 * Calls `onFrame` for frames that the element shows of the current stream, at most one each FRAME_INTERVAL_MS, from a
 * stream's second frame on. The element must have frame callbacks; the result stops it.
 */
export function watchFrames(
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
