import { randomInt } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { auditBooks } from '../audit/audit.ts'
import { type Db, openDatabase } from '../store/db.ts'
import { type CabinetLine, startCabinetLine } from './cabinet-line.ts'
import { createCabinetPlayer } from './cabinet-player.ts'
import { openTestLogins } from './cluster/login.ts'
import { createControllerKey, startController, type TestController, writeCabinetFloor } from './controller.ts'
import { type RunningProcess, startReadyProcess } from './process.ts'
import { makeDataFolder } from './store/database.ts'

/*
 * For tests and the bench: players at cabinets while controllers and the platform's processes are killed and
 * lines are cut. Afterwards the books are compared with the cabinets' own meters.
 */

const START_CENTS = 1_000_000
/** Pieces of data between two cuts of a cabinet's line. A game takes about ten. */
const PIECES = [2, 25] as const

const KINDS = ['line', 'controller', 'platform'] as const
type Cut = (typeof KINDS)[number]

interface Cabinet {
  readonly machine: string
  readonly player: { readonly id: string; readonly token: string }
  readonly line: CabinetLine
  readonly controller: TestController
  /** Request ids of the loads and cash-outs that the platform has acknowledged. */
  readonly acknowledged: string[]
}

export interface KillOptions {
  readonly cabinets: number
  /** How many of each kind; their order is random. */
  readonly cuts: Readonly<Record<Cut, number>>
  /** Processes of the platform. */
  readonly processes: number
  readonly env: Record<string, string>
  /** After each cut. */
  onCut?(left: number): void
}

/** What a run finds. Cents off: by account, against the cabinets' meters. */
export interface KillFindings {
  readonly games: number
  readonly transfers: Readonly<Record<string, number>>
  readonly handPays: number
  readonly acknowledged: number
  /** Acknowledged loads and cash-outs that are not in the books. */
  readonly lost: number
  /** Games of the cabinets less games in the books. */
  readonly gamesOff: number
  readonly centsOff: Readonly<Record<string, number>>
  /** Machines that are closed for new players, with the reason. */
  readonly closed: readonly string[]
  readonly problems: readonly string[]
  readonly open: readonly string[]
  readonly seconds: number
}

/** The findings of a run that is right. */
export const NOTHING_OFF = {
  ...{ lost: 0, gamesOff: 0, closed: [], problems: [], open: [] },
  centsOff: { wallet: 0, credit: 0, house: 0, transit: 0, suspense: 0 },
}

/** The processes of a platform on one data folder. */
function createProcesses(dataDir: string, env: Record<string, string>) {
  const running: RunningProcess[] = []
  const start = async () => {
    running.push(await startReadyProcess(dataDir, env))
  }
  let replacing = Promise.resolve()
  return {
    start,
    addresses: () => running.map(({ address }) => address),
    /** Kills one, and starts another in its place. One after the other. */
    replace(): Promise<void> {
      replacing = replacing.then(async () => {
        const [victim] = running.splice(randomInt(running.length), 1)
        victim?.child.kill('SIGKILL')
        await victim?.exited
        await start()
      })
      return replacing
    },
    async stop(): Promise<void> {
      await replacing.catch(() => {})
      for (const { child } of running) child.kill('SIGTERM')
      await Promise.all(running.map(({ exited }) => exited))
    },
  }
}

