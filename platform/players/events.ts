import type { EVENT_TYPES } from '../../src/contract/player.ts'
import { addressKey } from '../config/ip-addresses.ts'
import type { Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'

/** Entries of an account's history; `check` is the validation of a token. */
export type EventType = (typeof EVENT_TYPES)[number]

export interface PlayerEvent {
  type: EventType
  /** Undefined: an operator's command. */
  ip?: string
  playerId?: string
  /** ms since 1970. */
  at: number
  details?: Record<string, string | number>
}

/**
 * Stores an event of a player. Events of unknown names are not stored, because they would fill the table
 * without an account to show them. An event never contains user input: people type passwords into the name
 * field.
 */
export async function recordEvent(
  db: Db | Trx,
  { type, ip, playerId, at, details }: PlayerEvent,
): Promise<void> {
  if (playerId === undefined) return
  await db
    .insertInto('events')
    .values({
      type,
      ip: ip ?? null,
      player_id: Number(playerId),
      at: new Date(at),
      ...(details && { details: JSON.stringify(details) }),
    })
    .execute()
}

const DAY_MS = 24 * 60 * 60_000

/**
 * As `recordEvent`, at most once in 24 hours for each IPv4 address or IPv6 /64: an app renews its token every
 * hour, and a token may be sent again and again after its end.
 */
export async function recordDaily(
  db: Db,
  event: PlayerEvent & { playerId: string; ip: string },
): Promise<void> {
  const earlier = await db
    .selectFrom('events')
    .select('ip')
    .distinct()
    .where('player_id', '=', Number(event.playerId))
    .where('type', '=', event.type)
    .where('at', '>', new Date(event.at - DAY_MS))
    .execute()
  const key = addressKey(event.ip)
  if (earlier.every(({ ip }) => ip === null || addressKey(ip) !== key)) await recordEvent(db, event)
}
