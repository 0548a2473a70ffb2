import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../platform/store/db.ts'
import { openTestLogins } from '../platform/testing/cluster/login.ts'
import { addLongHistory } from '../platform/testing/players/long-history.ts'
import { startReadyProcess } from '../platform/testing/process.ts'
import { startPostgres } from '../platform/testing/store/postgres.ts'
import { quantile, type Table } from './table.ts'

/*
 * What one player's calls cost another: each reading call of a player with a million spins, and each kind of
 * file of the operator with 50 MB, 20 at once and again and again, while another player's balance is read.
 */

const AT_ONCE = 20
const [ALONE_MS, ROUND_MS, LOAD_MS] = [1500, 250, 3000]
const FILE_BYTES = 50 * 1024 ** 2
const CENTS = 1_000_000
/** A million spins: a visit of 400,000, and visits of ten. */
const HISTORY = { spins: 400_000, visits: 60_000, events: 200_000, messages: 50_000, logins: 10_000 }

interface Tokens {
  readonly heavy: string
  readonly other: string
}

const CALLS: readonly Target[] = [
  '/api/player/sessions?limit=200',
  '/api/player/sessions?search=2',
  '/api/player/transactions?limit=200',
  '/api/player/transactions?search=2',
  '/api/player/spins?machineId=1&limit=100',
  '/api/player/limits',
  '/api/player/events?limit=200',
  '/api/player/logins',
  '/api/player/profile',
  '/api/validate',
  '/api/quick-panel/data',
  '/api/chat/user',
  '/api/machine/all',
].map((path) => ({ path }))
const FILES: readonly Target[] = [
  { path: '/heavy.png' },
  { path: '/heavy.css' },
  { path: '/heavy.css', isTagged: true },
  { path: '/heavy.html' },
  { path: '/heavy.svg' },
  { path: '/Settings.json' },
  { path: '/' },
]

/** ms of a call, with its whole answer; infinite for one that fails. */
async function callMs(url: string, token: string): Promise<number> {
  const start = performance.now()
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br', connection: 'keep-alive' },
  })
  if (answer.status !== 200) return Number.POSITIVE_INFINITY
  for await (const _ of answer.body ?? []);
  return performance.now() - start
}

interface Measured {
  readonly median: number
  readonly p99: number
}

/** The balance of a player, again and again until `work` ends. */
async function measureBalance(address: string, token: string, work: Promise<unknown>): Promise<Measured> {
  let isOver = false
  const end = work.finally(() => {
    isOver = true
  })
  const ms: number[] = []
  while (!isOver) ms.push(await callMs(`${address}/api/player/balance`, token))
  await end
  return { median: quantile(ms, 0.5), p99: quantile(ms, 0.99) }
}

/** Starts the calls of the heavy player. Resolves when they can begin. */
async function startCaller(url: string, token: string, isTagged: boolean) {
  const args = [url, token, `${AT_ONCE}`, `${ROUND_MS}`, `${LOAD_MS}`, isTagged ? '1' : '']
  const child = fork(new URL('load-caller.ts', import.meta.url), args, { execArgv: ['--import', 'tsx'] })
  const exited = once(child, 'exit')
  const [ready] = await Promise.race([once(child, 'message'), exited])
  if (ready !== 'ready') throw new Error(`${url} could not be called`)
  return async () => {
    child.send('go')
    const [longest] = await Promise.race([once(child, 'message'), exited])
    await exited
    return Number(longest)
  }
}

interface Target {
  readonly path: string
  readonly isTagged?: boolean
}
interface Cost {
  readonly alone: Measured
  readonly meanwhile: Measured
  /** Of 20 calls at once, until the last one is answered, ms. */
  readonly longest: number
}

async function measure(address: string, tokens: Tokens, { path, isTagged = false }: Target): Promise<Cost> {
  const start = await startCaller(address + path, tokens.heavy, isTagged)
  const alone = await measureBalance(address, tokens.other, sleep(ALONE_MS))
  let longest = 0
  const calls = start().then((ms) => {
    longest = ms
  })
  const meanwhile = await measureBalance(address, tokens.other, calls)
  return { alone, meanwhile, longest }
}