function shuffle<T>(items: readonly T[]): T[] {
  const keyed = items.map((item) => ({ item, key: Math.random() }))
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

async function compare(db: Db, cabinets: readonly Cabinet[]): Promise<Omit<KillFindings, 'seconds'>> {
  const balance = async (account: string) => {
    const found = db.selectFrom('accounts').select('balance').where('id', '=', account)
    return (await found.executeTakeFirst())?.balance ?? 0
  }
  const machines = await Promise.all(
    cabinets.map(async ({ machine, player, controller, acknowledged }) => {
      const { credit, games, meters } = controller.cabinet()
      const { coinIn, coinOut, handPaid, transferIn, transferOut } = meters
      const { rows } = await sql<{ request: string }>`
        select request_id as request from movements where player_id = ${player.id}::bigint`.execute(db)
      const booked = new Set(rows.map(({ request }) => request))
      const { count } = await db
        .selectFrom('cabinet_games')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('machine_id', '=', Number(machine))
        .executeTakeFirstOrThrow()
      return {
        games,
        gamesOff: games - Number(count),
        lost: acknowledged.filter((requestId) => !booked.has(`p${player.id}:${requestId}`)).length,
        wallet: (await balance(`wallet:${player.id}`)) - (START_CENTS - transferIn + transferOut),
        credit: (await balance(`machine:${machine}`)) - credit,
        house: (await balance(`house:${machine}`)) - (coinIn - coinOut - handPaid),
        transit: await balance(`transit:${machine}`),
        suspense: await balance(`suspense:${machine}`),
      }
    }),
  )
  type Name = Exclude<keyof (typeof machines)[number], 'lost'>
  const off = (name: Name) => total(machines.map((machine) => Math.abs(machine[name])))
  const { rows: transfers } = await sql<{ name: string; count: number }>`
    select direction || ' ' || state as name, count(*)::int as count from transfers group by 1 order by 1`.execute(
    db,
  )
  const handPays = await db.selectFrom('hand_pays').select('id').execute()
  const closed = await db
    .selectFrom('cabinets')
    .select(['machine_id', 'closed'])
    .where('closed', 'is not', null)
    .execute()
  const { problems, open } = await auditBooks(db)
  const names = ['wallet', 'credit', 'house', 'transit', 'suspense'] as const
  return {
    games: off('games'),
    transfers: Object.fromEntries(transfers.map(({ name, count }) => [name, count])),
    handPays: handPays.length,
    acknowledged: total(cabinets.map(({ acknowledged }) => acknowledged.length)),
    lost: total(machines.map(({ lost }) => lost)),
    gamesOff: off('gamesOff'),
    centsOff: Object.fromEntries(names.map((name) => [name, off(name)])),
    closed: closed.map(({ machine_id, closed }) => `${machine_id} ${closed}`),
    ...{ problems, open },
  }
}

/** Plays while each cut happens at a random message, and compares the books with the cabinets. */
export async function runCabinetKills(options: KillOptions): Promise<KillFindings> {
  const { cuts, processes: count, env, onCut } = options
  const dataDir = await makeDataFolder()
  const keys = Array.from({ length: options.cabinets }, createControllerKey)
  const withBooks = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const database = await openDatabase({
      dataDir,
      ...(env.DATABASE_URL && { databaseUrl: env.DATABASE_URL }),
    })
    return work(database.db).finally(() => database.close())
  }
  const players = await withBooks(async (db) => {
    const logIn = await openTestLogins(db, dataDir)
    return Promise.all(keys.map(() => logIn(START_CENTS)))
  })
  const floor = writeCabinetFloor(
    dataDir,
    keys.map(({ hash }) => hash),
  )
  const processes = createProcesses(dataDir, { ...floor, ...env })
  const cabinets: Cabinet[] = []
  const began = performance.now()
  try {
    await Promise.all(Array.from({ length: count }, processes.start))
    for (const [at, player] of players.entries()) {
      const machine = String(at + 1)
      const folder = join(dataDir, `controller-${machine}`)
      mkdirSync(folder)
      const line = await startCabinetLine(processes.addresses)
      const controller = startController({ folder, machine, key: keys[at]?.key ?? '', url: line.url })
      cabinets.push({ machine, player, line, controller, acknowledged: [] })
    }

    const left = shuffle(KINDS.flatMap((kind) => Array.from({ length: cuts[kind] }, () => kind)))
    const actions: Record<Cut, (cabinet: Cabinet) => unknown> = {
      line: ({ line }) => line.cut(),
      controller: ({ controller }) => controller.restart(),
      platform: () => processes.replace(),
    }
    let isOver = false
    const cutting = cabinets.map(async (cabinet) => {
      for (let cut = left.shift(); cut; cut = left.shift()) {
        const act = actions[cut]
        await cabinet.line.trap(randomInt(...PIECES), () => act(cabinet))
        onCut?.(left.length)
      }
    })
    const playing = cabinets.map(async (cabinet) => {
      const player = createCabinetPlayer(cabinet, processes.addresses)
      while (!isOver) await player.play()
      await player.finish()
    })
    await Promise.race([Promise.all(cutting), Promise.all(playing)])
    isOver = true
    await Promise.all(playing)
    await processes.stop()
    const found = await withBooks((db) => compare(db, cabinets))
    return { ...found, seconds: (performance.now() - began) / 1000 }
  } finally {
    await processes.stop()
    await Promise.all(cabinets.flatMap(({ controller, line }) => [controller.kill(), line.stop()]))
    rmSync(dataDir, { recursive: true, force: true })
  }
}
