import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { type Cluster, openCluster } from '../cluster/cluster.ts'
import { startChain } from '../ledger/chain.ts'
import { systemClock } from '../lib/clock.ts'
import { startRetention } from '../players/retention.ts'
import { lockDatabase } from '../store/database-lock.ts'
import { type Db, openDatabase } from '../store/db.ts'
import { lockFolder } from '../store/folder-lock.ts'
import type { Accounts } from './accounts.ts'
import type { Foundation } from './foundation.ts'

export interface Store {
  readonly db: Db
  /** The id of this process. */
  readonly node: string
  /** The other processes on the database; undefined without Redis. */
  readonly cluster: Cluster | undefined
}

/** Locks the data, opens the database and finds the other processes on it. */
export async function openStore(foundation: Foundation): Promise<Store> {
  const { app, config, disposal, logOf, onStep } = foundation
  const { dataDir, databaseUrl, nodeAddress, redisUrl } = config
  // The embedded database locks its folder itself; the processes of a shared floor may share a folder.
  if (redisUrl) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  else if (databaseUrl) disposal.defer(lockFolder(dataDir))
  const onProgress = (step: string) => onStep(step, databaseUrl === undefined)
  const database = await openDatabase({ dataDir, databaseUrl, onProgress })
  disposal.defer(() => database.close())
  const { db } = database
  if (databaseUrl) {
    const onLost = (reason: string) => logOf('database').error({ code: 'database-lock-lost' }, reason)
    disposal.defer(await lockDatabase(databaseUrl, onLost, redisUrl !== undefined))
  }
  const node = randomUUID()
  if (!redisUrl) return { db, node, cluster: undefined }
  const cluster = await openCluster({ redisUrl, nodeAddress, db, node, log: logOf('cluster') })
  disposal.defer(() => cluster.stop())
  app.decorate('sharedCounters', cluster.counters)
  return { db, node, cluster }
}

/** Removes old data, and extends the ledger's hash chain, at intervals. */
export function startUpkeep(
  { config, disposal, onError }: Foundation,
  { db }: Store,
  { loginClock }: Accounts,
): void {
  const onRetentionError = onError('retention', 'old data could not be removed')
  // What it removes cannot be had back when the clock was wrong.
  disposal.defer(startRetention(db, config, loginClock, onRetentionError))
  disposal.defer(startChain(db, systemClock, onError('chain', 'the hash chain could not be extended')))
}
