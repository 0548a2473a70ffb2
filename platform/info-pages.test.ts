import { readFileSync } from 'node:fs'
import { Window } from 'happy-dom'
import { describe, expect, test } from 'vitest'
import { VISIT_END_WARNING_S } from '../src/contract/codes.ts'
import { LOCALE_CODES, LOCALES, type Locale } from '../src/contract/locales.ts'
import { DEFAULTS } from '../src/contract/settings.ts'
import { BRANDS } from './brands/index.ts'
import { HOLD_MS } from './floor/ports/floor.ts'
import { jackpotPaid } from './floor/settle-spin.ts'
import { GAMES, type GameDef, JACKPOT_SHARE } from './games/index.ts'
import { MIN_PASSWORD_LENGTH } from './players/passwords.ts'
import { DEFAULT_CONFIG } from './testing/config/default-config.ts'

/*
 * Compares the information pages with the games. An operator who replaces a page is responsible for its
 * content.
 */

const FILES = [
  'password-reset',
  'game-rules-and-content',
  'player-protection-information',
  'terms-of-use',
  'privacy-policy',
  'paytables',
]

function read(file: string) {
  const { document } = new Window()
  const html = readFileSync(new URL(`../public/${file}.html`, import.meta.url), 'utf8')
  // The stylesheet is not requested.
  document.write(html.replace('rel="stylesheet"', 'rel="looks"'))
  return document
}
const pages = new Map(FILES.map((file) => [file, read(file)]))
function article(file: string, language: Locale) {
  const found = pages.get(file)?.getElementById(language)
  if (!found) throw new Error(`${file} has no article in ${language}`)
  return found
}

type Found = ReturnType<typeof article>
const all = (within: Found, selector: string) => [...within.querySelectorAll(selector)]
const texts = (within: Found, selector: string) =>
  all(within, selector).map(({ textContent }) => textContent.trim())
/** All whole numbers of a text, in order. */
const numbers = (text: string) => [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits))
/** A number in the language's format, without the surrounding text. */
const number = (text: string, language: Locale) => {
  const { decimal } = LOCALES[language]
  const [whole = '', fraction = '0'] = text.split(decimal)
  return Number([whole, fraction].map((part) => part.replace(/\D/g, '')).join('.'))
}
const orDash = (value: number | undefined) => (value === undefined ? '–' : String(value))

const games = Object.values(GAMES)
const cases = LOCALE_CODES.flatMap((language) => games.map((def) => [language, def.id, def] as const))

describe.each(cases)('the paytable in %s of %s', (language, id, def: GameDef) => {
  const sections = all(article('paytables', language), `section[data-game="${id}"]`)
  const [section] = sections
  if (!section) throw new Error('the page has no section for the game')
  const fact = (name: string) => texts(section, `[data-fact="${name}"]`).map(numbers)
  const rows = (table: string) =>
    all(section, `table[data-table="${table}"] tbody tr`).map((row) => ({
      symbol: row.getAttribute('data-symbol'),
      head: texts(row, 'th').join(),
      cells: texts(row, 'td'),
    }))

  test('appears once, under the names of its brands', () => {
    expect(sections).toHaveLength(1)
    const [title = ''] = texts(section, 'h2')
    const named = BRANDS.filter(({ name }) => title.includes(name)).map(({ game }) => game)
    expect(named).toEqual(BRANDS.filter(({ game }) => game === id).map(() => id))
  })

  test("lists the game's payouts, symbol by symbol", () => {
    const counts = texts(section, 'table[data-table="pays"] thead th').slice(1).flatMap(numbers)
    const pays = Object.entries(def.paytable)
    expect(counts).toEqual([...new Set(pays.flatMap(([, pay]) => Object.keys(pay).map(Number)))].sort())
    expect(rows('pays').map(({ symbol, cells }) => [symbol, cells])).toEqual(
      pays.map(([symbol, pay]) => [symbol, counts.map((count) => orDash(pay[count]))]),
    )
  })

  test("lists the game's payouts and free spins for BONUS", () => {
    expect(rows('bonus').map(({ head, cells }) => [head, ...cells])).toEqual(
      Object.entries(def.scatterPays).map(([count, pay]) => [
        count,
        String(pay),
        orDash(def.free.awards[Number(count)]),
      ]),
    )
    expect(Object.keys(def.free.awards)).toEqual(Object.keys(def.scatterPays))
    expect(fact('multiplier')).toEqual([[def.free.multiplier]])
  })

  test("lists the game's lines or ways, reels, stakes and wilds", () => {
    expect(fact('reels')).toEqual([[def.reels.length, def.rows]])
    expect(fact('stakes')).toEqual([def.stakes.map((cents) => cents / 100)])
    expect(fact('coins')).toEqual([[def.coins]])
    expect(fact('wild-reels')).toEqual([
      def.reels.flatMap((strip, reel) => (strip.includes('wild') ? [reel + 1] : [])),
    ])
    const byLines = def.kind === 'lines'
    expect(fact('lines')).toEqual(byLines ? [[def.lines.length]] : [])
    expect(fact('ways')).toEqual(byLines ? [] : [[def.rows ** def.reels.length]])
    expect(rows('lines').map(({ head, cells }) => [head, ...cells])).toEqual(
      byLines ? def.lines.map((line, at) => [at + 1, ...line.map((row) => row + 1)].map(String)) : [],
    )
  })

  test("names the game's jackpot symbol", () => {
    const strong = all(section, 'strong[data-symbol]')
    expect(strong.map((symbol) => symbol.getAttribute('data-symbol'))).toEqual([def.jackpot])
  })
})

