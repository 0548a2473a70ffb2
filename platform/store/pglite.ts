import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Connections } from './db.ts'
import { lockFolder } from './folder-lock.ts'
import { createStatementRunner } from './pglite-statements.ts'
import { safeInteger } from './safe-integer.ts'

const INT8 = 20

/** One connection for all: who asks while it is out waits in line. */
function singleConnection(pglite: PGlite) {
  const run = createStatementRunner(pglite)
  const waiting: (() => void)[] = []
  let out = false
  function query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(
    text: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('the embedded database has no cursors')
    return run<R>(text, parameters).then(({ rows, affectedRows }) => {
      // PGlite does not tell the command; the dialect only asks whether rows may have been affected.
      return { command: 'UPDATE', rowCount: affectedRows, rows } as const
    })
  }
  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else out = false
  }
  const client: PostgresPoolClient = { query, release }
  const connect = async () => {
    if (out) await new Promise<void>((resolve) => waiting.push(resolve))
    out = true
    return client
  }
  return connect
}

/**
 * Opens PostgreSQL inside this process (PGlite), in a folder or, by the name 'memory', in memory.
 * The folder belongs to one process at a time. Throws an Error with one clear line.
 */
export async function openPglite(dataDir: string, onProgress: (step: string) => void): Promise<Connections> {
  const memory = dataDir === 'memory'
  const unlock = memory ? () => {} : lockFolder(dataDir)
  const folder = join(dataDir, 'db')
  onProgress(memory || existsSync(folder) ? 'opening the database' : 'making the database (first start only)')
  try {
    const pglite = await PGlite.create({
      ...(memory ? {} : { dataDir: folder }),
      parsers: { [INT8]: safeInteger },
    })
    const connect = singleConnection(pglite)
    const end = async () => {
      await connect()
      await pglite.close()
      unlock()
    }
    return { kind: 'embedded', pool: { connect, end } }
  } catch (error) {
    unlock()
    throw error
  }
}
