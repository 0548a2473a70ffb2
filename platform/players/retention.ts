import type { Config } from '../config/config.ts'
import type { Clock } from '../lib/clock.ts'
import { repeat } from '../lib/repeat.ts'
import type { Db } from '../store/db.ts'
import { type Trx, transactPatiently } from '../store/transaction.ts'

const DAY_MS = 24 * 60 * 60_000
const INTERVAL_MS = 60 * 60_000

type Rules = Pick<Config, 'retention' | 'loginMs'>

/**
 * Removes personal data after its retention: addresses first, then events, ended logins and chat messages.
 * Ledger, spins and visits stay, because disputes and the law require them.
 */
async function removeOldData(db: Db, { retention, loginMs }: Rules, now: number): Promise<void> {
  const before = (days: number) => new Date(now - days * DAY_MS)
  const address = before(retention.addressDays)
  // A valid login is not removed, however short the retention.
  const ended = new Date(Math.min(now - loginMs, before(retention.eventDays).getTime()))
  const steps: readonly ((trx: Trx) => { execute(): Promise<unknown> })[] = [
    (trx) =>
      trx.updateTable('events').set({ ip: null }).where('at', '<', address).where('ip', 'is not', null),
    (trx) =>
      trx.updateTable('logins').set({ ip: '' }).where('created_at', '<', address).where('ip', '!=', ''),
    (trx) => trx.deleteFrom('events').where('at', '<', before(retention.eventDays)),
    (trx) => trx.deleteFrom('logins').where('created_at', '<', ended),
    (trx) => trx.deleteFrom('login_attempts').where('at', '<', before(1)),
    (trx) => trx.deleteFrom('chat_messages').where('at', '<', before(retention.chatDays)),
  ]
  // Another process may be removing the same rows.
  for (const step of steps) await transactPatiently(db, (trx) => step(trx).execute())
}

/**
 * Removes old data now and every hour. Returns the stop function, which waits for a removal that is running.
 */
export function startRetention(
  db: Db,
  rules: Rules,
  clock: Clock,
  onError: (error: unknown) => void,
): () => Promise<void> {
  return repeat(() => removeOldData(db, rules, clock.now()), INTERVAL_MS, clock, onError)
}
