import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { startPostgres } from '../e2e/run/postgres.ts'
import { BRANDS } from '../platform/brands/index.ts'
import { type Clock, systemClock } from '../platform/floor/clock.ts'
import { createFloor, type Floor } from '../platform/floor/floor.ts'
import { cryptoRandom, GAMES } from '../platform/games/index.ts'
import { HOUSE, post, walletOf } from '../platform/ledger/ledger.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../platform/store/db.ts'
import { figure, show, type Table } from './table.ts'

const PLAYERS = 24
const MONEY = 100_000_000_000

/** Reels that stand as soon as they have started: what is left of a spin is its money. */
const hurried: Clock = {
  now: systemClock.now,
  after(_, work) {
    const soon = setImmediate(work)
    return () => clearImmediate(soon)
  },
}

/** A player with a full wallet on a machine of their own, all of it loaded. */
async function seat({ db }: Database, floor: Floor, index: number) {
  const { id } = await db
    .insertInto('players')
    .values({ username: `bench${index}`, username_key: `bench${index}`, password_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const playerId = String(id)
  const machineId = String(index + 1)
  const entries = [
    { account: HOUSE, amount: -MONEY },
    { account: walletOf(playerId), amount: MONEY },
  ]
  const deposit = { requestId: `bench:${index}`, kind: 'deposit' as const, fingerprint: 'bench', entries }
  await post(db, { ...deposit, at: new Date() }, v.object({}), () => ({}))
  const sat = await floor.sit(playerId, machineId)
  const loaded = await floor.load(playerId, machineId, { requestId: `load-${index}`, amount: MONEY })
  if (!sat.ok || !loaded.ok) throw new Error(`player ${index} could not sit down`)
  const game = GAMES[BRANDS[index % BRANDS.length]?.game ?? '']
  return { playerId, machineId, stake: game?.stakes[0] ?? 0 }
}

/** Plays for `seconds` with everybody at once; the settled spins of each second. */
async function play(options: DatabaseOptions, seconds: number): Promise<number[]> {
  const database = await openDatabase(options)
  const log = { warn: console.warn, error: console.error }
  const video = { meters() {}, spin() {} }
  const { db } = database
  const deps = { db, games: GAMES, brands: BRANDS, random: cryptoRandom, video, log, clock: hurried }
  const floor = await createFloor({ ...deps, machines: PLAYERS, simulate: false })
  const seats: Awaited<ReturnType<typeof seat>>[] = []
  for (let index = 0; index < PLAYERS; index++) seats.push(await seat(database, floor, index))

  const standing = new Map<string, () => void>()
  floor.events.on('game', ({ machineId, state }) => {
    if (state.phase === 'idle') standing.get(machineId)?.()
  })
  let settled = 0
  let ended = false
  const player = async ({ playerId, machineId, stake }: (typeof seats)[number]) => {
    for (let turn = 0; !ended; turn++) {
      const stands = new Promise<void>((done) => standing.set(machineId, done))
      const spun = await floor.spin(playerId, machineId, { requestId: `spin-${machineId}-${turn}`, stake })
      if (!spun.ok) throw new Error(`a spin was refused: ${spun.code}`)
      await stands
      settled++
    }
  }
  const players = Promise.all(seats.map(player))
  const perSecond: number[] = []
  let before = 0
  for (let second = 0; second <= seconds; second++) {
    await new Promise((done) => setTimeout(done, 1000))
    // The first second warms everything up.
    if (second > 0) perSecond.push(settled - before)
    before = settled
  }
  ended = true
  await players
  await floor.stop()
  await database.close()
  return perSecond
}

/** Whole spins (stake taken and outcome stored, win paid and settled) a second, on both databases. */
export async function ledgerBench(seconds: number): Promise<Table> {
  const rows: string[][] = []
  const dataDir = mkdtempSync(join(tmpdir(), 'reelcast-bench-'))
  rows.push(['embedded (PGlite, on disk)', show(figure(await play({ dataDir }, seconds)))])
  rmSync(dataDir, { recursive: true, force: true })
  const server = await startPostgres()
  if (server) {
    try {
      rows.push([
        `PostgreSQL ${server.version}`,
        show(figure(await play({ databaseUrl: server.url }, seconds))),
      ])
    } finally {
      server.stop()
    }
  } else rows.push(['PostgreSQL', 'none installed here'])
  return {
    title: 'Spins a second through the ledger',
    note: `${PLAYERS} machines at once, each playing again as soon as its spin is settled: two transactions a spin that wins. Median and spread of ${seconds} seconds.`,
    head: ['database', 'spins/s'],
    rows,
  }
}
