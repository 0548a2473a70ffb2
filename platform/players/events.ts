import type { Db } from '../store/db.ts'

/** What is kept of what happens to an account; the names are the platform standard's. */
export type EventType =
  | 'login fail'
  | 'login success'
  | 'not allowed'
  | 'logout'
  | 'password changed'
  | 'temporary blocked'
  | 'kicked by player'

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
