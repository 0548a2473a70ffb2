import type { EVENT_TYPES } from '../../src/contract/player.ts'
import type { Db } from '../store/db.ts'

/** Entries of an account's history; `check` is the validation of a token. */
export type EventType = (typeof EVENT_TYPES)[number]

export interface PlayerEvent {
  type: EventType
  ip: string
  playerId?: string
  /** ms since 1970. */
  at: number
  details?: Record<string, string | number>
}

/** Stores an event. It never holds user input: people type passwords into the name field. */
export async function recordEvent(db: Db, { type, ip, playerId, at, details }: PlayerEvent): Promise<void> {
  await db
    .insertInto('events')
    .values({
      type,
      ip,
      player_id: playerId === undefined ? null : Number(playerId),
      at: new Date(at),
      ...(details && { details: JSON.stringify(details) }),
    })
    .execute()
}
