import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import * as v from 'valibot'
import { call } from '../platform/cluster/link.ts'
import { sharedKey } from '../platform/cluster/shared-key.ts'
import { hasRedis, startRedis } from '../platform/cluster/test-redis.ts'
import { HOUSE, post, walletOf } from '../platform/ledger/ledger.ts'
import { refused } from '../platform/lib/result.ts'
import { createLogins } from '../platform/players/logins.ts'
import { openSigningKeys } from '../platform/players/signing-keys.ts'
import { type Database, openDatabase } from '../platform/store/db.ts'
import { startPostgres } from '../platform/store/test-postgres.ts'
import { type RunningProcess, startReadyProcess } from '../platform/test-process.ts'
import { Code } from '../src/contract/codes.ts'

/*
 * Starts a floor of several processes on its own PostgreSQL and Redis servers, with players that are logged
 * in.
 */

const WALLET_CENTS = 10_000_000
const LOGINS_AT_ONCE = 20
const TOKEN_MS = 3_600_000
const POLL_INTERVAL_MS = 250
const QUIET_TIMEOUT_MS = 60_000
const COMMAND_TIMEOUT_MS = 30_000
const METRICS_TOKEN = 'the-metrics-of-the-bench-alone'

export interface Player {
  id: string
  token: string
}

/** A change of a machine's seat, as stored in the database. */
export interface SeatChange {
  machineId: string
  isSeated: boolean
  /** The time just before the commit, in ms since 1970. */
  atMs: number
}

/**
 * Starts the servers and creates the players, for several floors in sequence. Undefined without PostgreSQL or
 * Redis.
 */
