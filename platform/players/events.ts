import type { EVENT_TYPES } from '../../src/contract/player.ts'
import type { Db } from '../store/db.ts'

/** What is kept of what happens to an account; a check is that of a token. */
export type EventType = (typeof EVENT_TYPES)[number]

export interface PlayerEvent {
  type: EventType
  ip: string
  playerId?: string
  /** ms since 1970. */
  at: number
  details?: Record<string, string | number>
}

/** Writes an event down. Never holds what somebody typed: people type passwords where the name belongs. */
export async function record(db: Db, { type, ip, playerId, at, details }: PlayerEvent): Promise<void> {
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
