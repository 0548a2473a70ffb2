import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Connections } from './connections.ts'
import { lockFolder } from './folder-lock.ts'
import { createStatementRunner } from './pglite-statements.ts'
import { safeInteger } from './safe-integer.ts'

const INT8 = 20
/**
 * PGlite's default of 128 MB is memory of this process, which each start fills with zeros. Pages that it does
 * not hold are in the operating system's cache.
 */
const SHARED_BUFFERS = '16MB'

/** Lends the one connection; further callers wait in line. */
function singleConnection(pglite: PGlite) {
  const run = createStatementRunner(pglite)
  const waiting: (() => void)[] = []
  let inUse = false
  function query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(
    text: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('the embedded database has no cursors')
    return run<R>(text, parameters).then(({ rows, affectedRows }) => {
      // PGlite does not report the command; the dialect uses it only to detect affected rows.
      return { command: 'UPDATE', rowCount: affectedRows, rows } as const
    })
  }
  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else inUse = false
  }
  const client: PostgresPoolClient = { query, release }
  const connect = async () => {
    if (inUse) await new Promise<void>((resolve) => waiting.push(resolve))
    inUse = true
    return client
  }
  return connect
}

/** The folder of the database's files. */
export const pgliteFolder = (dataDir: string): string => join(dataDir, 'db')

/**
 * Opens PostgreSQL inside this process (PGlite), in a folder, which it locks, or for 'memory' in memory.
 * Throws an Error whose message is one line.
 */
export async function openPglite(dataDir: string, onProgress: (step: string) => void): Promise<Connections> {
  const memory = dataDir === 'memory'
  const unlock = memory ? () => {} : lockFolder(dataDir)
  const folder = pgliteFolder(dataDir)
  onProgress(memory || existsSync(folder) ? 'opening the database' : 'making the database (first start only)')
  try {
    const pglite = await PGlite.create({
      ...(memory ? {} : { dataDir: folder }),
      startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
      parsers: { [INT8]: safeInteger },
    })
    const connect = singleConnection(pglite)
    const end = async () => {
      await connect()
      await pglite.close()
      unlock()
    }
    return { kind: 'pglite', pool: { connect, end } }
  } catch (error) {
    unlock()
    throw error
  }
}
