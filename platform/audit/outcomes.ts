import { sql } from 'kysely'
import { hashOfDefinition, parseDefinition } from '../games/definition.ts'
import { evaluateStops, type GameDef } from '../games/game.ts'
import type { Trx } from '../store/transaction.ts'
import type { Report } from './chain-links.ts'

/* The part of the audit that computes the outcomes of spins anew, by the definitions of their games. */

/** A spin as its link covers it. */
export type SpinFacts = readonly [
  id: number,
  machine: number,
  player: number,
  visit: number,
  game: string,
  definition: string | null,
  stake: number,
  free: boolean,
  stops: readonly number[],
  wins: readonly { amount: number }[],
  win: number,
  jackpotHit: boolean,
  freeAwarded: number,
  at: number,
  settledId: number,
  jackpot: number,
  /** µs since 1970; null while the spin is under way. */
  settled: number | null,
]

/** The rules of a game, as they were stored. */
export interface Definitions {
  readonly games: ReadonlyMap<string, GameDef>
  /** All rows by their hash, with the time in µs since 1970. */
  readonly rows: ReadonlyMap<string, { game: string; at: number }>
}

export async function readDefinitions(trx: Trx, report: Report): Promise<Definitions> {
  const rows = await trx
    .selectFrom('game_definitions')
    .select(['hash', 'game', 'definition'])
    .select(sql<number>`(extract(epoch from created_at) * 1000000)::bigint`.as('at'))
    .execute()
  const games = rows.flatMap(({ hash, game, definition }) => {
    if (hashOfDefinition(definition) !== hash) {
      report(`the definition ${hash} of ${game} is not what its hash says`)
      return []
    }
    return [[hash, parseDefinition(definition)] as const]
  })
  return { games: new Map(games), rows: new Map(rows.map(({ hash, game, at }) => [hash, { game, at }])) }
}

/** Undefined for stops or a stake that the game does not have. */
function compute(def: GameDef, stops: readonly number[], stake: number, free: boolean) {
  try {
    return evaluateStops(def, stops, stake, free)
  } catch {
    return undefined
  }
}

export function createOutcomeCheck({ games }: Definitions, report: Report) {
  let undefinedSpins = 0
  return {
    /** Returns the definition by which the spin was played. */
    check(facts: SpinFacts): GameDef | undefined {
      const [id, , , , game, hash, stake, free, stops, wins, win, jackpotHit, freeAwarded] = facts
      if (hash === null) {
        undefinedSpins += 1
        return undefined
      }
      const def = games.get(hash)
      if (!def) {
        report(`spin ${id}: its definition ${hash} is missing`)
        return undefined
      }
      const outcome = compute(def, stops, stake, free)
      if (!outcome) report(`spin ${id}: its definition has no such stops or stake`)
      else if (
        outcome.win !== win ||
        outcome.jackpot !== jackpotHit ||
        outcome.freeSpins !== freeAwarded ||
        outcome.wins.length !== wins.length ||
        outcome.wins.some(({ amount }, at) => amount !== wins[at]?.amount)
      ) {
        report(`spin ${id}: its stops ${stops.join(' ')} win ${outcome.win}, it was given ${win}`)
      }
      if (def.id !== game) report(`spin ${id} is of the game ${game}, its definition is of ${def.id}`)
      return def
    },
    /** Spins from before definitions were kept. */
    undefinedSpins: () => undefinedSpins,
  }
}
