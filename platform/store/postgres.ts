import pg from 'pg'
import type { Connections } from './db.ts'
import { safeInteger } from './safe-integer.ts'

const INT8 = 20
const CONNECTIONS = 10
const CONNECT_TIMEOUT_MS = 8000

function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8) return safeInteger
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
}

/** Where a database URL points, without the user and the password. */
function describeTarget(databaseUrl: string): string {
  const url = URL.parse(databaseUrl)
  return url ? `${url.host}${url.pathname}` : 'an address that is not one'
}

/** Connects to a PostgreSQL server. Throws an Error with one clear line when it can not be reached. */
export async function openPostgres(
  databaseUrl: string,
  onProgress: (step: string) => void,
): Promise<Connections> {
  onProgress(`connecting to the database at ${describeTarget(databaseUrl)}`)
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser: typeParser },
  })
  // An idle connection that the server drops is replaced at the next query; without a listener it would end us.
  pool.on('error', () => {})
  // So would one that is dropped between two statements of a transaction; the next statement says so.
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    const client = await pool.connect()
    client.release()
  } catch (error) {
    await pool.end()
    const why = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error)
    throw new Error(`the database at ${describeTarget(databaseUrl)} can not be used: ${why}`)
  }
  return { kind: 'server', pool }
}
