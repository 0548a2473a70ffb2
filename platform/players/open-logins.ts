import type * as v from 'valibot'
import type { LoginsAnswer } from '../../src/contract/player.ts'
import type { Clock } from '../lib/clock.ts'
import { repeat } from '../lib/repeat.ts'
import type { Db } from '../store/db.ts'
import type { Identity, Logins, LoginsOptions } from './logins.ts'

const MAX_LOGINS = 50
const INTERVAL_MS = 60_000

/** A player's open logins, newest first. */
export async function openLogins(
  db: Db,
  { playerId, loginId }: Identity,
  { loginMs, loginIdleMs }: Pick<LoginsOptions, 'loginMs' | 'loginIdleMs'>,
  now: number,
): Promise<v.InferInput<typeof LoginsAnswer>> {
  const logins = await db
    .selectFrom('logins')
    .select(['id', 'created_at', 'used_at', 'ip', 'device'])
    .where('player_id', '=', Number(playerId))
    .where('revoked_at', 'is', null)
    .where('created_at', '>', new Date(now - loginMs))
    .where('used_at', '>', new Date(loginIdleMs === 0 ? 0 : now - loginIdleMs))
    .orderBy('created_at', 'desc')
    .limit(MAX_LOGINS)
    .execute()
  const rows = logins.map(({ id, created_at, used_at, ip, device }) => ({
    id,
    time: created_at.toISOString(),
    used: used_at.toISOString(),
    ip: ip || null,
    device: device || null,
    current: id === loginId,
  }))
  return { rows }
}

/** Ends idle logins now and every minute, so that their sockets end too. Returns the stop function. */
export function startIdleLogouts(
  logins: Pick<Logins, 'endIdle'>,
  clock: Clock,
  onError: (error: unknown) => void,
): () => Promise<void> {
  return repeat(() => logins.endIdle(), INTERVAL_MS, clock, onError)
}
