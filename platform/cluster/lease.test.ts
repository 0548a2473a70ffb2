import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Floor } from '../floor/ports/floor.ts'
import { fakeClock } from '../lib/clock.ts'
import { breakable, createTestFloor, createTestPlayer } from '../testing/floor/floor.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { startLease } from './lease.ts'

const STEP_MS = 500
const LEASE_MS = 3000
const database = databaseOfFile()

test('the rows of dead processes are removed after a while, and their machines are claimed', async () => {
  const { db } = database
  const clock = fakeClock()
  const { floor } = await createTestFloor(db, { node: 'dead' }, clock)
  await floor.stop()
  await sql`insert into nodes (id, until) values
    ('dead', clock_timestamp() - interval '11 min'),
    ('late', clock_timestamp() - interval '9 min')`.execute(db)
  const next = await createTestFloor(db, { node: 'next', shared: true }, clock)
  const claimed: string[] = []
  const lease = await startLease({
    ...{ db, node: 'next', floor: next.floor, log: { warn() {}, error() {} }, clock },
    shared: {
      address: '',
      onClaimed: (machineIds) => void claimed.push(...machineIds),
      onRenewedLate: () => {},
    },
  })
  const nodes = async () => {
    const rows = await db.selectFrom('nodes').select('id').orderBy('id').execute()
    return rows.map(({ id }) => id)
  }
  expect(await nodes()).toEqual(['late', 'next'])
  expect(claimed.toSorted()).toEqual(next.floor.ids().toSorted())
  await lease.stop()
  expect(await nodes()).toEqual(['late'])
  await next.floor.stop()
})

/** Starts the lease of a process whose database can fail, on a clock of its own. */
async function startBreakableLease(floor: Floor, node: string) {
  const release = vi.fn(floor.release)
  const clock = fakeClock()
  const { db, ...trouble } = breakable(database.db)
  // The lease schedules its next step when one is over.
  const ended = vi.spyOn(clock, 'after')
  const stepEnds = (count: number) =>
    expect.poll(() => ended.mock.calls.length, { timeout: 10_000 }).toBe(count)
  const errors: unknown[] = []
  const onRenewedLate = vi.fn()
  const lease = await startLease({
    ...{
      db,
      node,
      floor: { ...floor, release },
      log: { warn() {}, error: (details) => void errors.push(details) },
      clock,
    },
    shared: { address: `${node}:1`, onClaimed: () => {}, onRenewedLate },
  })
  await stepEnds(1)
  return {
    ...{ trouble, errors, release, onRenewedLate, stop: lease.stop },
    /** Advances the clock, and waits until the step that this starts is over. */
    async step() {
      const count = ended.mock.calls.length
      clock.advance(STEP_MS)
      await stepEnds(count + 1)
    },
  }
}

/** Renews the lease of another process until so many ms from now. */
const renew = (id: string, ms: number) =>
  sql`insert into nodes (id, until, address)
    values (${id}, clock_timestamp() + ${`${ms} ms`}::interval, ${`${id}:1`})
    on conflict (id) do update set until = excluded.until`.execute(database.db)

test('after an outage of the database, a process waits for the others before it holds their seats', async () => {
  await sql`update machines set owner = null`.execute(database.db)
  const { floor } = await createTestFloor(database.db, { node: 'first', shared: true })
  const { trouble, errors, onRenewedLate, step, stop } = await startBreakableLease(floor, 'first')
  await renew('second', 60_000)
  const player = await createTestPlayer(database.db, 1000)
  expect(await floor.sit(player, '9', 'second')).toMatchObject({ ok: true })
  const status = async () => {
    await floor.idle()
    return floor.seatStatus(player).machine_status
  }

  trouble.die()
  while (errors.length * STEP_MS < 2 * LEASE_MS) await step()
  await renew('second', -1000)
  expect(onRenewedLate).not.toHaveBeenCalled()
  trouble.mend()
  await step()
  expect(await status()).toBe('playing')
  expect(onRenewedLate).toHaveBeenCalledOnce()

  await renew('second', 60_000)
  for (let n = 0; n < 4; n += 1) await step()
  expect(await status()).toBe('playing')

  await renew('second', -1000)
  await step()
  expect(await status()).toBe('waiting')
  await stop()
  await floor.stop()
})

/** A process that owns nothing, as another one is alive. */
async function startIdleProcess() {
  await sql`delete from nodes`.execute(database.db)
  await sql`update machines set owner = 'other'`.execute(database.db)
  await renew('other', 60_000)
  const { floor, trouble } = await createTestFloor(database.db, { node: 'next', shared: true })
  const lease = await startBreakableLease(floor, 'next')
  const owned = () => floor.owned().length
  const rows = async () => {
    const all = database.db.selectFrom('machines').select('id').where('owner', '=', 'next').execute()
    return (await all).length
  }
  return { floor, floorTrouble: trouble, ...lease, owned, rows }
}
type IdleProcess = Awaited<ReturnType<typeof startIdleProcess>>

// A step renews the lease, reads its machines and the processes, claims, and reads again.
const failures: Readonly<Record<string, (process: IdleProcess) => void>> = {
  'the answer to the claim': ({ trouble }) => trouble.breakAfter(3, false),
  'the list of the claimed machines': ({ trouble }) => trouble.breakAfter(4, false),
  'the state of the claimed machines': ({ floorTrouble }) => floorTrouble.breakAfter(0, false),
}
test.each(Object.entries(failures))('machines are adopted later if %s is lost', async (_, fail) => {
  const process = await startIdleProcess()
  const { floor, errors, step, stop, owned, rows } = process
  await step()
  await renew('other', -1000)
  fail(process)
  await step()
  expect([errors.length, owned(), await rows()]).toEqual([1, 0, 9])
  for (let n = 0; n < 2; n += 1) await step()
  expect([errors.length, owned(), await rows()]).toEqual([1, 9, 9])
  await stop()
  await floor.stop()
})

test('machines that could not be given away stay, and are given away later', async () => {
  const { floor, release, trouble, errors, step, stop, owned, rows } = await startIdleProcess()
  await renew('other', -1000)
  for (let n = 0; n < 2; n += 1) await step()
  expect([owned(), await rows()]).toEqual([9, 9])
  const player = await createTestPlayer(database.db, 1000)
  const sit = async () => {
    const seated = await floor.sit(player, '1')
    await floor.leave(player, '1')
    return seated.ok ? seated.presence : 0
  }
  const presence = await sit()

  await renew('other', 60_000)
  release.mockImplementationOnce(async (machineId) => {
    trouble.die()
    return floor.release(machineId)
  })
  await step()
  expect([errors.length, await rows()]).toEqual([1, 9])
  await renew('other', -1000)
  trouble.mend()
  for (let n = 0; n < 2; n += 1) await step()
  expect([owned(), await rows()]).toEqual([9, 9])
  // The machine has kept its epoch.
  expect(await sit()).toBeGreaterThan(presence)
  await renew('other', 60_000)
  for (let n = 0; n < 2; n += 1) await step()
  expect([owned(), await rows()]).toEqual([5, 5])
  await stop()
  await floor.stop()
})
