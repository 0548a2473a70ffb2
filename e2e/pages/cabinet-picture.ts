import type { Locator } from '@playwright/test'

/* Reads the seven-segment digits that docs/examples/controller/drawing.mjs draws, in its units of 640x360. */

const WIDTH = 640
/** Meters: the corner of the first digit, and how many there are. */
const DIGIT = { width: 18, height: 44, pitch: 24, thick: 4 }
const METERS = {
  credit: { x: 30, y: 260, count: 8 },
  win: { x: 250, y: 260, count: 8 },
  stake: { x: 470, y: 260, count: 5 },
}
/** A point of each segment: top, right, right below, bottom, left below, left, middle. */
const { width, height, thick } = DIGIT
const [left, right, middle] = [thick / 2, width - thick / 2, width / 2]
const SEGMENTS = [
  [middle, thick / 2],
  [right, height * 0.28],
  [right, height * 0.72],
  [middle, height - thick / 2],
  [left, height * 0.72],
  [left, height * 0.28],
  [middle, height / 2],
] as const
/** Lit segments of the digits 0 to 9, and of a digit that is not shown. */
const GLYPHS = ['1111110', '0110000', '1101101', '1111001', '0110011', '1011011', '1011111', '1110000']
const TEXTS = new Map([...GLYPHS, '1111111', '1111011'].map((glyph, digit) => [glyph, String(digit)]))
TEXTS.set('0000000', '')

type Meter = keyof typeof METERS
const POINTS = Object.values(METERS).flatMap(({ x, y, count }) =>
  Array.from({ length: count }, (_, at) =>
    SEGMENTS.map(([dx, dy]) => [x + at * DIGIT.pitch + dx, y + dy] as const),
  ).flat(),
)

/**
 * The cents on the cabinet's meters in the newest decoded frame. Undefined before the first frame, and while
 * a digit cannot be read.
 */
export async function readCabinet(video: Locator): Promise<Record<Meter, number> | undefined> {
  const lit = await video.evaluate(
    (element, { points, units }) => {
      if (!(element instanceof HTMLVideoElement) || element.videoWidth === 0) return undefined
      const { videoWidth, videoHeight } = element
      const context = new OffscreenCanvas(videoWidth, videoHeight).getContext('2d', {
        willReadFrequently: true,
      })
      if (!context) return undefined
      context.drawImage(element, 0, 0)
      const { data } = context.getImageData(0, 0, videoWidth, videoHeight)
      const scale = videoWidth / units
      return points.map(([x, y]) => {
        const at = (Math.floor(y * scale) * videoWidth + Math.floor(x * scale)) * 4
        return Math.max(data[at] ?? 0, data[at + 1] ?? 0) > 160 ? '1' : '0'
      })
    },
    { points: POINTS, units: WIDTH },
  )
  if (!lit) return undefined
  const meters: Partial<Record<Meter, number>> = {}
  for (const name of Object.keys(METERS) as Meter[]) {
    const glyphs = Array.from({ length: METERS[name].count }, () => lit.splice(0, SEGMENTS.length).join(''))
    const digits = glyphs.map((glyph) => TEXTS.get(glyph))
    if (digits.includes(undefined)) return undefined
    meters[name] = Number(digits.join(''))
  }
  return meters as Record<Meter, number>
}
