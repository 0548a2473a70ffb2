import { sql } from 'kysely'
import { BRANDS } from '../platform/brands/index.ts'
import { audit } from '../platform/commands/audit.ts'
import { GAMES, seededRandom } from '../platform/games/index.ts'
import { extendChain } from '../platform/ledger/chain.ts'
import { fakeClock } from '../platform/lib/clock.ts'
import { type Db, openDatabase } from '../platform/store/db.ts'
import { createTestFloor, createTestPlayer } from '../platform/testing/floor/floor.ts'
import { startPostgres } from '../platform/testing/store/postgres.ts'
import type { Table } from './table.ts'

const SPINS_PER_VISIT = 25
const LOAD_CENTS = 1_000_000_000
const SPIN_MS = 10_000
const YEAR_MS = 365 * 24 * 60 * 60_000
/** With this seed no visit hits a jackpot: a copied hit would not match the pool. */
const SEED = 5

/** One player visits a machine of each brand. */
async function playVisits(db: Db): Promise<void> {
  const deps = { games: GAMES, brands: BRANDS, random: seededRandom(SEED), machines: BRANDS.length }
  const { floor, shown, pass } = await createTestFloor(db, deps, fakeClock(Date.now() - YEAR_MS))
  const player = await createTestPlayer(db, 1000 * LOAD_CENTS)
  for (const [at, { game }] of BRANDS.entries()) {
    const machine = `${at + 1}`
    const stakes = GAMES[game]?.stakes ?? []
    await floor.sit(player, machine)
    await floor.load(player, machine, { requestId: `load-${machine}`, amount: LOAD_CENTS })
    for (let turn = 0; turn < SPINS_PER_VISIT || shown.meters.get(machine)?.freeSpins; turn += 1) {
      const stake = stakes[turn % stakes.length] ?? 0
      await floor.spin(player, machine, { requestId: `spin-${machine}-${turn}`, stake })
      await pass(SPIN_MS)
    }
    await floor.cancel(player, machine)
  }
  await floor.stop()
}

/** Fills an empty database with at least `spins` spins: played visits, their copies, and the hash chains. */
async function writeBooks(db: Db, spins: number): Promise<void> {
  await playVisits(db)
  // How far the ids and times of a copy are from those of the copy before.
  const { rows } = await sql<Record<'visits' | 'spins' | 'movements' | 'ms', number>>`select
    max(end_no) as visits, (select max(id) from spins) as spins,
    (select max(id) - min(id) + 1 from movements where machine_id is not null) as movements,
    ceil(extract(epoch from max(ended_at) - min(started_at)) * 1000)::bigint as ms from visits`.execute(db)
  const shift = rows[0] ?? { visits: 0, spins: 0, movements: 0, ms: 0 }
  const count = Math.ceil(spins / shift.spins) - 1
  const copies = `generate_series(1::bigint, ${count}) n`
  const later = (column: string) => `'${column}', o.${column} + n * interval '${shift.ms} ms'`
  const copy = (table: 'visits' | 'spins' | 'movements', ...changes: readonly string[]) =>
    `insert into ${table} overriding system value select r.* from ${table} o cross join ${copies}
    cross join jsonb_populate_record(o, jsonb_build_object('id', o.id + n * ${shift[table]}, ${changes})) r
    where o.machine_id is not null order by n, o.id`
  const visit = `(o.answer ->> 'visit')::bigint + n * ${shift.visits}`
  const statements = [
    // The triggers refuse a visit that begins with spins.
    'set session_replication_role = replica',
    `create temp table played as select e.* from entries e join movements m on m.id = movement_id
    where machine_id is not null`,
    `create temp table moved as select account_id as account, sum(amount)::bigint as cents, count(*) as entries
    from played group by account_id`,
    `insert into entries select movement_id + n * ${shift.movements}, account, amount, balance_after + n * cents
    from played join moved on account = account_id cross join ${copies}`,
    `update accounts set balance = balance + ${count} * cents, version = version + ${count} * entries
    from moved where id = account`,
    copy('visits', later('started_at'), later('ended_at'), `'end_no', o.end_no + n * ${shift.visits}`),
    copy(
      'spins',
      `'request_id', o.request_id || '-' || n, 'visit_id', o.visit_id + n * ${shift.visits}`,
      ...[later('created_at'), later('settled_at')],
    ),
    // The request of a win names its spin.
    copy(
      'movements',
      `'request_id', case when o.request_id ~ '^spin:\\d+:win$'
        then 'spin:' || substring(o.request_id, '\\d+')::bigint + n * ${shift.spins} || ':win'
        else o.request_id || '-' || n end`,
      `'answer', case when o.answer ? 'visit' then o.answer || jsonb_build_object('visit', ${visit}) else o.answer end`,
      later('created_at'),
    ),
    'analyze',
  ]
  await db.connection().execute(async (one) => {
    for (const statement of statements) await sql.raw(statement).execute(one)
  })
  await extendChain(db)
}

/** Audits books of `spins` spins with the operator's command. Throws if they are wrong. */
export async function auditBench(spins: number): Promise<Table> {
  const server = await startPostgres()
  if (!server) throw new Error('this bench needs PostgreSQL')
  try {
    const database = await openDatabase({ databaseUrl: server.url })
    await writeBooks(database.db, spins).finally(database.close)
    const printed: string[] = []
    const write = (text: string) => void printed.push(text)
    const context = { args: [], stdin: process.stdin, write, writeError: write }
    const [start, cpu] = [performance.now(), process.cpuUsage()]
    await audit({ ...context, env: { DATABASE_URL: server.url } })
    const { user, system } = process.cpuUsage(cpu)
    const seconds = [performance.now() - start, (user + system) / 1000].map((ms) => (ms / 1000).toFixed(1))
    const counts = /^The books are right: (\d+) movements, (\d+) spins\./.exec(printed.join(''))
    if (!counts) throw new Error(printed.join(''))
    return {
      title: 'A whole audit of the books',
      note: '`npm run books` reads everything once: hash chains, double entry, balances, each win computed again from its stops, each visit from its movements. The floor plays a visit to each brand, with wins and free spins; the database copies them, with ids, times and balances of their own. Processor: of the process that audits, without PostgreSQL.',
      head: ['database', 'spins', 'movements', 'differences', 'elapsed, s', 'processor, s'],
      rows: [[`PostgreSQL ${server.version}`, ...counts.slice(1).reverse(), '0', ...seconds]],
    }
  } finally {
    server.stop()
  }
}
