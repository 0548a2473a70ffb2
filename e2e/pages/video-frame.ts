import type { Locator } from '@playwright/test'
import { type Marker, readMarker } from '../../platform/video/render/marker.ts'

export type Shown = Marker

/**
 * Converts an amount as the app formats it ("₺1.234,50", "TRY 1,234.50") to cents: its digits are the cents.
 */
export const centsOf = (written: string): number => {
  const digits = written.replace(/\D/g, '')
  return digits ? Number(digits) : Number.NaN
}

/**
 * Reads the marker that the machine drew into its picture for the tests: the spin and the credit. It uses the
 * pixels that the browser decoded. Undefined before the first frame, and if the encoding has blurred the
 * marker.
 */
export async function readPicture(video: Locator): Promise<Shown | undefined> {
  const strip = await video.evaluate((element) => {
    if (!(element instanceof HTMLVideoElement) || element.videoWidth === 0) return undefined
    const { videoWidth: width, videoHeight: height } = element
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    if (!context) return undefined
    context.drawImage(element, 0, 0)
    // The marker is at the lower edge, so only that quarter of the picture is transferred to the test.
    const top = Math.floor(height * 0.75)
    const { data } = context.getImageData(0, top, width, height - top)
    let binary = ''
    for (let i = 0; i < data.length; i += 4) binary += String.fromCharCode(data[i + 1] ?? 0)
    return { width, top, green: btoa(binary) }
  })
  if (!strip) return undefined
  const { width, top } = strip
  const green = Buffer.from(strip.green, 'base64')
  return readMarker(width, (x, y) => green[(y - top) * width + x] ?? 0)
}

/** A part of the machine's picture, in pixels of its 640 by 360. */
export interface Part {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * The difference between the screen in `view` and that part of the decoded picture: the mean absolute
 * difference of their pixels, 0 to 255, after both are scaled to the same coarse grid.
 */
export async function pictureDifference(view: Locator, video: Locator, part: Part): Promise<number> {
  const shot = (await view.screenshot()).toString('base64')
  return video.evaluate(
    async (element, { shot, part: { x, y, width, height } }) => {
      const grid = (source: CanvasImageSource, from: readonly [number, number, number, number]) => {
        const context = new OffscreenCanvas(48, 24).getContext('2d', { willReadFrequently: true })
        if (!context) throw new Error('there is no canvas')
        context.imageSmoothingQuality = 'high'
        context.drawImage(source, ...from, 0, 0, 48, 24)
        return context.getImageData(0, 0, 48, 24).data
      }
      const screen = await createImageBitmap(
        new Blob([Uint8Array.from(atob(shot), (byte) => byte.charCodeAt(0))]),
      )
      if (!(element instanceof HTMLVideoElement)) throw new Error('there is no picture')
      const scale = element.videoWidth / 640
      const shown = grid(screen, [0, 0, screen.width, screen.height])
      const decoded = grid(element, [x * scale, y * scale, width * scale, height * scale])
      let sum = 0
      for (const [at, value] of shown.entries()) sum += Math.abs(value - (decoded[at] ?? 0))
      return (sum / shown.length) * (4 / 3)
    },
    { shot, part },
  )
}
