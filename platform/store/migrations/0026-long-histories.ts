import { type Kysely, sql } from 'kysely'

/**
 * A call about a player's history reads no more rows of a long history than of a short one: visits with a jackpot,
 * visits and transfers at the machines of a search, the visits of a period, events by type, chat messages and open
 * logins.
 */
const STATEMENTS = [
  'create index spins_jackpots on spins (visit_id) where jackpot_hit',
  'create index visits_of_machine on visits (player_id, machine_id, id)',
  `create index visits_ended on visits (player_id, coalesce(ended_at, 'infinity'))`,
  `create index movements_transfers on movements (player_id, machine_id, id)
    where kind in ('cash-in', 'cash-in-back', 'cash-out', 'settle')`,
  'create index events_of_type on events (player_id, type, at)',
  `create index events_shown on events (player_id, id) where type <> 'check success'`,
  'create index chat_messages_unread on chat_messages (player_id, contact_id) where unread',
  'create index chat_messages_sent on chat_messages (player_id, id) where from_player',
  'create index logins_open_of_player on logins (player_id, created_at) where revoked_at is null',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
