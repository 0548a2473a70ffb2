import type { Locator } from '@playwright/test'
import { type Marker, readMarker } from '../../platform/video/marker.ts'

export type Shown = Marker

/** An amount as the app writes it ("₺1.234,50", "TRY 1,234.50") to cents: its digits are the cents. */
export const centsOf = (written: string): number => {
  const digits = written.replace(/\D/g, '')
  return digits ? Number(digits) : Number.NaN
}

/**
 * Reads what the machine drew into its picture for us: the spin it shows, its credit. From the pixels that the
 * browser decoded, through a canvas; undefined before the first frame, or when the encoding has blurred it.
 */
export async function readPicture(video: Locator): Promise<Shown | undefined> {
  const strip = await video.evaluate((element) => {
    if (!(element instanceof HTMLVideoElement) || element.videoWidth === 0) return undefined
    const { videoWidth: width, videoHeight: height } = element
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    if (!context) return undefined
    context.drawImage(element, 0, 0)
    // The marker is at the lower edge: a quarter of the picture is all that has to cross to the test.
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