export async function openServers(players: number) {
  const server = hasRedis ? await startPostgres() : undefined
  if (!server) return undefined
  const { url, version, stop: stopDatabase } = server
  const redis = await startRedis()
  const dataDir = mkdtempSync(join(tmpdir(), 'reelcast-bench-'))
  const database = await openDatabase({ databaseUrl: url })
  const loggedIn = await createPlayers(database, dataDir, players)
  await recordSeatChanges(database)
  await database.close()

  /** Each floor runs on its own copy of the database. */
  async function startFloor(processes: number, machines: number) {
    const [name, template] = [`floor_${processes}`, new URL(url).pathname.slice(1)]
    const urlOf = (database: string) => Object.assign(new URL(url), { pathname: database }).href
    const admin = new pg.Client({ connectionString: urlOf('template1') })
    await admin.connect()
    await admin.query(`create database ${name} template ${template}`)
    await admin.end()
    return startProcesses(urlOf(name), processes, dataDir, {
      DATABASE_URL: urlOf(name),
      REDIS_URL: redis.url,
      // DEMO=1 removes the minimum time between two spins.
      DEMO: '1',
      SIMULATE: '0',
      FLOOR_MACHINES: String(machines),
      SEAT_IDLE_SECONDS: '0',
      TRUST_PROXY: 'loopback',
      METRICS_TOKEN,
      LOG_LEVEL: 'warn',
    })
  }
  return {
    version,
    players: loggedIn,
    startFloor,
    async stop() {
      await redis.stop()
      stopDatabase()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function createPlayers({ db }: Database, dataDir: string, count: number): Promise<Player[]> {
  const names = sql`select 'bench' || n, 'bench' || n, '' from generate_series(1, ${count}::int) n`
  const { rows } = await sql<{ id: number }>`
    insert into players (username, username_key, password_hash) ${names} returning id`.execute(db)
  const ids = rows.map(({ id }) => String(id))
  const funds = ids.map((id) => ({ account: walletOf(id), amount: WALLET_CENTS }))
  const entries = [{ account: HOUSE, amount: -WALLET_CENTS * count }, ...funds]
  const deposit = { requestId: 'bench', kind: 'deposit' as const, fingerprint: 'bench', entries }
  await post(db, { ...deposit, at: new Date() }, v.object({}), () => ({}))

  const keysFile = join(dataDir, 'signing-keys.json')
  const keys = await openSigningKeys(keysFile, { tokenMs: TOKEN_MS, now: Date.now })
  const times = { now: Date.now, tokenMs: TOKEN_MS, loginMs: TOKEN_MS, loginIdleMs: 0 }
  const logins = createLogins({ db, keys, ...times })
  const players: Player[] = []
  const left = ids.values()
  const logIn = async () => {
    for (const id of left) {
      const login = await logins.open(id, { ip: '', device: '' }, '')
      players.push({ id, token: login?.token ?? '' })
    }
  }
  await Promise.all(Array.from({ length: LOGINS_AT_ONCE }, logIn))
  return players
}

/** The trigger is deferred, so that its time is the time of the commit. */
async function recordSeatChanges({ db }: Database): Promise<void> {
  await sql`create table seat_changes (id serial, machine_id bigint, is_seated boolean, at timestamptz)`.execute(
    db,
  )
  await sql`create function record_seat_change() returns trigger language plpgsql as $$ begin
    insert into seat_changes (machine_id, is_seated, at)
      values (new.id, new.seat_player is not null, clock_timestamp());
    return null; end $$`.execute(db)
  await sql`create constraint trigger record_seat_change after update of seat_player on machines
    deferrable initially deferred for each row
    when (old.seat_player is distinct from new.seat_player) execute function record_seat_change()`.execute(db)
}

async function startProcesses(
  databaseUrl: string,
  count: number,
  dataDir: string,
  env: Record<string, string>,
) {
  // The first process runs the migrations.
  const processes: RunningProcess[] = [await startReadyProcess(dataDir, env)]
  const others = Array.from({ length: count - 1 }, () => startReadyProcess(dataDir, env))
  processes.push(...(await Promise.all(others)))
  const { db, close } = await openDatabase({ databaseUrl })
  const owners = () =>
    db
      .selectFrom('machines')
      .leftJoin('nodes', 'nodes.id', 'machines.owner')
      .select(['machines.id', 'nodes.id as node', 'nodes.address'])
      .execute()

  /** True once each process owns its share of the machines. */
  async function isShared(): Promise<boolean> {
    const rows = await owners()
    const share = Math.ceil(rows.length / count)
    const sizes = new Map<string | null, number>()
    for (const { node } of rows) sizes.set(node, (sizes.get(node) ?? 0) + 1)
    return sizes.size === count && [...sizes].every(([node, size]) => node !== null && size <= share)
  }
  while (!(await isShared())) await sleep(POLL_INTERVAL_MS)
  await waitUntilQuiet(processes)
  const key = await sharedKey(db, 'link')
  const locate = async () =>
    new Map((await owners()).map(({ id, node, address }) => [String(id), { node, address }]))
  let places = await locate()
  const machineIds = [...places.keys()]
  let locating: Promise<void> | undefined
  async function locateAgain(): Promise<void> {
    await sleep(POLL_INTERVAL_MS)
    places = await locate()
    locating = undefined
  }

  return {
    urls: processes.map(({ address }) => address),
    machineIds,
    /** Sends a player's command to the process that owns the machine, as another process would forward it. */
    async command(name: 'sit' | 'leave', playerId: string, machineId: string): Promise<void> {
      const signal = AbortSignal.timeout(COMMAND_TIMEOUT_MS)
      for (;;) {
        const { node, address } = places.get(machineId) ?? {}
        const args = name === 'sit' ? [playerId, machineId, node] : [playerId, machineId]
        const answer = address ? await call(address, key, name, args, signal) : refused(Code.stopping)
        const { ok, code } = answer as { ok: boolean; code?: number }
        if (ok) return
        if (code !== Code.stopping) throw new Error(`${name} was refused: ${code}`)
        // A process that gets no CPU time for 3 s loses its machines to another process.
        locating ??= locateAgain()
        await locating
      }
    },
    async seatChanges(): Promise<SeatChange[]> {
      const { rows } = await sql<{ machine_id: number; is_seated: boolean; at_ms: number }>`
        select machine_id, is_seated, (extract(epoch from at) * 1000)::float8 as at_ms
        from seat_changes order by id`.execute(db)
      return rows.map((row) => ({
        machineId: String(row.machine_id),
        isSeated: row.is_seated,
        atMs: row.at_ms,
      }))
    },
    async settledSpins(fromMs: number, toMs: number): Promise<number> {
      const { count: settled } = await db
        .selectFrom('spins')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('settled_at', '>=', new Date(fromMs))
        .where('settled_at', '<', new Date(toMs))
        .executeTakeFirstOrThrow()
      return Number(settled)
    },
    figures: () => Promise.all(processes.map(readFigures)),
    async stop() {
      for (const { child } of processes) child.kill('SIGTERM')
      await Promise.all(processes.map(({ exited }) => exited))
      // Print lost leases: they show that a process got no CPU time.
      for (const { output } of processes)
        for (const line of output().split('\n'))
          if (line.includes('lease') || line.includes('took')) console.log(line)
      await close()
    },
  }
}
export type BenchFloor = Awaited<ReturnType<typeof startProcesses>>

/** Memory in bytes and CPU time in seconds of a platform process, and the CPU time of its video process. */
async function readFigures({ address }: RunningProcess) {
  const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const text = await answer.text()
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    memoryBytes: read('process_resident_memory_bytes'),
    cpuSeconds: read('process_cpu_seconds_total'),
    videoCpuSeconds: read('reelcast_video_cpu_seconds'),
  }
}

/** Resolves once the video processes have rendered their pictures, which they do after the start. */
async function waitUntilQuiet(processes: readonly RunningProcess[]): Promise<void> {
  const videoCpu = async () =>
    (await Promise.all(processes.map(readFigures))).map((one) => one.videoCpuSeconds)
  const deadline = performance.now() + QUIET_TIMEOUT_MS
  let before = await videoCpu()
  while (performance.now() < deadline) {
    await sleep(1000)
    const after = await videoCpu()
    if (after.every((seconds, at) => seconds - (before[at] ?? 0) < 0.1)) return
    before = after
  }
  throw new Error('the video processes did not become quiet')
}
