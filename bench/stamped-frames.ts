import type { Page } from '@playwright/test'
import { type Marker, readMarker } from '../platform/video/render/marker.ts'

/*
 * The frames that a page presents, with what the platform has drawn into their pixels (VIDEO_MARKER=time):
 * the spin, and the time of drawing in place of the credit. Both ends use the same clock.
 */

/** A stamp has the low 28 bits of the time in ms. */
const WRAP = 2 ** 28
/** One frame: when it is presented (ms since 1970), and the brightness of each cell of its marker. */
interface PresentedFrame {
  at: number
  cells: number[]
}

export interface StampedFrame {
  at: number
  marker: Marker
}

/** Runs in the page: reads every following frame of its video. */
export function readFrames() {
  const video = document.querySelector('video')
  if (!video) throw new Error('there is no video')
  const context = new OffscreenCanvas(128, 8).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('there is no canvas')
  const frames: PresentedFrame[] = []
  Object.assign(window, { frames })
  const frame = (now: number, { expectedDisplayTime }: { expectedDisplayTime: number }) => {
    video.requestVideoFrameCallback(frame)
    const at = Date.now() - performance.now() + Math.max(now, expectedDisplayTime)
    const scale = video.videoWidth / 640
    context.drawImage(video, 256 * scale, 352 * scale, 128 * scale, 8 * scale, 0, 0, 128, 8)
    const { data } = context.getImageData(0, 0, 128, 8)
    const cells = Array.from({ length: 64 }, (_, cell) => {
      const first = ((Math.floor(cell / 32) * 4 + 1) * 128 + (cell % 32) * 4 + 1) * 4
      return [0, 4, 512, 516].reduce((sum, next) => sum + (data[first + next + 1] ?? 0), 0) / 4
    })
    frames.push({ at, cells })
  }
  video.requestVideoFrameCallback(frame)
}

/** Returns every frame with a readable marker so far. */
export async function readStampedFrames(page: Page): Promise<StampedFrame[]> {
  const frames = await page.evaluate(() => (window as unknown as { frames: PresentedFrame[] }).frames)
  return frames.flatMap(({ at, cells }) => {
    const marker = readMarker(
      640,
      (x, y) => cells[Math.floor((y - 352) / 4) * 32 + (x - 256 - ((x - 256) % 4)) / 4] ?? 0,
    )
    return marker ? [{ at, marker }] : []
  })
}

/** Returns the ms from drawing to presentation of each frame. */
export const delaysOf = (frames: readonly StampedFrame[]): number[] =>
  frames.flatMap(({ at, marker }) => {
    const ms = (((at - marker.credit) % WRAP) + WRAP) % WRAP
    return ms < 60_000 ? [ms] : []
  })
