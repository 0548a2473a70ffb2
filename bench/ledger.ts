import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { BRANDS } from '../platform/brands/index.ts'
import { createFloor, type Floor } from '../platform/floor/floor.ts'
import { cryptoRandom, GAMES } from '../platform/games/index.ts'
import { HOUSE, post, walletOf } from '../platform/ledger/ledger.ts'
import { type Clock, systemClock } from '../platform/lib/clock.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../platform/store/db.ts'
import { startPostgres } from '../platform/store/test-postgres.ts'
import { formatFigure, summarize, type Table } from './table.ts'

const PLAYERS = 24
const DEPOSIT_CENTS = 100_000_000_000

/** Timers fire at once, so that a spin takes only the time of its transactions. */
const immediateClock: Clock = {
  ...systemClock,
  after(_, work) {
    const handle = setImmediate(work)
    return () => clearImmediate(handle)
  },
}

/** Creates a player, funds the wallet and loads all of it onto the player's own machine. */
async function seatPlayer({ db }: Database, floor: Floor, index: number) {
  const { id } = await db
    .insertInto('players')
    .values({ username: `bench${index}`, username_key: `bench${index}`, password_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const playerId = String(id)
  const machineId = String(index + 1)
  const entries = [
    { account: HOUSE, amount: -DEPOSIT_CENTS },
    { account: walletOf(playerId), amount: DEPOSIT_CENTS },
  ]
  const deposit = { requestId: `bench:${index}`, kind: 'deposit' as const, fingerprint: 'bench', entries }
  await post(db, { ...deposit, at: new Date() }, v.object({}), () => ({}))
  const sat = await floor.sit(playerId, machineId)
  const loaded = await floor.load(playerId, machineId, { requestId: `load-${index}`, amount: DEPOSIT_CENTS })
  if (!sat.ok || !loaded.ok) throw new Error(`player ${index} could not join a machine`)
  const game = GAMES[BRANDS[index % BRANDS.length]?.game ?? '']
  return { playerId, machineId, stake: game?.stakes[0] ?? 0 }
}

/** All players spin for `seconds`; returns the settled spins of each second. */
async function play(options: DatabaseOptions, seconds: number): Promise<number[]> {
  const database = await openDatabase(options)
  const log = { warn: console.warn, error: console.error }
  const video = { meters() {}, spin() {} }
  const { db } = database
  const deps = { db, games: GAMES, brands: BRANDS, random: cryptoRandom, video, log, clock: immediateClock }
  const floor = await createFloor({ ...deps, machines: PLAYERS })
  const seats: Awaited<ReturnType<typeof seatPlayer>>[] = []
  for (let index = 0; index < PLAYERS; index++) seats.push(await seatPlayer(database, floor, index))

  const onSettled = new Map<string, () => void>()
  floor.events.on('game', ({ machineId, state }) => {
    if (state.phase === 'idle') onSettled.get(machineId)?.()
  })
  let settled = 0
  let ended = false
  const player = async ({ playerId, machineId, stake }: (typeof seats)[number]) => {
    for (let turn = 0; !ended; turn++) {
      const settledSpin = new Promise<void>((done) => onSettled.set(machineId, done))
      const spun = await floor.spin(playerId, machineId, { requestId: `spin-${machineId}-${turn}`, stake })
      if (!spun.ok) throw new Error(`a spin was refused: ${spun.code}`)
      await settledSpin
      settled++
    }
  }
  const players = Promise.all(seats.map(player))
  const perSecond: number[] = []
  let before = 0
  for (let second = 0; second <= seconds; second++) {
    await new Promise((done) => setTimeout(done, 1000))
    // The first second is warm-up.
    if (second > 0) perSecond.push(settled - before)
    before = settled
  }
  ended = true
  await players
  await floor.stop()
  await database.close()
  return perSecond
}

/** Settled spins per second (stake and outcome stored, win paid) on both databases. */
export async function ledgerBench(seconds: number): Promise<Table> {
  const rows: string[][] = []
  const dataDir = mkdtempSync(join(tmpdir(), 'reelcast-bench-'))
  rows.push(['embedded (PGlite, on disk)', formatFigure(summarize(await play({ dataDir }, seconds)))])
  rmSync(dataDir, { recursive: true, force: true })
  const server = await startPostgres()
  if (server) {
    try {
      rows.push([
        `PostgreSQL ${server.version}`,
        formatFigure(summarize(await play({ databaseUrl: server.url }, seconds))),
      ])
    } finally {
      server.stop()
    }
  } else rows.push(['PostgreSQL', 'not installed'])
  return {
    title: 'Spins per second through the ledger',
    note: `${PLAYERS} machines at once; each spins again as soon as its spin is settled. A winning spin takes two transactions. Median of ${seconds} seconds.`,
    head: ['database', 'spins/s'],
    rows,
  }
}
