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

/** Throws if a session on this server does not hold what the platform needs. */
async function checkSession(client: pg.PoolClient, isReadOnly: boolean): Promise<void> {
  const { rows } = await client.query(`select current_setting('reelcast.session', true) as session,
    current_setting('server_encoding') as encoding, current_setting('synchronous_commit') as commit,
    current_setting('transaction_read_only') as "readOnly", current_setting('search_path') as path,
    current_setting('transaction_timeout', true) as timeout,
    (select schemaname from pg_tables where tablename = 'kysely_migration'
      and to_regclass('kysely_migration') is null limit 1) as schema`)
  const [{ session, encoding, commit, readOnly, path, timeout, schema }] = rows
  if (session !== 'on')
    throw new Error(
      'the options of a session do not reach it: connect to PostgreSQL itself, not through a pooler such as PgBouncer',
    )
  if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, not UTF8`)
  if (commit === 'off')
    throw new Error('synchronous_commit is off: a crash of the server would lose money that was confirmed')
  // Servers before PostgreSQL 17 would refuse it among the options of a session.
  if (timeout !== null && timeout !== '0')
    throw new Error(`transaction_timeout is ${timeout}: it would end long transactions, so set it to 0`)
  if (schema !== null) throw new Error(`its tables are in the schema ${schema}, and search_path is ${path}`)
  if (readOnly === 'on' && !isReadOnly)
    throw new Error('it is read-only, as a standby is, or by default_transaction_read_only')
}

/**
 * Connects to a PostgreSQL server. `isReadOnly`: the caller only reads. Throws an Error whose message is one
 * line.
 */
export async function openPostgres(
  databaseUrl: string,
  onProgress: (step: string) => void,
  isReadOnly = false,
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
    await checkSession(client, isReadOnly).finally(() => client.release())
  } catch (error) {
    await stop()
    await pool.end()
    const why = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error)
    throw new Error(`the database at ${describeTarget(databaseUrl)} can not be used: ${why}`)
  }
  return { kind: 'postgres', pool, stop }
}
