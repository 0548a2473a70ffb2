import sharp from 'sharp'
import type { Layout } from '../protocol/layout.ts'
import { type Picture, rgbOf } from '../render/i420.ts'

/*
 * A still for the lobby: the glass with its reels, small. The rest of the picture is cropped out: without the
 * lights a machine that is not played looks the same from one day to the next.
 */

export const STILL_WIDTH = 320
/** Pixels of the frame around the glass. */
const FRAME = 4
/** Some 7.5 KB a still, as sharp as a JPEG of 13 KB; a greater effort takes more time than it saves bytes. */
const WEBP = { quality: 65, effort: 2 }

// The cores belong to the video encoders, and no still is encoded twice.
sharp.concurrency(1)
sharp.cache(false)

/**
 * The part of the picture that is in the still, in pixels (not always whole ones), and the still's height.
 */
export function stillBox({ glass }: Pick<Layout, 'glass'>) {
  const [minWidth, minHeight] = [glass.width + 2 * FRAME, glass.height + 2 * FRAME]
  // Blocks of 16 pixels: a little more of the cabinet fills the last ones.
  const still = Math.round((STILL_WIDTH * minHeight) / minWidth / 16) * 16
  const height = Math.max(minHeight, (minWidth * still) / STILL_WIDTH)
  const width = (height * STILL_WIDTH) / still
  const x = glass.x + (glass.width - width) / 2
  const y = glass.y + (glass.height - height) / 2
  return { x, y, width, height, still }
}

/** The still of a picture, as a WebP file. The picture may be drawn anew as soon as the call has returned. */
export async function encodeStill(picture: Picture, layout: Pick<Layout, 'glass'>): Promise<Uint8Array> {
  const box = stillBox(layout)
  const part = {
    x: Math.round(box.x),
    y: Math.round(box.y),
    width: Math.round(box.width),
    height: Math.round(box.height),
  }
  return sharp(rgbOf(picture, part), { raw: { width: part.width, height: part.height, channels: 3 } })
    .resize(STILL_WIDTH, box.still, { fit: 'fill', kernel: 'linear' })
    .webp(WEBP)
    .toBuffer()
}
