import { sql } from 'kysely'
import { BRANDS } from '../platform/brands/index.ts'
import { createFloor, type Floor } from '../platform/floor/floor.ts'
import { createTestPlayer } from '../platform/floor/test-floor.ts'
import { GAMES, seededRandom } from '../platform/games/index.ts'
import { extendChain } from '../platform/ledger/chain.ts'
import { type Clock, systemClock } from '../platform/lib/clock.ts'
import type { Db } from '../platform/store/db.ts'

/*
 * Books of any size for the audit: one visit to each machine is played by the floor itself, and copied as
 * often as needed in the database. A copy has the stops, stakes and wins of the first, with numbers, times
 * and balances of its own, so that the books are right.
 */

export const MACHINES = 48
const SPINS_PER_VISIT = 25
const DEPOSIT_CENTS = 1_000_000_000_000
const LOAD_CENTS = 1_000_000_000
/** The time before now in which the copied visits lie: after the original ones. */
const PAST_MS = 30 * 24 * 60 * 60_000
/** With this seed no visit hits a jackpot: a copied hit would not match the pool. */
const SEED = 5

/** Timers fire at once, so that a spin takes only the time of its transactions. */
const clock: Clock = {
  ...systemClock,
  now: () => Date.now() - PAST_MS,
  after(_, work) {
    const handle = setImmediate(work)
    return () => clearImmediate(handle)
  },
}

/** One player's visit: load, spins with all free rounds that they win, and the cash-out. */
async function playVisit(db: Db, floor: Floor, index: number): Promise<void> {
  const machineId = String(index + 1)
  const playerId = await createTestPlayer(db, DEPOSIT_CENTS)
  const stakes = GAMES[BRANDS[index % BRANDS.length]?.game ?? '']?.stakes ?? []
  const sat = await floor.sit(playerId, machineId)
  const loaded = await floor.load(playerId, machineId, { requestId: 'load', amount: LOAD_CENTS })
  if (!sat.ok || !loaded.ok) throw new Error(`machine ${machineId} could not be joined`)
  for (let turn = 0, free = 0; turn < SPINS_PER_VISIT || free > 0; turn += 1) {
    const settled = new Promise<number>((resolve) => {
      const onGame = (event: { machineId: string; state: { phase: string; freeSpins: number } }) => {
        if (event.machineId !== machineId || event.state.phase !== 'idle') return
        floor.events.off('game', onGame)
        resolve(event.state.freeSpins)
      }
      floor.events.on('game', onGame)
    })
    const stake = stakes[turn % stakes.length] ?? 0
    const spun = await floor.spin(playerId, machineId, { requestId: `spin-${turn}`, stake })
    if (!spun.ok) throw new Error(`a spin at machine ${machineId} was refused: ${spun.code}`)
    free = await settled
  }
  const left = await floor.cancel(playerId, machineId)
  if (!left.ok) throw new Error(`machine ${machineId} could not be left: ${left.code}`)
}

/** Plays a visit to each machine. Returns the ids after which its rows begin. */
async function playVisits(db: Db): Promise<{ movement: number; spin: number; visit: number }> {
  const deps = { db, games: GAMES, brands: BRANDS, clock, random: seededRandom(SEED) }
  const log = { warn: console.warn, error: console.error }
  const floor = await createFloor({ ...deps, machines: MACHINES, log, video: { meters() {}, spin() {} } })
  const last = await sql<{ movement: number; spin: number; visit: number }>`select
    coalesce((select max(id) from movements), 0) as movement,
    coalesce((select max(id) from spins), 0) as spin,
    coalesce((select max(id) from visits), 0) as visit`.execute(db)
  for (let index = 0; index < MACHINES; index += 1) await playVisit(db, floor, index)
  await floor.stop()
  const { rows } = await sql<{
    hits: number
  }>`select count(*)::int as hits from spins where jackpot_hit`.execute(db)
  if (rows[0]?.hits !== 0) throw new Error('a visit hit a jackpot: choose another SEED')
  const [first] = last.rows
  if (!first) throw new Error('the books could not be read')
  return first
}

