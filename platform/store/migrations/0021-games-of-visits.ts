import { type Kysely, sql } from 'kysely'

/** Visits count the games of cabinets, and limits and histories find them by visit and player. */
const STATEMENTS = [
  'create index cabinet_games_of_visit on cabinet_games (visit_id, number)',
  'create index cabinet_games_of_player on cabinet_games (player_id, machine_id, number)',
  `update visits set spins = spins + games.count
    from (select visit_id, count(*) as count from cabinet_games where visit_id is not null group by visit_id) games
    where games.visit_id = visits.id`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
