/*
 * Draws the cabinet as a raw frame (planar YUV 4:2:0): reels, meters and a clock with seven-segment digits, which need
 * no font. All positions are in units of a picture of 640x360.
 */

const WIDTH = 640
const HEIGHT = 360
const DARK = 24
const BRIGHT = 220
/** Their segments: a top, b and c right, d bottom, e and f left, g middle. */
const GLYPHS = {
  ...{ 0: 'abcdef', 1: 'bc', 2: 'abged', 3: 'abgcd', 4: 'fgbc', 5: 'afgcd', 6: 'afgedc', 7: 'abc' },
  ...{ 8: 'abcdefg', 9: 'abcdfg', ' ': '', A: 'abcefg', C: 'adef', E: 'adefg', I: 'bc', P: 'abefg' },
  ...{ b: 'cdefg', d: 'bcdeg', r: 'eg', t: 'defg' },
}
/** Colours, without their brightness. */
const GREEN = { u: 96, v: 96 }
const YELLOW = { u: 48, v: 150 }
const RED = { u: 100, v: 200 }
const WHITE = { u: 128, v: 128 }

/** Where digits are: the first one's corner, the size of each, and the distance from one to the next. */
const FIELDS = {
  reel0: { x: 100, y: 30, width: 90, height: 150, pitch: 0, count: 1, colour: WHITE },
  reel1: { x: 275, y: 30, width: 90, height: 150, pitch: 0, count: 1, colour: WHITE },
  reel2: { x: 450, y: 30, width: 90, height: 150, pitch: 0, count: 1, colour: WHITE },
  creditLabel: { x: 30, y: 220, width: 12, height: 22, pitch: 18, count: 6, colour: WHITE },
  winLabel: { x: 250, y: 220, width: 12, height: 22, pitch: 18, count: 4, colour: WHITE },
  stakeLabel: { x: 470, y: 220, width: 12, height: 22, pitch: 18, count: 3, colour: WHITE },
  credit: { x: 30, y: 260, width: 18, height: 44, pitch: 24, count: 8, colour: GREEN },
  win: { x: 250, y: 260, width: 18, height: 44, pitch: 24, count: 8, colour: YELLOW },
  stake: { x: 470, y: 260, width: 18, height: 44, pitch: 24, count: 5, colour: RED },
  clock: { x: 556, y: 330, width: 10, height: 20, pitch: 16, count: 4, colour: WHITE },
}

/** The rectangles of the segments in a digit of this size. */
function segmentsOf({ width, height }) {
  const thick = Math.max(2, Math.round(width / 5))
  const half = (height - thick) / 2
  const right = width - thick
  return {
    a: [0, 0, width, thick],
    b: [right, 0, thick, half + thick],
    c: [right, half, thick, half + thick],
    d: [0, height - thick, width, thick],
    e: [0, half, thick, half + thick],
    f: [0, 0, thick, half + thick],
    g: [0, half, width, thick],
  }
}

/** The text of an amount in cents: its last two digits are the cents. */
const amountText = (cents, { count }) => String(cents).padStart(3, '0').padStart(count)

/** `size`: such as 1280x720, of the shape 16:9. */
export function createFrame(size) {
  const [width, height] = size.split('x').map(Number)
  const scale = height / HEIGHT
  if (width !== WIDTH * scale || width % 4 !== 0) throw new Error(`the picture cannot be ${size}`)
  const frame = Buffer.alloc((width * height * 3) / 2, 128)
  frame.fill(DARK, 0, width * height)
  const shown = {}

  function fill(plane, stride, { x, y, w, h }, value) {
    for (let row = Math.round(y); row < Math.round(y + h); row += 1)
      frame.fill(value, plane + row * stride + Math.round(x), plane + row * stride + Math.round(x + w))
  }
  const scaled = ([x, y, w, h], by) => ({ x: x * by, y: y * by, w: w * by, h: h * by })
  const fillLuma = (box, value) => fill(0, width, scaled(box, scale), value)
  function fillColour({ x, y, width: w, height: h, pitch, count, colour: { u, v } }) {
    const box = scaled([x - 4, y - 4, w + pitch * (count - 1) + 8, h + 8], scale / 2)
    fill(width * height, width / 2, box, u)
    fill(width * height * 1.25, width / 2, box, v)
  }

  function draw(name, text) {
    if (shown[name] === text) return
    shown[name] = text
    const field = FIELDS[name]
    const segments = Object.entries(segmentsOf(field))
    for (const [at, glyph] of [...text].entries()) {
      const left = field.x + at * field.pitch
      fillLuma([left, field.y, field.width, field.height], DARK)
      for (const [segment, [x, y, w, h]] of segments)
        if (GLYPHS[glyph].includes(segment)) fillLuma([left + x, field.y + y, w, h], BRIGHT)
    }
  }

  for (const field of Object.values(FIELDS)) fillColour(field)
  draw('creditLabel', 'CrEdIt')
  draw('winLabel', 'PAId')
  draw('stakeLabel', 'bEt')
  // The points before the cents.
  for (const { x, y, height: h, pitch, count, width: w } of [FIELDS.credit, FIELDS.win, FIELDS.stake])
    fillLuma([x + pitch * (count - 3) + w + 1, y + h - 4, 4, 4], BRIGHT)

  return {
    frame,
    width,
    height,
    /** Draws what has changed. `now`: the time in ms; the clock shows seconds and hundredths. */
    show({ credit, win, stake, reels, isTurning }, now) {
      const turned = Math.floor(now / 80)
      for (const [at, digit] of reels.entries())
        draw(`reel${at}`, String(isTurning ? (turned + 3 * at) % 10 : digit))
      draw('credit', amountText(credit, FIELDS.credit))
      draw('win', amountText(win, FIELDS.win))
      draw('stake', amountText(stake, FIELDS.stake))
      draw('clock', String(Math.floor(now / 10) % 6000).padStart(4, '0'))
    },
  }
}
