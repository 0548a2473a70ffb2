import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import * as v from 'valibot'
import { auditBooks } from '../platform/audit/audit.ts'
import { type Db, openDatabase } from '../platform/store/db.ts'
import { openTestLogins } from '../platform/testing/cluster/login.ts'
import { type Answered, type Command, playCommands } from '../platform/testing/cluster/player.ts'
import { hasRedis, startRedis } from '../platform/testing/cluster/redis.ts'
import { type RunningProcess, startProcess, startReadyProcess } from '../platform/testing/process.ts'
import { hasPostgres, startPostgres } from '../platform/testing/store/postgres.ts'
import type { Table } from './table.ts'

const PLAYERS = 8
const START_CENTS = 1_000_000
/** Cents; a load is a whole number of them. */
const MAX_LOAD_CENTS = 5000
/** Commands, with their repetitions, between two kills. */
const COMMANDS_PER_KILL = [5, 30] as const
/** A process starts in a few seconds, but in many on a machine under load. */
const TIMEOUT_MS = 180_000
/** Each so many kills, the process that comes next is killed once while it starts. */
const KILLED_START = 5
const MAX_START_MS = 3000
const POLL_INTERVAL_MS = 20
/** Kills between two lines of progress. */
const REPORTED_KILLS = 10
/** A spin is repeated as often as it is played, and credit is loaded before it runs out. */
const EVENTS = ['spin', 'spin', 'spin', 'again', 'again', 'again', 'load', 'load', 'cashout'] as const

interface Player {
  readonly id: string
  readonly token: string
  readonly machineID: string
}

/** What a soak finds. `cents`: money that is not where the acknowledged commands and the spins put it. */
interface Findings {
  kills: number
  acknowledged: number
  repeats: number
  same: number
  lost: number
  doubled: number
  cents: number
  problems: readonly string[]
  minutes: number
}

/** Commands without an end, at first a load, until `isOver`. */
function* commandsUntil(isOver: () => boolean): Generator<Command> {
  for (let event: Command['event'] = 'load'; !isOver(); event = EVENTS[randomInt(EVENTS.length)] ?? 'spin')
    yield { place: randomInt(2), event, amount: randomInt(1, MAX_LOAD_CENTS) }
}

/** The platform's processes on one data folder. */
function createProcesses(dataDir: string, env: Record<string, string>) {
  const running: RunningProcess[] = []
  const settings = { DEMO: '0', LOG_LEVEL: 'warn', FLOOR_MACHINES: `${PLAYERS}`, ...env }
  return {
    addresses: () => running.map(({ address }) => address),
    async start(): Promise<void> {
      running.push(await startReadyProcess(dataDir, settings))
    },
    async kill(): Promise<void> {
      const [victim] = running.splice(randomInt(running.length), 1)
      victim?.child.kill('SIGKILL')
      await victim?.exited
    },
    async killAtStart(): Promise<void> {
      const { child, exited } = startProcess(dataDir, settings)
      await sleep(randomInt(MAX_START_MS))
      child.kill('SIGKILL')
      await exited
    },
    async stop(): Promise<void> {
      for (const { child } of running) child.kill('SIGTERM')
      await Promise.all(running.map(({ exited }) => exited))
    },
  }
}

/** Compares the books of a player with the acknowledged commands. */
async function checkPlayer(db: Db, { id, machineID }: Player, answered: readonly Answered[]) {
  const prefix = `p${id}:`
  const { rows } = await sql<{
    request: string
  }>`select substr(request_id, ${prefix.length + 1}::int) as request
    from movements where request_id like ${`${prefix}%`}`.execute(db)
  const booked = rows.map(({ request }) => request)
  const acknowledged = new Set(answered.map(({ requestId }) => requestId))
  const sum = (event: string, cents: (one: Answered) => unknown) =>
    answered
      .filter((one) => one.event === event)
      .reduce((total, one) => total + v.parse(v.number(), cents(one)), 0)
  const loaded = sum('load', ({ payload }) => 'amount' in payload && payload.amount)
  const cashedOut = sum('cashout', ({ answer }) => answer.amount)
  const { rows: balances } = await sql<{ wallet: number; credit: number; won: number }>`select
    (select balance from accounts where id = ${`wallet:${id}`}) as wallet,
    (select balance from accounts where id = ${`machine:${machineID}`}) as credit,
    (select coalesce(sum(win + jackpot - case when free then 0 else stake end), 0)::bigint
      from spins where player_id = ${id}::bigint) as won`.execute(db)
  const { wallet = 0, credit = 0, won = 0 } = balances[0] ?? {}
  const repeats = answered.flatMap(({ answer, repeats }) =>
    repeats.map((again) => isDeepStrictEqual(again, answer)),
  )
  return {
    acknowledged: acknowledged.size,
    repeats: repeats.length,
    same: repeats.filter(Boolean).length,
    lost: [...acknowledged].filter((requestId) => !booked.includes(requestId)).length,
    // Also what was booked although its command was refused in the end.
    doubled:
      booked.length -
      new Set(booked).size +
      booked.filter((requestId) => !acknowledged.has(requestId)).length,
    cents:
      Math.abs(wallet - (START_CENTS - loaded + cashedOut)) + Math.abs(credit - (loaded - cashedOut + won)),
  }
}

