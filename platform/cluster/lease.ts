import { sql } from 'kysely'
import type { Log } from '../floor/context.ts'
import type { Floor } from '../floor/ports/floor.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { repeat } from '../lib/repeat.ts'
import type { Db } from '../store/db.ts'
import { isRenewalDue, LEASE_MS, NEW_LEASE, phaseOf, RENEW_MS, renewed } from './lease-state.ts'

/** Interval of claims. Together with the lease, a dead process's machines are claimed after 3.5 s. */
const CLAIM_MS = 500
/** At its start, a process deletes the rows of processes whose leases ended longer ago than this. */
const FORGET_MS = 10 * 60_000

/** The lease of this process at the database. */
export interface Lease {
  /** False for good after another process took a machine of one that is to be alone on the database. */
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

/** A time by the database's clock. */
const inMs = (ms: number) => sql<Date>`clock_timestamp() + ${`${ms} ms`}::interval`

/** Claims up to `limit` machines without a living owner. Returns whether there were any. */
async function claimMachines({ db, node, floor }: LeaseDeps, limit: number): Promise<boolean> {
  const ids = JSON.stringify(floor.ids())
  const { rows } = await sql`
    update machines set owner = ${node}, epoch = epoch + 1 where id in (
      select m.id from machines m left join nodes n on n.id = m.owner
      where (n.until is null or n.until < clock_timestamp())
        and m.id in (select value::bigint from jsonb_array_elements_text(${ids}::jsonb))
      order by m.id limit ${limit}::int for update of m skip locked)
    returning id`.execute(db)
  return rows.length > 0
}

/** Releases free machines to processes that have fewer. */
async function shed({ db, node, floor }: LeaseDeps, surplus: number): Promise<void> {
  const idle = floor.owned().filter(({ seat }) => !seat)
  const released: number[] = []
  for (const { id } of idle.slice(0, surplus)) if (await floor.release(id)) released.push(Number(id))
  if (released.length === 0) return
  const giveAway = db.updateTable('machines').set({ owner: null }).where('owner', '=', node)
  await giveAway.where('id', 'in', released).execute()
}

/**
 * Takes the lease and renews it every third of its duration, compares the machines with the database, and on
 * a shared floor claims machines without a living owner up to this process's share. Safety does not depend on
 * the lease, because each write proves its epoch; the lease makes a paused process notice.
 */
export async function startLease(deps: LeaseDeps): Promise<Lease> {
  const { db, node, floor, log, clock = systemClock, shared } = deps
  let lease = NEW_LEASE
  // Numbers of machines since the start. The log has the first `loggedLosses` of those lost.
  let gained = 0
  let lost = 0
  let loggedLosses = 0
  const onLost = () => {
    lost += 1
  }
  floor.events.on('lost', onLost)
  const phase = () => phaseOf(lease, clock.steady())

  async function renew(): Promise<void> {
    const startedAt = clock.steady()
    const address = shared?.address ?? null
    await sql`insert into nodes (id, until, address) values (${node}, ${inMs(LEASE_MS)}, ${address})
      on conflict (id) do update set until = excluded.until, address = excluded.address`.execute(db)
    const ms = Math.round(startedAt - lease.renewedAt)
    lease = renewed(lease, startedAt)
    if (lease.phase === 'recovering') {
      log.warn({ ms }, 'the lease of this process had run out')
      shared?.onRenewedLate()
    }
    await followDatabase()
  }

  /**
   * Stops work on the machines that another process owns at the database, and adopts those that this one owns
   * there: just claimed, or since the answer to a claim, an adoption or a release failed.
   */
  async function followDatabase(): Promise<void> {
    const rows = await db.selectFrom('machines').select(['id', 'epoch']).where('owner', '=', node).execute()
    const epochs = new Map(rows.map(({ id, epoch }) => [String(id), epoch]))
    floor.checkOwnership(epochs)
    const machines = lost - loggedLosses
    if (machines > 0) log.error({ machines }, 'another process took machines of this one')
    loggedLosses = lost
    if (!shared) return
    for (const { id } of floor.owned()) epochs.delete(id)
    if (epochs.size === 0) return
    await floor.adopt(epochs)
    gained += epochs.size
    shared.onClaimed([...epochs.keys()])
  }

  async function takeShare(): Promise<void> {
    const rows = await db.selectFrom('nodes').select('id').where('until', '>', inMs(0)).execute()
    const living = new Set(rows.map(({ id }) => id))
    const missing = Math.ceil(floor.ids().length / Math.max(1, living.size)) - floor.owned().length
    if (missing < 0) await shed(deps, -missing)
    if (missing > 0 && (await claimMachines(deps, missing))) await followDatabase()
    // Queues behind the commands of its machines, for which the lease must not wait.
    void floor.holdAbandoned((id) => id === node || living.has(id))
  }

  async function step(): Promise<void> {
    if (isRenewalDue(lease, clock.steady())) await renew()
    if (shared && phase() === 'held') await takeShare()
  }

  const onError = (error: unknown) => log.error({ err: error }, 'the lease could not be renewed')
  await db.deleteFrom('nodes').where('until', '<', inMs(-FORGET_MS)).execute()
  await step()
  const stopSteps = repeat(step, shared ? CLAIM_MS : RENEW_MS, clock, onError)
  return {
    isHeld: () => (shared !== undefined || lost === 0) && phase() !== 'expired',
    changes: () => gained + lost,
    async stop() {
      await stopSteps()
      floor.events.off('lost', onLost)
      if (shared) await Promise.all(floor.owned().map(({ id }) => floor.release(id)))
      await db.deleteFrom('nodes').where('id', '=', node).execute().catch(onError)
    },
  }
}
