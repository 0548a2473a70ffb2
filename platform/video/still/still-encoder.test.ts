import { expect, test } from 'vitest'
import { BRANDS, brandOf } from '../../brands/index.ts'
import { GAMES, type GameDef, seededRandom, spinGame } from '../../games/index.ts'
import { HEIGHT, WIDTH } from '../protocol/layers.ts'
import { layoutOf } from '../protocol/layout.ts'
import type { LastSpin, Meters } from '../protocol/machine-state.ts'
import { createFrameRenderer } from '../render/frame-renderer.ts'
import { createPicture } from '../render/i420.ts'
import { rasterise, svgDocument } from '../render/svg.ts'
import { encodeStill, STILL_WIDTH, stillBox } from './still-encoder.ts'

const START = 1_800_000_000_000
const meters = (credit: number, freeSpins = 0): Meters => ({ credit, win: 0, stake: 500, freeSpins })

function machine(brand: string, id = '3') {
  const { game, name } = brandOf(brand) ?? { game: 'lines10', name: '' }
  const def = GAMES[game] as GameDef
  const layout = layoutOf(def.reels.length, def.rows)
  const scene = { id, name: `${name} 0${id}`, brand, game, currency: 'TRY' }
  const renderer = createFrameRenderer(scene, def)
  const still = (ms: number, shown = meters(0), last?: LastSpin) =>
    Buffer.from(encodeStill(renderer.draw({ scene, meters: shown, last }, START + ms), layout))
  return { def, layout, renderer, scene, still }
}

test.each([
  [3, 3],
  [5, 3],
  [5, 2],
  [4, 3],
])('of %i reels with %i rows all of the glass is in it, and nothing is stretched', (reels, rows) => {
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

test.each(BRANDS.map(({ key }) => key))('%s: neither the credit nor the time of day is in it', (brand) => {
  const { still } = machine(brand)
  expect(still(0, meters(123)).equals(still(3_725_000, meters(987_654_321)))).toBe(true)
  expect(still(0).length).toBeGreaterThan(4000)
  expect(still(0).length).toBeLessThan(20_000)
})

test('one machine is not like the next, and a spin is seen', () => {
  const { def, still } = machine('kervan')
  expect(still(0).equals(machine('kervan', '4').still(0))).toBe(false)
  const { stops, wins } = spinGame(def, 500, seededRandom(5), false)
  const last = { spin: { spinId: '1', stops, wins, free: false }, startedAt: START }
  expect(still(9000, meters(0), last).equals(still(9000))).toBe(false)
})

test.each([
  [3, 3],
  [5, 3],
  [5, 2],
])('of %i reels with %i rows it is filled to its edges', (reels, rows) => {
  const white = createPicture(WIDTH, HEIGHT)
  white.y.fill(235)
  const layout = layoutOf(reels, rows)
  const { still } = stillBox(layout)
  const href = `data:image/jpeg;base64,${Buffer.from(encodeStill(white, layout)).toString('base64')}`
  const image = `<image width="${STILL_WIDTH}" height="${still}" href="${href}"/>`
  const { pixels } = rasterise(svgDocument(STILL_WIDTH, still, image))
  expect(pixels.every((value) => value > 250)).toBe(true)
})

test('it is as bright as the picture', () => {
  const { def, layout, renderer, scene, still } = machine('nar')
  const { glass } = layout
  const href = `data:image/jpeg;base64,${still(0).toString('base64')}`
  const high = stillBox(layout).still
  const { pixels } = rasterise(
    svgDocument(STILL_WIDTH, high, `<image width="${STILL_WIDTH}" height="${high}" href="${href}"/>`),
  )
  const seen =
    Array.from({ length: STILL_WIDTH * high }, (_, i) => {
      const [r = 0, g = 0, b = 0] = pixels.subarray(4 * i)
      return 0.299 * r + 0.587 * g + 0.114 * b
    }).reduce((a, b) => a + b) /
    (STILL_WIDTH * high)
  const { y, width } = renderer.draw({ scene, meters: meters(0) }, START)
  let sum = 0
  for (let row = 0; row < glass.height; row += 1) {
    for (let x = 0; x < glass.width; x += 1) sum += y[(glass.y + row) * width + glass.x + x] ?? 0
  }
  const drawn = ((sum / (glass.width * glass.height) - 16) * 255) / 219
  expect(def.reels).toHaveLength(3)
  expect(Math.abs(seen - drawn)).toBeLessThan(4)
})
