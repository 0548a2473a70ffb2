import pg from 'pg'
import { systemClock } from '../lib/clock.ts'
import { repeat } from '../lib/repeat.ts'
import { serverConnection } from './server-connection.ts'

/** Identifies the platform's lock among the advisory locks of a database. */
const LOCK_KEY = 7_335_227_825
const RETRY_MS = 1000
const PING_INTERVAL_MS = 2000
const SILENCE_MS = 5000

async function tryLock(client: pg.Client, shared: boolean): Promise<boolean> {
  const lock = shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  const { rows } = await client.query(`select ${lock}($1::bigint) as locked`, [LOCK_KEY])
  return rows[0]?.locked === true
}

/**
 * Locks a database on a server for one platform, or for the processes that share it: others would not know of
 * their machines. The lock ends with its connection, so a killed process leaves none. The server ends the
 * connection of a host that is gone, and this process one on which nothing is answered; it connects again
 * until the lock is held. Returns the release function. Throws an Error whose message is one
 * line.
 */
export async function lockDatabase(
  databaseUrl: string,
  onLost: (reason: string) => void,
  shared = false,
): Promise<() => Promise<void>> {
  let client: pg.Client
  let timer: NodeJS.Timeout | undefined
  let released = false

  async function connect(): Promise<boolean> {
    const own = new pg.Client({
      ...serverConnection(databaseUrl),
      query_timeout: SILENCE_MS,
    })
    client = own
    own.on('error', () => {})
    try {
      await own.connect()
      if (await tryLock(own, shared)) {
        own.once('end', recover)
        return true
      }
    } catch (error) {
      // The lock may be granted after its time: the connection would keep it from the next one.
      void own.end().catch(() => {})
      throw error
    }
    await own.end()
    return false
  }

  function recover(): void {
    if (released) return
    onLost('the lock of the database was lost with its connection')
    timer = setTimeout(() => {
      connect().then(
        (locked) => {
          if (!locked) recover()
        },
        () => recover(),
      )
    }, RETRY_MS)
  }

  if (!(await connect())) throw new Error('the database is in use by another platform')
  async function ping(): Promise<void> {
    const pinged = client
    await pinged.query('select').catch(() => pinged.end())
  }
  const stopPings = repeat(ping, PING_INTERVAL_MS, systemClock, () => {})
  return async () => {
    released = true
    void stopPings()
    clearTimeout(timer)
    await client.end().catch(() => {})
  }
}
