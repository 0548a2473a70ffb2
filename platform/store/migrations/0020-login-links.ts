import { type Kysely, sql } from 'kysely'

/**
 * Codes by which players log in at a kiosk from their phones: players/login-links.ts. Code and secret are
 * stored as hashes.
 */
const STATEMENTS = [
  `create table login_links (
    code_hash text primary key,
    secret_hash text not null unique,
    venue text not null,
    screen text not null,
    state text not null check (state in ('waiting', 'confirmed', 'refused')),
    player_id bigint references players,
    expires_at timestamptz not null
  )`,
  'create index login_links_expiry on login_links (expires_at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
