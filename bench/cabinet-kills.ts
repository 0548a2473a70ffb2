import { isDeepStrictEqual } from 'node:util'
import { type KillFindings, NOTHING_OFF, runCabinetKills } from '../platform/testing/cabinet-kills.ts'
import { hasRedis, startRedis } from '../platform/testing/cluster/redis.ts'
import { hasPostgres, startPostgres } from '../platform/testing/store/postgres.ts'
import type { Table } from './table.ts'

const CABINETS = 6
/** Cuts between two lines of progress. */
const REPORTED_CUTS = 30

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** A tenth of the cuts kills a process of the platform. */
function run(count: number, processes: number, env: Record<string, string>): Promise<KillFindings> {
  const platform = Math.round(count / 10)
  const controller = Math.round((count - platform) / 2)
  const cuts = { platform, controller, line: count - platform - controller }
  const onCut = (left: number) => {
    if (left > 0 && left % REPORTED_CUTS === 0) console.log(`${left} cuts left, processes: ${processes}`)
  }
  return runCabinetKills({ cabinets: CABINETS, cuts, processes, env, onCut })
}

function isRight({ lost, gamesOff, centsOff, closed, problems, open, games, acknowledged }: KillFindings) {
  const found = { lost, gamesOff, centsOff, closed, problems, open }
  return isDeepStrictEqual(found, NOTHING_OFF) && games > 0 && acknowledged > 0
}

function row(setup: string, cuts: number, found: KillFindings): string[] {
  const { games, handPays, transfers, lost, gamesOff, centsOff, problems, open, closed, seconds } = found
  const ended = (name: string) =>
    ['done', 'refused', 'unknown'].map((state) => transfers[`${name} ${state}`] ?? 0).join(', ')
  return [
    ...[setup, String(cuts), ended('load'), ended('cash-out'), String(games), String(handPays)],
    ...[lost, gamesOff, total(Object.values(centsOff)), open.length + closed.length].map(String),
    problems.length === 0 ? 'right' : `${problems.length} problems`,
    (seconds / 60).toFixed(1),
  ]
}

/** Throws if any money or game is not as the cabinets' own meters have it. */
export async function cabinetKillsBench(cuts: number): Promise<Table> {
  const rows: string[][] = []
  const add = (setup: string, found: KillFindings) => {
    if (!isRight(found)) throw new Error(JSON.stringify(found, undefined, 2))
    rows.push(row(setup, cuts, found))
  }
  add('one, embedded', await run(cuts, 1, {}))
  if (hasPostgres && hasRedis) {
    const [server, redis] = await Promise.all([startPostgres(), startRedis()])
    try {
      const env = { DATABASE_URL: server?.url ?? '', REDIS_URL: redis.url }
      add(`two on PostgreSQL ${server?.version}`, await run(cuts, 2, env))
    } finally {
      await redis.stop()
      server?.stop()
    }
  } else rows.push(['two on PostgreSQL', 'needs PostgreSQL and redis-server'])
  return {
    title: 'Cabinets while controllers and processes are killed',
    note: `${CABINETS} players play at cabinets behind the controller of docs/examples/controller. Each cut breaks a cabinet's line or kills (SIGKILL) its controller, each tenth a platform process. Lost: acknowledged transfers that the books lack. Games off: missing or doubled. Cents off: against the cabinets' meters. Open: transfers and hand pays not settled, closed machines.`,
    head: [
      ...['processes', 'cuts', 'loads done, refused, unknown', 'cash-outs done, refused, unknown', 'games'],
      ...['hand pays', 'lost', 'games off', 'cents off', 'open', 'audit', 'minutes'],
    ],
    rows,
  }
}
