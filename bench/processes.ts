import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../platform/store/db.ts'
import { openTestLogins } from '../platform/testing/cluster/login.ts'
import { startRedis } from '../platform/testing/cluster/redis.ts'
import { startReadyProcess } from '../platform/testing/process.ts'
import { startPostgres } from '../platform/testing/store/postgres.ts'
import type { Player, Report } from './processes-players.ts'
import type { Table } from './table.ts'

/* What a spin costs the platform, PostgreSQL and Redis as the number of processes grows. */

const COUNTS = [1, 2, 4]
const PLAYERS = 300
/** Of one player's spins. */
const PERIOD_MS = 2600
/** Code that runs seldom takes minutes until it is compiled. */
const [WARM_UP_MS, MEASURED_MS] = [120_000, 20_000]
const CENTS = 100_000_000
/** The kernel counts processor time in hundredths of a second. */
const TICK_MS = 10

/** The fields of /proc/<id>/stat after the command, which may contain spaces. */
const statOf = (id: number): string[] =>
  readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []

/** Processor time of a process and of its children, ms. */
function processorMs(id: number): number {
  // User and system time, each for the process and for its children that have ended.
  const own = (of: number) =>
    statOf(of)
      .slice(11, 15)
      .reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0)
  const children = readdirSync('/proc')
    .map(Number)
    .filter((child) => {
      try {
        return Number(statOf(child)[1]) === id
      } catch {
        return false
      }
    })
  return own(id) + children.reduce((sum, child) => sum + own(child), 0)
}

/** The id of the server that listens on the port of this URL: its arguments contain the port. */
function listenerOn(url: string): number {
  const { port } = new URL(url)
  for (const id of readdirSync('/proc').map(Number).filter(Boolean)) {
    try {
      if (
        readFileSync(`/proc/${id}/cmdline`, 'utf8')
          .split('\0')
          .some((word) => word.endsWith(port))
      )
        return id
    } catch {}
  }
  throw new Error(`nothing runs on port ${port}`)
}

/** Sits a player at each machine, spread over the processes. */
async function startPlayers(databaseUrl: string, dataDir: string, addresses: readonly string[]) {
  const { db, close } = await openDatabase({ databaseUrl })
  const logIn = await openTestLogins(db, dataDir)
  const players: Player[] = []
  for (let n = 0; n < PLAYERS; n += 1) {
    const { token } = await logIn(CENTS)
    players.push({ address: addresses[n % addresses.length] ?? '', token, machineID: `${n + 1}` })
  }
  await close()
  const script = new URL('processes-players.ts', import.meta.url)
  const child = fork(script, [JSON.stringify([players, PERIOD_MS])], { execArgv: ['--import', 'tsx'] })
  const [ready] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (ready !== 'ready') throw new Error('the players could not sit down')
  return {
    async measure(ms: number): Promise<Report> {
      child.send(ms)
      const [report] = await once(child, 'message')
      return report
    },
    stop: () => child.kill(),
  }
}

async function measureProcesses(count: number): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelcast-processes-'))
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  if (!postgres) throw new Error('needs PostgreSQL')
  const stops: (() => unknown)[] = [redis.stop, postgres.stop]
  try {
    const env = {
      ...{ DATABASE_URL: postgres.url, DEMO: '0', FLOOR_MACHINES: `${PLAYERS}`, CALL_LIMIT: '1000000' },
      ...(count > 1 && { REDIS_URL: redis.url }),
    }
    const processes = []
    for (let n = 0; n < count; n += 1) {
      const { child, address, exited } = await startReadyProcess(dataDir, env)
      stops.unshift(async () => {
        child.kill('SIGTERM')
        await exited
      })
      processes.push({ id: child.pid ?? 0, address })
    }
    const addresses = processes.map(({ address }) => address)
    const players = await startPlayers(postgres.url, dataDir, addresses)
    stops.unshift(players.stop)
    await sleep(WARM_UP_MS)
    const ids = [processes.map(({ id }) => id), [listenerOn(postgres.url)], [listenerOn(redis.url)]]
    const read = () => ids.map((group) => group.reduce((sum, id) => sum + processorMs(id), 0))
    const before = read()
    const { spins, median, p95 } = await players.measure(MEASURED_MS)
    const after = read()
    const [own, database, bus] = after.map((ms, at) => (ms - (before[at] ?? 0)) / spins)
    const rate = spins / (MEASURED_MS / 1000)
    return [
      `${count}`,
      rate.toFixed(0),
      ...[own, database, bus].map((ms = 0) => ms.toFixed(2)),
      median.toFixed(0),
      p95.toFixed(0),
    ]
  } finally {
    for (const stop of stops) await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export async function processesBench(): Promise<Table> {
  const rows: string[][] = []
  for (const count of COUNTS) rows.push(await measureProcesses(count))
  return {
    title: 'Several processes',
    note: `${PLAYERS} players spin at their sockets, spread over the processes, on one host with PostgreSQL and Redis; a machine's owner is seldom its player's process. Processor time for each spin: the processes with their video, the database, Redis. Acknowledgement: median and slowest twentieth.`,
    head: [
      ...['processes', 'spins a second', 'processes, ms', 'PostgreSQL, ms', 'Redis, ms'],
      ...['acknowledgement, ms', '95 %, ms'],
    ],
    rows,
  }
}
