import { sql } from 'kysely'
import type { Log } from '../floor/context.ts'
import type { Floor } from '../floor/floor.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { repeat } from '../lib/repeat.ts'
import type { Db } from '../store/db.ts'

/**
 * A process that has not renewed its lease for this long is dead, paused or cut off: others claim its
 * machines.
 */
const LEASE_MS = 3000
const RENEW_MS = LEASE_MS / 3
/**
 * Interval of claiming machines without an owner. Together with the lease, a dead process's machines are
 * claimed after 3.5 s.
 */
const CLAIM_MS = 500
/** The row of a process that was not stopped is deleted after this time; also the interval of that check. */
const FORGET_MS = 10 * 60_000

/** The lease of this process at the database. */
export interface Lease {
  isHeld(): boolean
  /** Counts the machines that this process gained or lost. */
  changes(): number
  /** Releases the lease; the machines are free at once. */
  stop(): Promise<void>
}

export interface LeaseDeps {
  readonly db: Db
  /** The id of this process. */
  readonly node: string
  readonly floor: Pick<
    Floor,
    'checkOwnership' | 'events' | 'adopt' | 'release' | 'owned' | 'ids' | 'holdAbandoned'
  >
  readonly log: Log
  readonly clock?: Clock
  /** Set if other processes use the database; otherwise this process owns all machines from the start. */
  readonly shared?: {
    /** host:port of this process. */
    readonly address: string
    onClaimed(machineIds: string[]): void
    /** The lease had run out: others may hold the seats of pages that are connected to this process. */
    onRenewedLate(): void
  }
}

async function forgetDead(db: Db): Promise<void> {
  await sql`delete from nodes where until < clock_timestamp() - ${`${FORGET_MS} ms`}::interval`.execute(db)
}

async function livingNodes(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('nodes')
    .select('id')
    .where('until', '>', sql<Date>`clock_timestamp()`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Claims up to `limit` machines without a living owner. Returns whether there were any. */
async function claimMachines(db: Db, node: string, ids: readonly string[], limit: number): Promise<boolean> {
  const { rows } = await sql`
    update machines set owner = ${node}, epoch = epoch + 1 where id in (
      select m.id from machines m left join nodes n on n.id = m.owner
      where (n.until is null or n.until < clock_timestamp())
        and m.id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
      order by m.id limit ${limit}::int for update of m skip locked)
    returning id`.execute(db)
  return rows.length > 0
}

/** Releases free machines to processes that have fewer. */
async function shed({ db, node, floor }: LeaseDeps, surplus: number): Promise<void> {
  const idle = floor.owned().filter(({ seat }) => !seat)
  const released: string[] = []
  for (const { id } of idle.slice(0, surplus)) if (await floor.release(id)) released.push(id)
  if (released.length === 0) return
  await db
    .updateTable('machines')
    .set({ owner: null })
    .where('owner', '=', node)
    .where('id', 'in', released.map(Number))
    .execute()
}

/**
 * Takes the lease and renews it every third of its duration, compares the machines with the database, and on
 * a shared floor claims machines without a living owner up to this process's share. Safety does not depend on
 * the lease, because each write proves its epoch; the lease makes a paused process notice.
 */
export async function startLease(deps: LeaseDeps): Promise<Lease> {
  const { db, node, floor, log, clock = systemClock, shared } = deps
  let renewedAt = Number.NEGATIVE_INFINITY
  let claimAfter = 0
  let forgottenAt = Number.NEGATIVE_INFINITY
  let lost = 0
  let reported = 0
  let changes = 0
  const onLost = () => {
    lost += 1
    changes += 1
  }
  floor.events.on('lost', onLost)
  const isHeld = () => (shared !== undefined || lost === 0) && clock.steady() - renewedAt < LEASE_MS

  async function renew(): Promise<void> {
    const startedAt = clock.steady()
    const address = shared?.address ?? null
    await sql`insert into nodes (id, until, address)
      values (${node}, clock_timestamp() + ${`${LEASE_MS} ms`}::interval, ${address})
      on conflict (id) do update set until = excluded.until, address = excluded.address`.execute(db)
    // The other processes may have been cut off from the database too: they renew their leases first.
    if (startedAt - renewedAt > LEASE_MS && renewedAt > 0) {
      log.warn({ ms: Math.round(startedAt - renewedAt) }, 'the lease of this process had run out')
      claimAfter = startedAt + RENEW_MS
      shared?.onRenewedLate()
    }
    renewedAt = startedAt
    if (startedAt - forgottenAt > FORGET_MS) {
      forgottenAt = startedAt
      await forgetDead(db)
    }
    await followDatabase()
  }

  /**
   * Stops work on the machines that another process owns at the database, and adopts those that this one owns
   * there: just claimed, or since the answer to a claim, an adoption or a release failed.
   */
  async function followDatabase(): Promise<void> {
    const rows = await db.selectFrom('machines').select(['id', 'epoch']).where('owner', '=', node).execute()
    const owned = new Map(rows.map(({ id, epoch }) => [String(id), epoch]))
    floor.checkOwnership(owned)
    if (lost > reported) {
      log.error({ machines: lost - reported }, 'another process took machines of this one')
      reported = lost
    }
    if (!shared) return
    for (const { id } of floor.owned()) owned.delete(id)
    if (owned.size === 0) return
    await floor.adopt(owned)
    changes += owned.size
    shared.onClaimed([...owned.keys()])
  }

  async function step(): Promise<void> {
    if (clock.steady() - renewedAt >= RENEW_MS) await renew()
    if (!shared || !isHeld() || clock.steady() < claimAfter) return
    const nodes = await livingNodes(db)
    const room = Math.ceil(floor.ids().length / Math.max(1, nodes.size)) - floor.owned().length
    if (room > 0) {
      if (await claimMachines(db, node, floor.ids(), room)) await followDatabase()
    } else if (room < 0) await shed(deps, -room)
    // Queues behind the commands of its machines, for which the lease must not wait.
    void floor.holdAbandoned((id) => id === node || nodes.has(id))
  }

  const onError = (error: unknown) => log.error({ err: error }, 'the lease could not be renewed')
  await step()
  const stopSteps = repeat(step, shared ? CLAIM_MS : RENEW_MS, clock, onError)
  return {
    isHeld,
    changes: () => changes,
    async stop() {
      await stopSteps()
      floor.events.off('lost', onLost)
      if (shared) await Promise.all(floor.owned().map(({ id }) => floor.release(id)))
      await db.deleteFrom('nodes').where('id', '=', node).execute().catch(onError)
    },
  }
}
