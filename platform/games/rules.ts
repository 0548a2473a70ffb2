import type * as v from 'valibot'
import type { SpinWin } from '../../src/contract/live.ts'
import type { LocalizedText } from '../../src/contract/localized-text.ts'
import type { RulesAnswer, ShownSymbol } from '../../src/contract/rules.ts'
import { cellsOf } from './cells.ts'
import {
  type GameDef,
  JACKPOT_SHARE,
  type Strip,
  SYMBOL_KEYS,
  type SymbolKey,
  stripsOf,
  symbolAt,
} from './game.ts'

type Rules = v.InferInput<typeof RulesAnswer>

/** The titles of the two symbols with a role, in every language. */
const TITLES: Readonly<Partial<Record<SymbolKey, string>>> = { wild: 'WILD', scatter: 'BONUS' }

/** The name of a symbol, as the paytable shows it. `names`: those of its brand. */
function nameOf(key: SymbolKey, names: Exclude<LocalizedText, string> | undefined): LocalizedText {
  const title = TITLES[key]
  if (!names) return title ?? key
  if (!title) return names
  return Object.fromEntries(Object.entries(names).map(([locale, name]) => [locale, `${title} (${name})`]))
}

/** The names of a brand's symbols. */
export type SymbolNames = Readonly<Partial<Record<SymbolKey, Exclude<LocalizedText, string>>>>

/** A combination as it is stored with its spin. */
export interface StoredWin {
  readonly line: number
  readonly symbols: number
  readonly symbol: string
  readonly amount: number
}

/** The combinations of a spin in the form of the wire. */
export const winsOf = (wins: readonly StoredWin[], names: SymbolNames): SpinWin[] =>
  wins.map(({ symbol, symbols, line, amount }) => ({
    symbol: nameOf(symbol as SymbolKey, names[symbol as SymbolKey]),
    count: symbols,
    ...(line >= 0 ? { line: line + 1 } : {}),
    amount,
  }))

/** The reels of a spin as they stood, each from the top. */
export function reelsOf(
  def: GameDef,
  spin: { readonly stops: readonly number[]; readonly free: boolean; readonly wins: readonly StoredWin[] },
  { symbolNames, pictureOf }: Pick<RulesOptions, 'symbolNames' | 'pictureOf'>,
): v.InferInput<typeof ShownSymbol>[][] {
  const strips = stripsOf(def, spin.free)
  const paying = spin.wins.flatMap((win) => cellsOf(def, spin, win))
  return strips.map((_, reel) =>
    Array.from({ length: def.rows }, (_, row) => {
      const key = symbolAt(strips, spin.stops, reel, row)
      const pays = paying.some((cell) => cell.reel === reel && cell.row === row)
      return { name: nameOf(key, symbolNames[key]), picture: pictureOf(key), pays }
    }),
  )
}

const paysOf = (pays: Readonly<Record<number, number>> | undefined) =>
  Object.entries(pays ?? {}).map(([count, pay]) => ({ count: Number(count), pay }))

/** The reels (from 1) with a symbol; null: all. */
function reelsWith(strips: readonly Strip[], key: SymbolKey): number[] | null {
  const found = strips.flatMap((strip, reel) => (strip.includes(key) ? [reel + 1] : []))
  return found.length === strips.length ? null : found
}

export interface RulesOptions {
  /** The brand's names of the symbols, by language. */
  readonly symbolNames: SymbolNames
  /** The URL of a symbol's picture. */
  readonly pictureOf: (key: SymbolKey) => string
  /** The part of the jackpot that a hit at the highest stake pays. */
  readonly jackpotPaid: number
}

/** A game's rules as the API shows them to players. */
export function rulesOf(def: GameDef, { symbolNames, pictureOf, jackpotPaid }: RulesOptions): Rules {
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
    // Both are exact as numbers. The same with BigInt sometimes failed in Node 20: "Cannot mix BigInt".
    baseRtp: Number(numerator) / Number(denominator),
    volatility: def.volatility ?? null,
    symbols: SYMBOL_KEYS.filter((key) => there.has(key)).map((key) => ({
      key,
      name: nameOf(key, symbolNames[key]),
      picture: pictureOf(key),
      role: key === 'wild' || key === 'scatter' ? key : '',
      reels: reelsWith(def.reels, key),
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
