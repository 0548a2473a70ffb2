import pg from 'pg'
import type { Connections } from './connections.ts'
import { endSilentConnections } from './end-silent-connections.ts'
import { safeInteger } from './safe-integer.ts'
import { serverConnection } from './server-connection.ts'

const INT8 = 20
const MAX_CONNECTIONS = 10
/**
 * A process that is paused in a transaction must release its locks: a lock on a jackpot's account would stop
 * every other process.
 */
const IDLE_TRANSACTION_MS = 2000
/**
 * A statement that waits longer for a lock fails and changes nothing. Those that wait for one row would
 * otherwise hold all connections, for as long as another transaction has it. Such a transaction is idle for
 * less time than this.
 */
const LOCK_TIMEOUT_MS = 3000

function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8) return safeInteger
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
}

/** Host and database of a URL, without the credentials. */
function describeTarget(databaseUrl: string): string {
  const url = URL.parse(databaseUrl)
  return url ? `${url.host}${url.pathname}` : 'an address that is not one'
}

/** Connects to a PostgreSQL server. Throws an Error whose message is one line. */
export async function openPostgres(
  databaseUrl: string,
  onProgress: (step: string) => void,
): Promise<Connections> {
  onProgress(`connecting to the database at ${describeTarget(databaseUrl)}`)
  const options: pg.PoolConfig = {
    ...serverConnection(databaseUrl),
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    types: { getTypeParser: typeParser },
  }
  const pool = new pg.Pool({ ...options, max: MAX_CONNECTIONS })
  const probe = new pg.Pool({ ...options, max: 1 })
  for (const each of [pool, probe]) {
    // Without a listener a dropped idle connection would end the process; the next query opens another one.
    each.on('error', () => {})
    // The same for a connection that is dropped within a transaction; its next statement fails.
    each.on('connect', (client) => client.on('error', () => {}))
  }
  const stopProbe = endSilentConnections(pool, probe)
  const stop = () => stopProbe().then(() => probe.end())
  try {
    const client = await pool.connect()
    client.release()
  } catch (error) {
    await stop()
    await pool.end()
    const why = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error)
    throw new Error(`the database at ${describeTarget(databaseUrl)} can not be used: ${why}`)
  }
  return { kind: 'postgres', pool, stop }
}
