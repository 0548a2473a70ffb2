import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { GAMES, SYMBOL_KEYS, stripsOf } from '../games/index.ts'
import { rasterise } from '../video/render/svg.ts'
import { BRANDS, brandOf, symbolFile } from './index.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const distinct = (values: readonly unknown[]) => expect(new Set(values).size).toBe(values.length)

test('every folder is a brand of the index, with an id, a key and a name of its own', () => {
  const folders = readdirSync(folder('.'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(BRANDS.map(({ key }) => key).sort()).toEqual(folders.map(({ name }) => name).sort())
  distinct(BRANDS.map(({ id }) => id))
  distinct(BRANDS.map(({ name }) => name))
})

test('the ids of shipped brands are not reused for other brands', () => {
  expect(BRANDS.filter(({ id }) => id <= 6).map(({ id, key }) => [id, key])).toEqual([
    [1, 'kervan'],
    [2, 'bosfor'],
    [3, 'nar'],
    [4, 'lodos'],
    [5, 'zeytin'],
    [6, 'ocak'],
  ])
})

test('every game is played by a brand', () => {
  expect(new Set(BRANDS.map(({ game }) => game))).toEqual(new Set(Object.keys(GAMES)))
})

test('an unknown brand has no files, whatever its key', () => {
  expect(brandOf('../games')).toBeUndefined()
  expect(symbolFile('../games', 'wild')).toBeUndefined()
})

describe.each(BRANDS.map((brand) => [brand.key, brand] as const))('%s', (key, brand) => {
  const def = GAMES[brand.game]
  const symbols = new Set(def && [...stripsOf(def, false), ...stripsOf(def, true)].flat())

  test('is a valid brand pack', () => {
    expect(key).toMatch(/^[a-z0-9-]+$/)
    expect(Number.isSafeInteger(brand.id) && brand.id > 0).toBe(true)
    expect(Number.isSafeInteger(brand.jackpotSeedCents) && brand.jackpotSeedCents > 0).toBe(true)
    expect(def).toBeDefined()
    for (const colour of Object.values(brand.palette)) expect(colour).toMatch(/^#[0-9a-f]{6}$/)
  })

  test('has an image for each symbol of its game, and no other files', () => {
    const files = readdirSync(folder(`./${key}/symbols`))
    expect(SYMBOL_KEYS.filter((symbol) => symbols.has(symbol) && !files.includes(`${symbol}.svg`))).toEqual(
      [],
    )
    expect(files.filter((file) => !SYMBOL_KEYS.some((symbol) => file === `${symbol}.svg`))).toEqual([])
    for (const symbol of symbols) {
      const svg = readFileSync(symbolFile(key, symbol) ?? '', 'utf8')
      expect(rasterise(svg)).toMatchObject({ width: 200, height: 200 })
    }
  })

  test('has a poster', () => {
    for (const type of ['svg', 'png']) {
      expect(existsSync(folder(`../../public/assets/machines/${key}.${type}`))).toBe(true)
    }
  })

  test('names its paying symbols in Turkish, English and Arabic', () => {
    const named = Object.entries(brand.symbolNames)
    const paying = [...symbols].filter((symbol) => symbol !== 'wild' && symbol !== 'scatter')
    expect(paying.filter((symbol) => !brand.symbolNames[symbol])).toEqual([])
    for (const [, names] of named) {
      expect(Object.keys(names)).toEqual(expect.arrayContaining(['tr', 'en', 'ar']))
    }
  })
})
