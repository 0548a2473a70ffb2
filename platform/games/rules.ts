import type * as v from 'valibot'
import type { RulesAnswer, Said } from '../../src/contract/rules.ts'
import { type GameDef, JACKPOT_SHARE, type Strip, type SymbolKey } from './game.ts'
import { SYMBOL_NAMES } from './symbol-names.ts'

type Rules = v.InferInput<typeof RulesAnswer>

/** Highest pay first, as paytables are read. */
const ORDER: readonly SymbolKey[] = [
  'wild',
  'high1',
  'high2',
  'high3',
  'low1',
  'low2',
  'low3',
  'low4',
  'scatter',
]

/** What the two symbols of every game are called in all languages. */
const TITLES: Readonly<Partial<Record<SymbolKey, string>>> = { wild: 'WILD', scatter: 'BONUS' }

function nameOf(brand: string, key: SymbolKey): Said {
  const said = SYMBOL_NAMES[brand]?.[key]
  const title = TITLES[key]
  if (!said) return title ?? key
  const [tr, en, ar] = title ? said.map((name) => `${title} (${name})`) : said
  return { tr: tr ?? key, en: en ?? key, ar: ar ?? key }
}

const paysOf = (pays: Readonly<Record<number, number>> | undefined) =>
  Object.entries(pays ?? {}).map(([count, pay]) => ({ count: Number(count), pay }))

/** The reels (from 1) that hold a symbol; null when all do. */
function reelsOf(strips: readonly Strip[], key: SymbolKey): number[] | null {
  const found = strips.flatMap((strip, reel) => (strip.includes(key) ? [reel + 1] : []))
  return found.length === strips.length ? null : found
}

/**
 * What a player is told of a game. `pictureOf` gives the address of a symbol's picture; `jackpotPaid` is the part of
 * the jackpot that a hit at the highest stake is paid.
 */
export function rulesOf(
  def: GameDef,
  brand: string,
  { pictureOf, jackpotPaid }: { pictureOf: (key: SymbolKey) => string; jackpotPaid: number },
): Rules {
  const { numerator, denominator } = def.exactReturn
  const held = def.free.reels?.flatMap((strip, reel) =>
    strip.every((symbol) => symbol === 'wild') ? [reel + 1] : [],
  )
  const there = new Set(def.reels.flat())
  return {
    name: def.name,
    kind: def.kind,
    reels: def.reels.length,
    rows: def.rows,
    lines: def.kind === 'lines' ? def.lines.map((line) => [...line]) : [],
    ways: def.kind === 'ways' ? def.rows ** def.reels.length : null,
    coins: def.coins,
    stakes: [...def.stakes],
    rtp: def.rtp,
    baseRtp: Number((numerator * 10n ** 12n) / denominator) / 1e12,
    volatility: def.volatility ?? null,
    symbols: ORDER.filter((key) => there.has(key)).map((key) => ({
      key,
      name: nameOf(brand, key),
      picture: pictureOf(key),
      role: key === 'wild' || key === 'scatter' ? key : '',
      reels: reelsOf(def.reels, key),
      pays: paysOf(key === 'scatter' ? def.scatterPays : def.paytable[key]),
    })),
    free: {
      awards: Object.entries(def.free.awards).map(([count, rounds]) => ({ count: Number(count), rounds })),
      multiplier: def.free.multiplier,
      held: held?.length ? held : null,
    },
    jackpot: { share: JACKPOT_SHARE, symbol: def.jackpot, paid: jackpotPaid },
  }
}
