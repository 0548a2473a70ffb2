import type { Selectable } from 'kysely'
import type { CabinetGameTable, HandPayTable } from '../../store/tables.ts'

/*
 * What the movement of a cabinet's report has of the report, as its fingerprint: the chain covers it, and the
 * audit compares the row of the report with it.
 */

type GameRow = Pick<Selectable<CabinetGameTable>, 'stake' | 'win' | 'credit' | 'player_id' | 'visit_id'>

/** `playedAt`: ms since 1970. */
export const gameFacts = ({ stake, win, credit, player_id, visit_id }: GameRow, playedAt: number): string =>
  `game of ${stake}, won ${win}, left ${credit}, player ${player_id}, visit ${visit_id}, played at ${playedAt}`

type HandPayRow = Pick<Selectable<HandPayTable>, 'cents' | 'player_id' | 'visit_id'>

export const handPayFacts = ({ cents, player_id, visit_id }: HandPayRow): string =>
  `hand pay of ${cents}, player ${player_id}, visit ${visit_id}`

export const handPayEndFacts = (to: Selectable<HandPayTable>['state']): string => `hand pay to ${to}`

/** `cents`: what a cash-out took off the cabinet. */
export const cashOutFacts = (cents: number): string => `cash-out of ${cents}`
/** The amount of `cashOutFacts`. */
export const readCashOutFacts = (facts: string): number => Number(facts.slice(cashOutFacts(0).length - 1))

/** The stake and win of `gameFacts`, cents; NaN for another text. */
export function readGameFacts(facts: string): { stake: number; win: number } {
  const [, stake, win] = /^game of (\d+), won (\d+),/.exec(facts) ?? []
  return { stake: Number(stake), win: Number(win) }
}
/** The visit of a report; undefined: it was of no visit. */
export function readVisit(facts: string): number | undefined {
  const visit = /, visit (\d+)/.exec(facts)?.[1]
  return visit === undefined ? undefined : Number(visit)
}
