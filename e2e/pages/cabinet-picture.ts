import type { Locator } from '@playwright/test'

/* Reads the seven-segment digits that docs/examples/controller/drawing.mjs draws, in its units of 640x360. */

const WIDTH = 640
const METER = { width: 18, height: 44, pitch: 24, thick: 4 }
/** The corner of the first digit, how many there are, and the size of each. */
const FIELDS = {
  credit: { x: 30, y: 260, count: 8, ...METER },
  win: { x: 250, y: 260, count: 8, ...METER },
  stake: { x: 470, y: 260, count: 5, ...METER },
  /** Seconds of the minute, and hundredths. */
  clock: { x: 556, y: 330, count: 4, ...{ width: 10, height: 20, pitch: 16, thick: 2 } },
}
type Field = keyof typeof FIELDS
const METERS = ['credit', 'win', 'stake'] as const
/** The lit segments of the digits 0 to 9, and of a digit that is not shown. */
const GLYPHS = ['1111110', '0110000', '1101101', '1111001', '0110011', '1011011', '1011111', '1110000']
const DIGITS = [...GLYPHS, '1111111', '1111011']
const DARK = '0000000'

type Point = readonly [x: number, y: number]

/** A point of each segment of a digit: top, right, right below, bottom, left below, left, middle. */
function segmentsOf({ width, height, thick }: (typeof FIELDS)[Field]): Point[] {
  const [left, right, middle] = [thick / 2, width - thick / 2, width / 2]
  return [
    [middle, thick / 2],
    [right, height * 0.28],
    [right, height * 0.72],
    [middle, height - thick / 2],
    [left, height * 0.72],
    [left, height * 0.28],
    [middle, height / 2],
  ]
}

function pointsOf(name: Field): Point[] {
  const { x, y, count, pitch } = FIELDS[name]
  return Array.from({ length: count }, (_, at) =>
    segmentsOf(FIELDS[name]).map(([dx, dy]): Point => [x + at * pitch + dx, y + dy]),
  ).flat()
}

/** The number that these segments show; undefined for a digit that cannot be read. */
function numberOf(segments: string): number | undefined {
  const glyphs = segments.match(/.{7}/g) ?? []
  const digits = glyphs.map((glyph) => (glyph === DARK ? '' : DIGITS.indexOf(glyph)))
  return digits.includes(-1) ? undefined : Number(digits.join(''))
}

/** The segments of a meter that shows so many cents. */
const segmentsFor = (cents: number) =>
  Array.from(String(cents).padStart(3, '0').padStart(FIELDS.credit.count), (digit) =>
    digit === ' ' ? DARK : DIGITS[Number(digit)],
  ).join('')

/** Points of a frame, each as 1 or 0, and when the browser shows it: ms since 1970. */
interface Frame {
  lit: string
  shownAt: number
}
interface Wanted {
  points: readonly Point[]
  units: number
  /** How the frame begins. Without it the newest frame is read at once. */
  start: string | undefined
}

/** Runs in the page. Undefined before the first frame. */
function readFrame(element: Element, { points, units, start }: Wanted): Promise<Frame | undefined> {
  return new Promise((resolve) => {
    if (!(element instanceof HTMLVideoElement)) return resolve(undefined)
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    const read = (): string => {
      const { videoWidth, videoHeight } = element
      if (!context || videoWidth === 0) return ''
      Object.assign(context.canvas, { width: videoWidth, height: videoHeight })
      context.drawImage(element, 0, 0)
      const { data } = context.getImageData(0, 0, videoWidth, videoHeight)
      const scale = videoWidth / units
      const isLit = ([x, y]: Point) => {
        const at = (Math.floor(y * scale) * videoWidth + Math.floor(x * scale)) * 4
        return Math.max(data[at] ?? 0, data[at + 1] ?? 0) > 160
      }
      return points.map((point) => (isLit(point) ? '1' : '0')).join('')
    }
    const origin = Date.now() - performance.now()
    const onFrame: VideoFrameRequestCallback = (_, { expectedDisplayTime }) => {
      // On a busy computer the callback comes late, and a later frame may be read.
      const shownAt = origin + Math.max(performance.now(), expectedDisplayTime)
      const lit = read()
      if (lit.startsWith(start ?? '')) resolve({ lit, shownAt })
      else element.requestVideoFrameCallback(onFrame)
    }
    if (start !== undefined) return void element.requestVideoFrameCallback(onFrame)
    const lit = read()
    resolve(lit ? { lit, shownAt: Date.now() } : undefined)
  })
}

/**
 * The cents on the cabinet's meters in the newest decoded frame. Undefined before the first frame, and while
 * a digit cannot be read.
 */
export async function readCabinet(
  video: Locator,
): Promise<Record<(typeof METERS)[number], number> | undefined> {
  const points = METERS.flatMap(pointsOf)
  const frame = await video.evaluate(readFrame, { points, units: WIDTH, start: undefined })
  if (!frame) return undefined
  let rest = frame.lit
  const [credit, win, stake] = METERS.map((name) => {
    const length = pointsOf(name).length
    const number = numberOf(rest.slice(0, length))
    rest = rest.slice(length)
    return number
  })
  if (credit === undefined || win === undefined || stake === undefined) return undefined
  return { credit, win, stake }
}

/**
 * Waits for the first frame whose credit meter shows `cents`. `shownAt`: when the browser shows it, ms since
 * 1970. `age`: how old it is then by the cabinet's clock in the picture, ms; undefined if it is unreadable.
 */
export async function awaitCredit(
  video: Locator,
  cents: number,
): Promise<{ readonly shownAt: number; readonly age: number | undefined }> {
  const points = [...pointsOf('credit'), ...pointsOf('clock')]
  const start = segmentsFor(cents)
  const frame = await video.evaluate(readFrame, { points, units: WIDTH, start })
  if (!frame) throw new Error('there is no picture')
  const clock = numberOf(frame.lit.slice(start.length))
  const { shownAt } = frame
  return { shownAt, age: clock === undefined ? undefined : (shownAt - clock * 10 + 60_000) % 60_000 }
}
