import { type Kysely, sql } from 'kysely'

/**
 * Limits and histories find the games of cabinets by visit and player; the comparison with a cabinet's meters
 * finds its transfers and cash-outs.
 */
const STATEMENTS = [
  'create index cabinet_games_of_visit on cabinet_games (visit_id, number)',
  'create index cabinet_games_of_player on cabinet_games (player_id, machine_id, number)',
  `create index transfers_loads on transfers (machine_id) where direction = 'load' and state = 'done'`,
  `create index movements_cash_outs on movements (machine_id) where kind = 'cash-out'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
