import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import * as v from 'valibot'
import { messageOf } from '../lib/message-of.ts'
import type { Connections } from './connections.ts'
import { lockFolder } from './folder-lock.ts'
import { createStatementRunner } from './pglite-statements.ts'
import { safeInteger } from './safe-integer.ts'

const INT8 = 20
/** The PostgreSQL in PGlite, which opens the folders of this version alone. */
const PG_VERSION = '18'
/** The beginning of the names of folders in which a database is being made. */
const UNFINISHED = 'db.new-'
const SETTINGS = [
  // PGlite's default of 128 MB is memory of this process, which each start fills with zeros. Pages that it
  // does not hold are in the operating system's cache.
  'shared_buffers=16MB',
  // PGlite collects no statistics. Without them the planner takes each player's history for a short one, and
  // would read and sort it whole in place of its newest rows.
  'enable_bitmapscan=off',
]

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

const Made = v.object({ error: v.string() })

/** Makes a database in a process that ends. The folder is there as a whole, or not at all. */
async function makeDatabase(folder: string): Promise<void> {
  const parent = dirname(folder)
  // What a start has left that was killed; its process may still be writing.
  for (const name of readdirSync(parent))
    if (name.startsWith(UNFINISHED)) rmSync(join(parent, name), { recursive: true })
  const unfinished = mkdtempSync(join(parent, UNFINISHED))
  const child = fork(new URL('make-pglite.ts', import.meta.url), [unfinished], {
    // A process of a few seconds loses more time to optimizing the WebAssembly than it gains.
    execArgv: [
      '--liftoff-only',
      '--import',
      pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
    ],
    env: {},
    // A terminal's Ctrl-C does not reach it: a start finishes before the platform stops.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const messages: unknown[] = []
  child.on('message', (message) => messages.push(message))
  const [code, signal] = await once(child, 'close')
  const [made] = messages
  const error = v.is(Made, made)
    ? made.error
    : `the process that makes the database ended with ${signal ?? code}`
  if (error) throw new Error(error)
  renameSync(unfinished, folder)
}

/** Throws if another version has made the folder: PGlite would not say why it cannot open it. */
function checkVersion(folder: string): void {
  const made = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (made !== PG_VERSION)
    throw new Error(
      `the database in ${folder} is of PostgreSQL ${made}, and this version has PostgreSQL ${PG_VERSION}: docs/operator/platform.md#databases says how to move it`,
    )
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
  const isNew = !memory && !existsSync(folder)
  onProgress(isNew ? 'making the database (first start only)' : 'opening the database')
  try {
    if (isNew) await makeDatabase(folder)
    if (!memory) checkVersion(folder)
    const pglite = await PGlite.create({
      ...(memory ? {} : { dataDir: folder }),
      startParams: [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ['-c', setting])],
      parsers: { [INT8]: safeInteger },
    }).catch((error: unknown) => {
      throw new Error(
        `the database in ${folder} cannot be opened: ${messageOf(error)}. It is damaged, or of another PGlite`,
      )
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
