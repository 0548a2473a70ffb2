import sharp from 'sharp'
import { expect, test } from 'vitest'
import { BRANDS, brandOf } from '../../brands/index.ts'
import { GAMES, type GameDef, seededRandom, spinGame } from '../../games/index.ts'
import { HEIGHT, WIDTH } from '../protocol/layers.ts'
import { layoutOf } from '../protocol/layout.ts'
import type { LastSpin, Meters } from '../protocol/machine-state.ts'
import { createFrameRenderer } from '../render/frame-renderer.ts'
import { createPicture } from '../render/i420.ts'
import { encodeStill, STILL_WIDTH, stillBox } from './still-encoder.ts'

const START = 1_800_000_000_000
const meters = (credit: number, freeSpins = 0): Meters => ({ credit, win: 0, stake: 500, freeSpins })

function machine(brand: string, id = '3') {
  const { game, name } = brandOf(brand) ?? { game: 'lines10', name: '' }
  const def = GAMES[game] as GameDef
  const layout = layoutOf(def.reels.length, def.rows)
  const scene = { id, name: `${name} 0${id}`, brand, game }
  const renderer = createFrameRenderer(scene, def)
  const still = async (ms: number, shown = meters(0), last?: LastSpin) =>
    Buffer.from(await encodeStill(renderer.draw({ scene, meters: shown, last }, START + ms), layout))
  return { def, still }
}

test.each([
  [3, 3],
  [5, 3],
  [5, 2],
  [4, 3],
])('of %i reels with %i rows it shows the whole glass undistorted', (reels, rows) => {
  const layout = layoutOf(reels, rows)
  const { x, y, width, height, still } = stillBox(layout)
  const { glass } = layout
  expect(x).toBeLessThanOrEqual(glass.x)
  expect(y).toBeLessThanOrEqual(glass.y)
  expect(x + width).toBeGreaterThanOrEqual(glass.x + glass.width)
  expect(y + height).toBeGreaterThanOrEqual(glass.y + glass.height)
  expect(still % 16).toBe(0)
  expect(width / height).toBeCloseTo(STILL_WIDTH / still, 6)
})

test.each(BRANDS.map(({ key }) => key))('%s: shows neither a credit nor the time of day', async (brand) => {
  const { still } = machine(brand)
  const first = await still(0, meters(123))
  expect(first.equals(await still(3_725_000, meters(987_654_321)))).toBe(true)
  expect(first.length).toBeGreaterThan(4000)
  expect(first.length).toBeLessThan(20_000)
})

test('stills of two machines differ, and a spin changes the still', async () => {
  const { def, still } = machine('kervan')
  expect((await still(0)).equals(await machine('kervan', '4').still(0))).toBe(false)
  const { stops, wins } = spinGame(def, 500, seededRandom(5), false)
  const last = { spin: { spinId: '1', stops, wins, free: false }, startedAt: START }
  expect((await still(9000, meters(0), last)).equals(await still(9000))).toBe(false)
})

/** RGBA. */
const decode = (still: Uint8Array): Promise<Uint8Array> => sharp(still).ensureAlpha().raw().toBuffer()

test.each([
  [3, 3],
  [5, 3],
  [5, 2],
])(
  'of %i reels with %i rows the glass, and nothing else, fills the image to the edges',
  async (reels, rows) => {
    const picture = createPicture(WIDTH, HEIGHT)
    const layout = layoutOf(reels, rows)
    const [x, y, width, height] = Object.values(stillBox(layout)).map(Math.round) as [
      number,
      number,
      number,
      number,
    ]
    for (let at = y * WIDTH + x; at < (y + height) * WIDTH; at += WIDTH) picture.y.fill(235, at, at + width)
    const pixels = await decode(await encodeStill(picture, layout))
    expect(pixels.every((value) => value > 250)).toBe(true)
  },
)

test.each([
  ['red', [81, 90, 240], [254, 0, 0]],
  ['white', [235, 128, 128], [255, 255, 255]],
  ['black', [16, 128, 128], [0, 0, 0]],
  ['grey', [126, 128, 128], [128, 128, 128]],
] as const)('%s is %s', async (_, [y, u, v], expected) => {
  const picture = createPicture(WIDTH, HEIGHT)
  picture.y.fill(y)
  picture.u.fill(u)
  picture.v.fill(v)
  const layout = layoutOf(5, 3)
  const pixels = await decode(await encodeStill(picture, layout))
  for (const pixel of [0, 100, 51_000]) {
    const distances = expected.map((value, channel) => Math.abs((pixels[4 * pixel + channel] ?? 0) - value))
    expect(Math.max(...distances)).toBeLessThan(5)
  }
})

test('a frame drawn during the encoding does not change it', async () => {
  const layout = layoutOf(5, 3)
  const picture = createPicture(WIDTH, HEIGHT)
  const black = await encodeStill(picture, layout)
  const encoding = encodeStill(picture, layout)
  picture.y.fill(235)
  expect(Buffer.from(await encoding).equals(black)).toBe(true)
})