test.each(LOCALE_CODES)('every return to player in %s is the stated one', (language) => {
  const told = FILES.flatMap((file) => all(article(file, language), 'data[data-rtp]'))
  expect(told.map((data) => data.getAttribute('data-rtp'))).toEqual([
    ...Object.keys(GAMES),
    ...Object.keys(GAMES),
  ])
  for (const data of told) {
    const stated = Number(((GAMES[data.getAttribute('data-rtp') ?? '']?.rtp ?? 0) * 100).toFixed(2))
    expect(Number(data.getAttribute('value'))).toBe(stated)
    expect(number(data.textContent, language)).toBe(stated)
  }
})

const highest = (def: GameDef) => Math.max(...def.stakes) / 100
const top = Math.max(...games.map(highest))
const MINUTE = 60_000
const pool = 20_000
const paid = (stake: number) => jackpotPaid(pool * 100, stake * 100, top * 100) / 100

/**
 * The program's values, by the name that the pages use for the number; `pin` is the app's and is checked
 * there.
 */
const FACTS: Readonly<Record<string, number>> = {
  attempts: DEFAULT_CONFIG.lockOut.attempts,
  block: DEFAULT_CONFIG.lockOut.blockMs / MINUTE,
  password: MIN_PASSWORD_LENGTH,
  hold: HOLD_MS / MINUTE,
  idle: DEFAULT_CONFIG.seatIdleMs / MINUTE,
  warning: VISIT_END_WARNING_S,
  picture: DEFAULTS.maxPictureAge / 1000,
  share: JACKPOT_SHARE * 100,
  tenths: jackpotPaid(10, top * 100, top * 100),
  highest: top,
  ...{ pool, middle: 10, low: 1, paidHigh: paid(100), paidMiddle: paid(10), paidLow: paid(1) },
}

test.each(LOCALE_CODES)('every other number in %s matches the program', (language) => {
  for (const file of FILES) {
    const told = all(article(file, language), 'data[data-fact]:not([data-fact="pin"])')
    const names = (of: Found[]) => of.map((data) => data.getAttribute('data-fact')).sort()
    expect(names(told)).toEqual(names(all(article(file, 'tr'), 'data[data-fact]:not([data-fact="pin"])')))
    for (const data of told) {
      const name = data.getAttribute('data-fact') ?? ''
      const text = number(data.textContent, language)
      expect([file, name, Number(data.getAttribute('value')), text]).toEqual([
        file,
        name,
        FACTS[name],
        FACTS[name],
      ])
    }
  }
})

test('the highest stake is the same for all games, and the house keeps 4 to 6 % of the stakes', () => {
  for (const def of games) {
    expect(highest(def)).toBe(FACTS.highest)
    expect(Math.round((1 - def.rtp) * 100)).toBeGreaterThanOrEqual(4)
    expect(Math.round((1 - def.rtp) * 100)).toBeLessThanOrEqual(6)
  }
})

test('re-spins award no further ones, because they use their own reels', () => {
  for (const def of games) {
    const scatters = (def.free.reels ?? def.reels).filter((strip) => strip.includes('scatter')).length
    const more = Object.keys(def.free.awards).some((count) => Number(count) <= scatters)
    expect(more).toBe(def.reels.length === 5)
  }
})

test('the symbol names in the info panel match the page', () => {
  for (const language of LOCALE_CODES) {
    for (const [game, def] of Object.entries(GAMES)) {
      const brands = BRANDS.filter((brand) => brand.game === game)
      const [section] = all(article('paytables', language), `section[data-game="${game}"]`)
      if (!section) throw new Error('the page has no section for the game')
      for (const row of all(section, 'table[data-table="pays"] tbody tr')) {
        const key = row.getAttribute('data-symbol') as keyof typeof def.paytable
        const told = brands.map(({ symbolNames }) => symbolNames[key]?.[language])
        expect(texts(row, 'th span')).toEqual(told)
      }
      const [caption = ''] = texts(section, 'table[data-table="bonus"] caption')
      expect(caption).toContain(
        `BONUS (${brands.map(({ symbolNames }) => symbolNames.scatter?.[language]).join(' / ')})`,
      )
    }
  }
})
