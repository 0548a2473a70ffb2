import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { openDatabase } from '../../store/db.ts'
import { probeLoad } from '../load.ts'
import { type RunningProcess, startReadyProcess } from '../process.ts'
import { startLinkTo } from '../store/link.ts'
import { hasPostgres, startPostgres } from '../store/postgres.ts'
import { openTestLogins } from './login.ts'
import { hasRedis, startRedis } from './redis.ts'

/*
 * For tests: platform processes with their own database server and Redis server. Each process reaches the
 * database through its own link, and the link's name lets the database record which process wrote each
 * machine.
 */

export const isPossible = process.env.TEST_DATABASE_URL !== undefined && hasPostgres && hasRedis
/** Timeout on a machine under load; `within` checks the real limits. */
export const PATIENCE = { timeout: 40_000, interval: 50 }
export const ADMIN_TOKEN = randomUUID()
/** A takeover may take 5 s: 3 s are the lease, which is independent of the load, and the rest is work. */
const LEASE_MS = 3000
const WORK_MS = 2000

export const report = (line: string) => void process.stdout.write(`${line}\n`)

export interface Node extends RunningProcess {
  readonly name: string
  readonly link: Awaited<ReturnType<typeof startLinkTo>>
}

const PROOF = [
  'create schema proof',
  'create table proof.nodes (name text, id text, primary key (name, id))',
  'create table proof.writes (name text, machine bigint, owner text)',
  `create function proof.note_node() returns trigger language plpgsql as $$ begin
    insert into proof.nodes values (current_setting('application_name'), new.id) on conflict do nothing;
    return null; end $$`,
  `create function proof.note_write() returns trigger language plpgsql as $$ begin
    insert into proof.writes values (current_setting('application_name'), new.id, coalesce(new.owner, old.owner));
    return null; end $$`,
  'create trigger note after insert or update on nodes for each row execute function proof.note_node()',
  'create trigger note after update on machines for each row execute function proof.note_write()',
]
function withName(url: string, name: string): string {
  const address = new URL(url)
  address.searchParams.set('application_name', name)
  return address.href
}

export type TestCluster = Awaited<ReturnType<typeof startTestCluster>>

/** Starts two processes and waits until each of them owns half of the machines. Their number is even. */
export async function startTestCluster(env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelcast-cluster-'))
  const [server, redis] = await Promise.all([startPostgres(), startRedis()])
  if (!server) throw new Error('no PostgreSQL')
  const load = probeLoad()
  const nodes: Node[] = []
  let started = 0

  /** Starts another process. `nodes` also contains ended processes. */
  async function start(): Promise<Node> {
    started += 1
    const name = `process-${started}`
    const link = await startLinkTo(server?.url ?? '')
    const base = { REDIS_URL: redis.url, DEMO: '0', LOG_LEVEL: 'warn', ADMIN_TOKEN }
    const databaseUrl = withName(link.url, name)
    const process = await startReadyProcess(dataDir, { ...base, DATABASE_URL: databaseUrl, ...env })
    const node = { ...process, name, link }
    nodes.push(node)
    return node
  }
  await start()
  const database = await openDatabase({ databaseUrl: withName(server.url, 'test') })
  const { db } = database
  for (const statement of PROOF) await sql.raw(statement).execute(db)
  await start()
  /** Machine ids by the name of the owning process. */
  async function owners(): Promise<Map<string, string[]>> {
    const { rows } = await sql<{ id: number; name: string }>`
      select m.id, n.name from machines m join proof.nodes n on n.id = m.owner order by m.id`.execute(db)
    const machines = new Map<string, string[]>()
    for (const { id, name } of rows) machines.set(name, [...(machines.get(name) ?? []), String(id)])
    return machines
  }
  await vi.waitFor(async () => {
    const [one, other = []] = (await owners()).values()
    expect(other).toHaveLength(one?.length ?? -1)
  }, PATIENCE)

  const logIn = await openTestLogins(db, dataDir)
  const alive = () => nodes.filter(({ child }) => child.exitCode === null && child.signalCode === null)
  return {
    ...{ db, dataDir, server, redis, nodes, start, alive, owners },
    /** Opens a login of the player, by default of a new one with 10,000.00. */
    logIn: (playerId?: string) => logIn(1_000_000, playerId),
    /** Writes of machines by processes that did not own them; must be empty. */
    async foreignWrites(): Promise<unknown[]> {
      const { rows } = await sql`
        select distinct w.name, w.machine, n.name as owner from proof.writes w join proof.nodes n on n.id = w.owner
        where w.name not in (n.name, 'test')`.execute(db)
      return rows
    },
    /** Waits until a fault is over, and checks that this took no longer than the limit. */
    async within(what: string, since: number, isOver: () => Promise<boolean> | boolean): Promise<void> {
      await expect.poll(isOver, PATIENCE).toBe(true)
      const ms = Math.round(performance.now() - since)
      const limit = Math.round(LEASE_MS + WORK_MS * load.since(since))
      report(`${what}: after ${ms} ms of ${limit}`)
      expect(ms, what).toBeLessThan(limit)
    },
    async stop(): Promise<void> {
      for (const { child } of nodes) child.kill('SIGKILL')
      await Promise.all([load.stop(), ...nodes.map(({ exited }) => exited)])
      await database.close()
      await Promise.all(nodes.map(({ link }) => link.stop()))
      await redis.stop()
      server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
