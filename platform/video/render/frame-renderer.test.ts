import { expect, test } from 'vitest'
import { BRANDS, brandOf } from '../../brands/index.ts'
import { GAMES, type GameDef, seededRandom, spinGame } from '../../games/index.ts'
import type { LastSpin, MachineState, Meters } from '../protocol/machine-state.ts'
import { createFrameRenderer } from './frame-renderer.ts'
import { readMarkerI420 } from './marker.ts'

const START = 1_800_000_000_000
const meters = (credit: number, freeSpins = 0): Meters => ({ credit, win: 0, stake: 500, freeSpins })

function machine(brand: string, marker: 'credit' | null = 'credit') {
  const { game, name } = brandOf(brand) ?? { game: 'lines10', name: 'Nameless' }
  const def = GAMES[game] as GameDef
  const scene = { id: '3', name: `${name} 03`, brand, game }
  const renderer = createFrameRenderer(scene, def, marker ?? undefined)
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

/** Whether frames are the same. `toEqual` compares them byte by byte in JavaScript, which takes a second. */
const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

/** The sign above the glass of an idle machine. */
function signOf(name: string): Uint8Array {
  const scene = { id: '1', name, brand: 'nar', game: 'classic5' }
  const { data } = createFrameRenderer(scene, GAMES.classic5 as GameDef).draw(
    { scene, meters: meters(0) },
    START,
  )
  return data.slice(640 * 8, 640 * 40)
}

test('the sign is the name of the machine, also where machines of one brand have several', () => {
  const gold = signOf('Nar Gold 01')
  expect(signOf('Nar 01')).not.toEqual(gold)
  expect(signOf('Nar Gold 02')).toEqual(gold)
})

test.each(['Kervan Gold Edition', 'WWWW WWWW WWWW WWWW WWWW WWWW', 'M'.repeat(60)])(
  'the name %s stays on its sign',
  (name) => {
    const beside = (sign: Uint8Array) =>
      Array.from({ length: 32 }, (_, y) => [
        ...sign.slice(640 * y, 640 * y + 160),
        ...sign.slice(640 * y + 480, 640 * y + 640),
      ]).flat()
    expect(signOf(name)).not.toEqual(signOf('Nar'))
    expect(beside(signOf(name))).toEqual(beside(signOf('Nar')))
  },
)

test('the sign of a machine stays, however many other names its brand has', () => {
  const { draw } = machine('nar', null)
  const before = draw(0).copy
  for (let name = 0; name < 20; name += 1) signOf(`Name ${String.fromCharCode(65 + name)}`)
  expect(isSame(draw(0).copy, before)).toBe(true)
}, 60_000)

test('the reels move during a spin and stand still after it', () => {
  const { def, draw } = machine('nar')
  const last = lastSpin(def, 2)
  const glass = (ms: number) => draw(ms, { last }).copy.slice(60 * 640, 280 * 640)
  expect(isSame(glass(600), glass(633))).toBe(false)
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
  expect(isSame(old.slice(0, 640 * 352), fresh.slice(0, 640 * 352))).toBe(true)
})

test.each(BRANDS.map(({ key }) => key))(
  'without a marker the lower edge of %s is the cabinet alone, whatever is played',
  (brand) => {
    const { def, draw } = machine(brand, null)
    const edge = ({ copy }: { copy: Uint8Array }) => copy.slice(640 * 352, 640 * 360)
    const idle = draw(0)
    expect(readMarkerI420(idle.data, 640)).toBeUndefined()
    for (const ms of [500, 3000, 4000])
      expect(edge(draw(ms, { last: lastSpin(def, 3), meters: meters(ms) }))).toEqual(edge(idle))
    // A cabinet's edge is smooth: no cells of 4 pixels with steps between them.
    const row = idle.copy.slice(640 * 354 + 256, 640 * 354 + 384)
    const steps = [...row.slice(1)].map((value, x) => Math.abs(value - (row[x] ?? 0)))
    expect(Math.max(...steps)).toBeLessThan(8)
  },
)

/** A spin that wins ten stakes or more. */
function bigSpin(def: GameDef): LastSpin {
  const big = Array.from({ length: 4000 }, (_, seed) => lastSpin(def, seed)).find(
    ({ spin }) => spin.wins.reduce((sum, { amount }) => sum + amount, 0) >= 5000,
  )
  if (!big) throw new Error('no big win')
  return big
}

test.each(BRANDS.map(({ key }) => key))(
  'the sign of a large win on %s leaves the middle row free',
  (brand) => {
    const { def, draw } = machine(brand, null)
    const last = bigSpin(def)
    // A higher stake makes the same win a small one.
    const [large, small] = [500, 500_000].map((stake) =>
      draw(2500, { last, meters: { ...meters(0), stake } }),
    )
    const row = (at: number) =>
      [large, small].map((frame) => frame?.copy.slice(640 * (46 + 100 * at), 640 * (146 + 100 * at)))
    expect(row(0)[0]).not.toEqual(row(0)[1])
    expect(row(1)[0]).toEqual(row(1)[1])
  },
)

test.each(BRANDS.map(({ key }) => key))(
  'a win on %s is drawn the same at a stake and at seven times that stake, with any credit',
  (brand) => {
    const { def, draw } = machine(brand, null)
    const big = bigSpin(def)
    const frames = (factor: number) => {
      const wins = big.spin.wins.map((win) => ({ ...win, amount: win.amount * factor }))
      const last = { ...big, spin: { ...big.spin, wins } }
      const money = { credit: 12_345 * (factor - 1), win: 9900 * (factor - 1), stake: 500 * factor }
      const shown = { ...money, freeSpins: factor }
      return [3200, 4600, 5700].map((ms) => draw(ms, { last, meters: shown }).copy)
    }
    const more = frames(7)
    frames(1).forEach((frame, i) => {
      expect(isSame(frame, more[i] as Uint8Array)).toBe(true)
    })
  },
)
