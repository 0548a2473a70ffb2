import { type Kysely, sql } from 'kysely'

/** The players' preferences and their messages to the staff. tables.ts describes the columns. */
const STATEMENTS = [
  `alter table players add column preferences jsonb not null default '{}'`,
  `alter table players add column chat_status text not null default 'online'
    check (chat_status in ('online', 'do-not-disturb', 'away', 'offline'))`,
  `create table chat_messages (
    id bigint generated always as identity primary key,
    player_id bigint not null references players,
    contact_id text not null,
    from_player boolean not null,
    automatic boolean not null default false,
    unread boolean not null default false,
    message jsonb not null,
    request_id text,
    at timestamptz not null,
    constraint chat_messages_request_id unique (player_id, request_id)
  )`,
  `create index chat_messages_of_player on chat_messages (player_id, contact_id, id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
