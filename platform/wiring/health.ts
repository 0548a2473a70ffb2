import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { healthRoutes } from '../http/health-routes.ts'
import { cachedCall } from '../lib/cached-call.ts'
import { systemClock } from '../lib/clock.ts'
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
  const databaseMs = () => answerMs(db)
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

/** The database's response time, ms; undefined if it fails or takes longer than 2 s. */
async function answerMs(db: Db): Promise<number | undefined> {
  const start = performance.now()
  const query = sql`select 1`.execute(db).then(
    () => performance.now() - start,
    () => undefined,
  )
  return Promise.race([query, setTimeout(2000, undefined, { ref: false })])
}
