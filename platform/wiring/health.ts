import { sql } from 'kysely'
import { healthRoutes } from '../http/health-routes.ts'
import { cachedCall } from '../lib/cached-call.ts'
import { systemClock } from '../lib/clock.ts'
import { inTime } from '../lib/in-time.ts'
import type { Db } from '../store/db.ts'
import type { Channels } from './channels.ts'
import type { Foundation } from './foundation.ts'
import type { Machines } from './machines.ts'
import type { Store } from './store.ts'

/** How long `/readyz` caches the state of database and video. */
const READINESS_MS = 1000

/** Connects the metrics and the health routes to the parts of the platform. */
export async function openHealth(
  { app, config, disposal, metrics }: Foundation,
  { db, cluster }: Store,
  { floor, video }: Machines,
  { realtime, lease }: Channels,
): Promise<void> {
  const databaseMs = () => writeMs(db)
  const videoCpuMs = async () => (await video.stats())?.cpuMs
  metrics.readFrom({
    figures: floor.figures,
    sockets: realtime.sockets,
    pictures: video.pictures,
    videoCpuMs,
    databaseMs,
    ownershipChanges: () => lease?.changes() ?? 0,
    isRedisConnected: () => cluster?.isConnected(),
  })
  const answers = cachedCall(() => Promise.all([databaseMs(), videoCpuMs()]), READINESS_MS, systemClock)
  const readiness = async () => {
    const [database, cpuMs] = await answers()
    return {
      database: database !== undefined,
      lease: lease?.isHeld() ?? true,
      video: cpuMs !== undefined,
      running: !disposal.isDisposing(),
    }
  }
  const { metricsToken, limits } = config
  await app.register((scope) =>
    healthRoutes(scope, { readiness, metrics, metricsToken, callsPerMinute: limits.calls }),
  )
}

/** More numbers than fit into the smallest `work_mem`, so that the server writes them to a temporary file. */
const SPILLED_NUMBERS = 4000

/**
 * A write that leaves nothing behind, and is refused as the ledger's writes are: by a database that is
 * read-only, and on a full disk, which would still take a change of a row in place.
 */
const write = (db: Db) =>
  db.transaction().execute(async (trx) => {
    await sql`set local work_mem = 64`.execute(trx)
    await sql`with no_row as (update nodes set until = until where false returning id)
      select count(*) from generate_series(1, ${sql.lit(SPILLED_NUMBERS)})`.execute(trx)
  })

const MAX_WRITE_MS = 2000

/** The time of a small write of the database, ms; undefined if it fails or takes too long. */
export function writeMs(db: Db): Promise<number | undefined> {
  const start = performance.now()
  const written = write(db).then(() => performance.now() - start)
  return inTime(written, MAX_WRITE_MS, systemClock)
}
