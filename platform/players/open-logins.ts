import type * as v from 'valibot'
import type { LoginsAnswer } from '../../src/contract/player.ts'
import type { Clock } from '../lib/clock.ts'
import type { Db } from '../store/db.ts'
import type { Identity, Sessions, SessionsOptions } from './sessions.ts'

const MAX_LOGINS = 50
const INTERVAL_MS = 60_000

/** A player's own logins that are open, the newest first. */
export async function openLogins(
  db: Db,
  { playerId, loginId }: Identity,
  { loginMs, loginIdleMs }: Pick<SessionsOptions, 'loginMs' | 'loginIdleMs'>,
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
  sessions: Pick<Sessions, 'endIdle'>,
  clock: Clock,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running = Promise.resolve()
  let cancel = () => {}
  let stopped = false
  function run(): void {
    running = sessions
      .endIdle()
      .catch(onError)
      .then(() => {
        if (!stopped) cancel = clock.after(INTERVAL_MS, run)
      })
  }
  run()
  return () => {
    stopped = true
    cancel()
    return running
  }
}