/** Players play while `count` processes are killed and replaced, `kills` times. */
async function soakKills(kills: number, count: number, env: Record<string, string>): Promise<Findings> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelcast-kills-'))
  const databaseUrl = env.DATABASE_URL
  const withBooks = async <T>(work: (db: Db) => Promise<T>) => {
    const database = await openDatabase({ dataDir, ...(databaseUrl && { databaseUrl }) })
    return work(database.db).finally(() => database.close())
  }
  const players = await withBooks(async (db) => {
    const logIn = await openTestLogins(db, dataDir)
    const found: Player[] = []
    while (found.length < PLAYERS)
      found.push({ ...(await logIn(START_CENTS)), machineID: `${found.length + 1}` })
    return found
  })
  const processes = createProcesses(dataDir, env)
  const { addresses } = processes
  try {
    const began = performance.now()
    for (let n = 0; n < count; n += 1) await processes.start()
    let sent = 0
    let isOver = false
    const onSend = () => {
      sent += 1
    }
    const playing = Promise.all(
      players.map((player) =>
        playCommands(
          commandsUntil(() => isOver),
          { ...player, addresses, onSend, timeoutMs: TIMEOUT_MS },
        ),
      ),
    )
    for (let kill = 1; kill <= kills; kill += 1) {
      const next = sent + randomInt(...COMMANDS_PER_KILL)
      while (sent < next) await Promise.race([playing, sleep(POLL_INTERVAL_MS)])
      if (kill % REPORTED_KILLS === 0) console.log(`${kill} of ${kills} kills, processes at once: ${count}`)
      await processes.kill()
      if (kill % KILLED_START === 0 && kill < kills) {
        kill += 1
        await processes.killAtStart()
      }
      await processes.start()
    }
    isOver = true
    const answered = await playing
    await processes.stop()
    const minutes = (performance.now() - began) / 60_000
    return await withBooks(async (db) => {
      const total = { acknowledged: 0, repeats: 0, same: 0, lost: 0, doubled: 0, cents: 0 }
      for (const [at, player] of players.entries()) {
        const found = await checkPlayer(db, player, answered[at] ?? [])
        for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += found[key]
      }
      return { ...total, kills, problems: (await auditBooks(db)).problems, minutes }
    })
  } finally {
    await processes.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const isRight = ({ acknowledged, repeats, same, lost, doubled, cents, problems }: Findings) =>
  acknowledged > 0 && repeats > 0 && same === repeats && lost + doubled + cents + problems.length === 0

/** Throws if any money, command or answer is not as it was acknowledged. */
export async function soakKillsBench(kills: number): Promise<Table> {
  const name = 'two on PostgreSQL'
  async function soakTwo(): Promise<[string, Findings | string]> {
    if (!hasPostgres || !hasRedis) return [name, 'needs PostgreSQL and redis-server']
    const [server, redis] = await Promise.all([startPostgres(), startRedis()])
    try {
      const env = { DATABASE_URL: server?.url ?? '', REDIS_URL: redis.url }
      return [`${name} ${server?.version}`, await soakKills(kills, 2, env)]
    } finally {
      await redis.stop()
      server?.stop()
    }
  }
  const soakOne = async (): Promise<[string, Findings]> => ['one, embedded', await soakKills(kills, 1, {})]
  const found = await Promise.all([soakOne(), soakTwo()])
  const rows = found.map(([setup, one]) =>
    typeof one === 'string'
      ? [setup, one]
      : [
          setup,
          ...[one.kills, one.acknowledged, one.repeats, one.same, one.lost, one.doubled, one.cents].map(
            String,
          ),
          one.problems.length === 0 ? 'right' : `${one.problems.length} problems`,
          one.minutes.toFixed(1),
        ],
  )
  const wrong = found.flatMap(([, one]) => (typeof one === 'string' || isRight(one) ? [] : one))
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong, undefined, 2))
  return {
    title: 'Money while processes are killed',
    note: `${PLAYERS} players load, spin, cash out and repeat requests, while a process is killed (SIGKILL) after every ${COMMANDS_PER_KILL.join(' to ')} requests, sometimes its successor too. Lost: acknowledged and not in the books. Doubled: in the books twice or without an acknowledgement. Cents off: wallets and credits against the acknowledged commands and the spins.`,
    head: [
      ...[
        'processes',
        'kills',
        'acknowledged',
        'repeats',
        'answered the same',
        'lost',
        'doubled',
        'cents off',
      ],
      ...['audit', 'minutes'],
    ],
    rows,
  }
}
