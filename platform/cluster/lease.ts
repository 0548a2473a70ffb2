import { sql } from 'kysely'
import type { Log } from '../floor/context.ts'
import type { Floor } from '../floor/floor.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { repeat } from '../lib/repeat.ts'
import type { Db } from '../store/db.ts'

/** A process without news for so long is dead, paused or cut off: others may take its machines. */
const LEASE_MS = 3000

/** The lease of this process at the database. */
export interface Lease {
  /** Whether it is held, with all machines that it came with. */
  isHeld(): boolean
  /** Gives it up. */
  stop(): Promise<void>
}

export interface LeaseDeps {
  readonly db: Db
  /** Names this process. */
  readonly node: string
  readonly floor: Pick<Floor, 'checkOwnership' | 'events'>
  readonly log: Log
  readonly clock?: Clock
}

/**
 * Renews the lease every third of its time, and compares the machines with the database. Safety does not depend on it:
 * each write proves its epoch. It makes a process that was paused notice.
 */
export function startLease({ db, node, floor, log, clock = systemClock }: LeaseDeps): Lease {
  let renewedAt = performance.now()
  let lost = 0
  let reported = 0
  const onLost = () => {
    lost += 1
  }
  floor.events.on('lost', onLost)

  async function renew(): Promise<void> {
    const startedAt = performance.now()
    await sql`insert into nodes (id, until) values (${node}, clock_timestamp() + ${`${LEASE_MS} ms`}::interval)
      on conflict (id) do update set until = excluded.until`.execute(db)
    renewedAt = startedAt
    const rows = await db.selectFrom('machines').select(['id', 'epoch']).where('owner', '=', node).execute()
    floor.checkOwnership(new Map(rows.map(({ id, epoch }) => [String(id), epoch])))
    if (lost > reported) {
      log.error({ machines: lost - reported }, 'another process took the machines of this one')
      reported = lost
    }
  }

  const onError = (error: unknown) => log.error({ err: error }, 'the lease could not be renewed')
  const stopRenewal = repeat(renew, LEASE_MS / 3, clock, onError)
  return {
    isHeld: () => lost === 0 && performance.now() - renewedAt < LEASE_MS,
    async stop() {
      await stopRenewal()
      floor.events.off('lost', onLost)
      await db.deleteFrom('nodes').where('id', '=', node).execute().catch(onError)
    },
  }
}
