import { expect, test } from 'vitest'
import { BRANDS, brandOf } from '../../brands/index.ts'
import { GAMES, type GameDef, seededRandom, spinGame } from '../../games/index.ts'
import { METERS } from '../protocol/layout.ts'
import type { LastSpin, MachineState, Meters } from '../protocol/machine-state.ts'
import { createFrameRenderer } from './frame-renderer.ts'
import { readMarkerI420 } from './marker.ts'
import { amountFormat } from './text.ts'

const START = 1_800_000_000_000
const meters = (credit: number, freeSpins = 0): Meters => ({ credit, win: 0, stake: 500, freeSpins })

function machine(brand: string) {
  const { game, name } = brandOf(brand) ?? { game: 'lines10', name: 'Nameless' }
  const def = GAMES[game] as GameDef
  const scene = { id: '3', name: `${name} 03`, brand, game, currency: 'TRY' }
  const renderer = createFrameRenderer(scene, def)
  const draw = (ms: number, more: Partial<MachineState> = {}) => {
    const picture = renderer.draw({ scene, meters: meters(12_345), ...more }, START + ms)
    return { ...picture, copy: picture.data.slice() }
  }
  return { def, draw }
}

function lastSpin(def: GameDef, seed: number, free = false): LastSpin {
  const { stops, wins } = spinGame(def, 500, seededRandom(seed), free)
  return { spin: { spinId: '42', stops, wins, free }, startedAt: START }
}

test.each([...BRANDS.map(({ key }) => key), 'brand-without-art'])(
  'the marker of %s is that of the machine',
  (brand) => {
    const { def, draw } = machine(brand)
    const idle = readMarkerI420(draw(0).data, 640)
    expect(idle).toMatchObject({ spin: 0, standing: true, credit: 12_345 })
    const last = lastSpin(def, 1)
    expect(readMarkerI420(draw(500, { last, meters: meters(11_845) }).data, 640)).toEqual({
      spin: 42,
      standing: false,
      frame: ((idle?.frame ?? 0) + 1) % 512,
      credit: 11_845,
    })
    expect(readMarkerI420(draw(3000, { last }).data, 640)).toMatchObject({ spin: 42, standing: true })
  },
)

test('the reels move during a spin and stand still after it', () => {
  const { def, draw } = machine('nar')
  const last = lastSpin(def, 2)
  const glass = (ms: number) => draw(ms, { last }).copy.slice(60 * 640, 280 * 640)
  expect(glass(600)).not.toEqual(glass(633))
  // After a spin without a win only the lamps beside the glass change.
  const lost = Array.from({ length: 40 }, (_, seed) => lastSpin(def, seed)).find(
    (one) => one.spin.wins.length === 0,
  )
  const middle = (ms: number) => {
    const { copy } = draw(ms, lost && { last: lost })
    return Array.from({ length: 220 }, (_, y) => copy.slice((y + 60) * 640 + 130, (y + 60) * 640 + 510))
  }
  expect(middle(4000)).toEqual(middle(4033))
})

test('a renderer that has drawn wins draws the same frame as a new one', () => {
  const { def, draw } = machine('kervan')
  const wins = Array.from({ length: 40 }, (_, seed) => lastSpin(def, seed)).find(
    (one) => one.spin.wins.length > 1,
  )
  const last = wins && { last: wins }
  for (let ms = 0; ms < 6000; ms += 33) draw(ms, { ...last, meters: meters(1_234_567, ms > 3000 ? 5 : 0) })
  const old = draw(6000, last).copy
  const fresh = machine('kervan').draw(6000, last).copy
  // The frame counter differs; it is in the last eight rows of luma.
  expect(old.slice(0, 640 * 352)).toEqual(fresh.slice(0, 640 * 352))
})

test('the credit is drawn in its meter', () => {
  const { draw } = machine('ocak')
  const { x, y, width, height } = METERS.credit
  const box = (credit: number) => {
    const { copy } = draw(0, { meters: meters(credit) })
    return Array.from({ length: height }, (_, row) =>
      copy.slice((y + row) * 640 + x, (y + row) * 640 + x + width),
    )
  }
  expect(box(100)).not.toEqual(box(200))
  expect(box(100)).toEqual(box(100))
})

test.each([
  ['TRY', 123_456_789, '1.234.567,89'],
  ['USD', 1050, '10.50'],
  ['JPY', 123_400, '1,234'],
  ['no currency', 1050, '10.50'],
])('%s', (currency, cents, written) => {
  expect(amountFormat(currency)(cents)).toBe(written)
})