/** A folder of the operator with large files. */
function writeFiles(dir: string): void {
  mkdirSync(dir)
  const line = '.gold { color: gold } /* a style sheet of an operator */\n'
  const text = line.repeat(FILE_BYTES / line.length)
  for (const name of ['heavy.png', 'heavy.css', 'heavy.svg']) writeFileSync(join(dir, name), text)
  writeFileSync(join(dir, 'heavy.html'), `<!doctype html><style>${line}</style><pre>${text}`)
  writeFileSync(join(dir, 'Settings.json'), `{"volume": 0.5${' '.repeat(FILE_BYTES)}}`)
}

/** Measures a platform on this data. */
async function measurePlatform(
  dataDir: string,
  env: Record<string, string>,
  targets: readonly Target[],
  tokens: Tokens,
): Promise<Cost[]> {
  const limits = { CALL_LIMIT: '1000000', LOGIN_LIMIT: '1000000' }
  const { child, address, exited } = await startReadyProcess(dataDir, { ...env, ...limits })
  try {
    const costs: Cost[] = []
    for (const target of targets) costs.push(await measure(address, tokens, target))
    return costs
  } finally {
    child.kill('SIGTERM')
    await exited
  }
}

/** Adds both players to the database, and closes it. */
async function addPlayers({ db, kind, close }: Database, dataDir: string): Promise<Tokens> {
  const logIn = await openTestLogins(db, dataDir)
  const [heavy, other] = [await logIn(CENTS), await logIn(CENTS)]
  const now = new Date()
  const from = new Date(now.getFullYear(), now.getMonth())
  await addLongHistory(db, { playerId: heavy.id, machineId: 1, from, to: now }, HISTORY)
  // Else the platform would chain these rows while it is measured.
  for (const [chain, last] of [
    ['movement_chain', "max(id), '' from movements"],
    ['settlement_chain', "max(id), '' from spins"],
    ['visit_chain', "max(end_no), '' from visits"],
  ])
    await sql.raw(`insert into ${chain} select ${last}`).execute(db)
  // As a server does by itself after a while, and the embedded database does not.
  if (kind === 'postgres') await sql`vacuum analyze`.execute(db)
  await close()
  return { heavy: heavy.token, other: other.token }
}

/** "2.1, 4.0": how many times longer the balance takes in the median and in the slowest hundredth. */
const times = ({ alone, meanwhile }: Cost) =>
  [meanwhile.median / alone.median, meanwhile.p99 / alone.p99]
    .map((ratio) => (Number.isFinite(ratio) ? ratio.toFixed(1) : 'fails'))
    .join(', ')
const figures = ({ median, p99 }: Measured) => `${median.toFixed(1)}, ${p99.toFixed(1)}`

/** Measures on one database, embedded without a URL. */
async function measureDatabase(name: string, targets: readonly Target[], databaseUrl?: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelcast-load-'))
  const publicDir = join(dataDir, 'public')
  const env = { SERVE_APP: '1', PUBLIC_DIR: publicDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  try {
    writeFiles(publicDir)
    const database = await openDatabase({ dataDir, ...(databaseUrl && { databaseUrl }) })
    const tokens = await addPlayers(database, dataDir)
    const costs = await measurePlatform(dataDir, env, targets, tokens)
    return costs.map((cost, n) => {
      const { path = '', isTagged } = targets[n] ?? {}
      const call = path.replace('/api', '').replace('?', ', ') + (isTagged ? ', unchanged' : '')
      return [call, name, figures(cost.alone), times(cost), cost.longest.toFixed(0)]
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The cost of one player's calls for another player. */
export async function loadBench(): Promise<Table> {
  const rows = await measureDatabase('embedded', [...CALLS, ...FILES])
  const postgres = await startPostgres()
  if (postgres) rows.push(...(await measureDatabase(`PostgreSQL ${postgres.version}`, CALLS, postgres.url)))
  postgres?.stop()
  return {
    title: "One player's calls and another player's balance",
    note: `A player with a million spins makes ${AT_ONCE} calls at once for ${LOAD_MS / 1000} s, again ${ROUND_MS} ms later or when they are answered; the limits of calls are off. Alone: another player's balance before, median and slowest hundredth. Meanwhile: how many times longer it takes. 20 calls: until the last is answered, at most. The files of PUBLIC_DIR have 50 MB.`,
    head: ['call', 'database', 'alone, ms', 'meanwhile, times', '20 calls, ms'],
    rows,
  }
}