/** Copies the rows of the visits to tables of their own. Returns the ms from the first row to the last. */
async function keepVisits(db: Db, after: { movement: number; spin: number; visit: number }): Promise<number> {
  for (const statement of [
    sql`create table _visits as select * from visits where id > ${after.visit}`,
    sql`create table _spins as select * from spins where id > ${after.spin}`,
    // Not the deposits, each of which has an action of the operator.
    sql`create table _movements as select m.*, substring(request_id from '^spin:([0-9]+):win$')::bigint as won
      from movements m where id > ${after.movement} and machine_id is not null`,
    sql`create table _entries as select e.* from entries e join _movements m on m.id = e.movement_id`,
    sql`create table _accounts as
      select account_id as id, sum(amount)::bigint as moved, count(*)::int as entries from _entries group by account_id`,
  ])
    await statement.execute(db)
  const { rows } = await sql<{ ms: number }>`select
    ceil(extract(epoch from max(ended_at) - min(started_at)) * 1000)::int + 1 as ms from _visits`.execute(db)
  return rows[0]?.ms ?? 0
}

/** Adds copy number `n` of the visits, `ms` later than the one before. */
async function copyVisits(db: Db, n: number, ms: number): Promise<void> {
  const later = (column: string) => sql`${sql.ref(column)} + ${n * ms} * interval '1 millisecond'`
  const shift = (table: string) => sql`${n} * (select max(id) - min(id) + 1 from ${sql.table(table)})::bigint`
  await db.transaction().execute(async (trx) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(trx)
    await run(sql`create temporary table _copied (id bigint, original bigint) on commit drop`)
    await run(sql`with added as (
        insert into visits (player_id, machine_id, started_at)
        select player_id, machine_id, ${later('started_at')} from _visits order by id
        returning id, machine_id
      ) insert into _copied select added.id, v.id from added join _visits v using (machine_id)`)
    await run(sql`insert into spins (id, request_id, machine_id, player_id, visit_id, game, definition, stake, free,
        stops, wins, win, jackpot_hit, jackpot, free_awarded, created_at, settled_at) overriding system value
      select s.id + ${shift('_spins')}, request_id || '-' || ${n}::int, machine_id, player_id, c.id, game, definition,
        stake, free, stops, wins, win, jackpot_hit, jackpot, free_awarded, ${later('created_at')}, ${later('settled_at')}
      from _spins s join _copied c on c.original = s.visit_id order by s.id`)
    await run(sql`insert into movements (id, request_id, kind, fingerprint, player_id, machine_id, answer, created_at)
        overriding system value
      select m.id + ${shift('_movements')},
        case when won is null then request_id || '-' || ${n}::int else 'spin:' || won + ${shift('_spins')} || ':win' end,
        kind, fingerprint, player_id, machine_id,
        case when answer ? 'visit' then jsonb_set(answer, '{visit}', to_jsonb(c.id)) else answer end, ${later('created_at')}
      from _movements m left join _copied c on c.original = (answer ->> 'visit')::bigint order by m.id`)
    await run(sql`insert into entries (movement_id, account_id, amount, balance_after)
      select movement_id + ${shift('_movements')}, account_id, amount, balance_after + ${n} * a.moved
      from _entries e join _accounts a on a.id = e.account_id`)
    await run(sql`update accounts set balance = balance + moved, version = version + entries
      from _accounts where accounts.id = _accounts.id`)
    await run(sql`update visits set ended_at = ${later('v.ended_at')}, cash_in = v.cash_in, cash_out = v.cash_out,
        spins = v.spins, free_spins = v.free_spins
      from _copied c join _visits v on v.id = c.original where visits.id = c.id`)
  })
}

/** Fills an empty database with at least `spins` spins and their chains. */
export async function writeBooks(db: Db, spins: number): Promise<void> {
  const after = await playVisits(db)
  const ms = await keepVisits(db, after)
  const { rows } = await sql<{ played: number }>`select count(*)::int as played from _spins`.execute(db)
  const copies = Math.ceil(spins / (rows[0]?.played ?? 1))
  for (let n = 1; n < copies; n += 1) await copyVisits(db, n, ms)
  await sql`drop table _visits, _spins, _movements, _entries, _accounts`.execute(db)
  await extendChain(db)
}
