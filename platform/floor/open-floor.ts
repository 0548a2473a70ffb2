import { sql } from 'kysely'
import * as v from 'valibot'
import type { GameDef } from '../games/game.ts'
import { balanceOf, HOUSE, jackpotOf, post } from '../ledger/ledger.ts'
import type { ToController } from '../machines/cabinet/controller-messages.ts'
import { createCabinet } from '../machines/cabinet/driver.ts'
import { createDrawnMachine, type DrawnMachineDeps } from '../machines/drawn-machine.ts'
import type { MachineDriver } from '../machines/driver.ts'
import type { BrandDef, FloorPlan } from '../machines/floor-plan.ts'
import type { Db } from '../store/db.ts'
import type { MachineRow } from '../store/tables.ts'
import { type FloorContext, steadyTimeOf } from './context.ts'
import { minPerBrand, writeFloor, writePlan } from './floor-rows.ts'
import { type BrandState, isOfItsGame, type MachineState } from './machine.ts'
import { applyRow, readMachines } from './machine-rows.ts'
import type { RulesStore } from './rules-store.ts'

/** Reads a brand's jackpot; the house seeds it once. */
async function openJackpot(db: Db, brand: BrandState, amount: number, at: Date): Promise<void> {
  const pool = jackpotOf(brand.id)
  await post(
    db,
    {
      requestId: `jackpot-seed:${brand.id}`,
      kind: 'jackpot-seed',
      fingerprint: `seed ${brand.id}`,
      entries: [
        { account: HOUSE, amount: -amount },
        { account: pool, amount },
      ],
      at,
    },
    v.object({}),
    () => ({}),
  )
  const { balance, version } = await balanceOf(db, pool)
  Object.assign(brand, { jackpot: balance, version })
}

export interface OpenFloor {
  brands: Map<string, BrandState>
  machines: Map<string, MachineState>
  seats: Map<string, string>
}

interface OpenFloorDeps extends DrawnMachineDeps {
  readonly store: RulesStore
  /** Sends a command to the process with a controller's connection. */
  commandTo(machineId: string): (connection: number, message: ToController) => void
}

export interface FloorDefs {
  readonly brands: readonly BrandDef[]
  readonly games: Readonly<Record<string, GameDef>>
  /** Without a plan: the number of machines, spread over the brands. */
  readonly count: number
  readonly plan: FloorPlan | undefined
}

/** Whether a row is a machine of the floor, and with which stakes. */
type Placing = (row: MachineRow) => { readonly stakes: readonly number[] | undefined } | undefined

/** The first `count` machines, and at least each brand's share. */
function placeByCount({ brands, count }: FloorDefs): Placing {
  const read = new Map<number, number>()
  return ({ id, brand_id, driver }) => {
    if (driver !== 'simulated') return undefined
    const number = (read.get(brand_id) ?? 0) + 1
    read.set(brand_id, number)
    return id <= count || number <= minPerBrand(brands, count) ? { stakes: undefined } : undefined
  }
}

function placeByPlan({ machines }: FloorPlan): Placing {
  const byId = new Map(machines.map((machine) => [machine.id, machine]))
  return ({ id }) => byId.get(id)
}

/** The game's rules with a machine's stakes. All machines that share a jackpot divide it alike. */
function withStakes(def: GameDef, stakes: readonly number[] | undefined, jackpotStake: number): GameDef {
  const offered = stakes ?? def.stakes
  const isOwnJackpot = Math.max(...offered) === jackpotStake
  if (stakes === undefined && isOwnJackpot) return def
  return { ...def, stakes: offered, ...(!isOwnJackpot && { jackpotStake }) }
}

/** The highest stake of each brand's machines, in cents. */
function highestStakes({ plan, brands, games }: FloorDefs): Map<number, number> {
  const highest = new Map<number, number>()
  for (const { id, game } of brands) {
    const own = games[game]?.stakes ?? []
    const machines = plan?.machines.filter(({ brand, driver }) => brand === id && driver === 'simulated')
    const all = machines?.length ? machines.flatMap(({ stakes }) => stakes ?? own) : own
    highest.set(
      id,
      all.reduce((most, stake) => Math.max(most, stake), 0),
    )
  }
  return highest
}

/**
 * The brands of the floor, and those that it has no more while a player or credit is at one of their
 * machines.
 */
async function allBrands(db: Db, defs: FloorDefs): Promise<BrandDef[]> {
  const rows = await db
    .selectFrom('brands')
    .selectAll()
    .where((row) =>
      row.exists(
        row
          .selectFrom('machines')
          .leftJoin('accounts', (join) => join.onRef('accounts.id', '=', sql`'machine:' || machines.id`))
          .select('machines.id')
          .whereRef('machines.brand_id', '=', 'brands.id')
          .where((used) => used.or([used('seat_player', 'is not', null), used('accounts.balance', '>', 0)])),
      ),
    )
    .execute()
  const gone = rows.filter((row) => !defs.brands.some(({ id }) => id === row.id))
  return [...defs.brands, ...gone.map((row) => ({ ...row, jackpotSeedCents: 0 }))]
}

/**
 * Throws if a cabinet that is missing in the floor file has credit or money in transit. Its controller's key
 * is in that file, so the controller could not connect to cash out.
 */
async function checkRemovedCabinets(db: Db, plan: FloorPlan | undefined): Promise<void> {
  const rows = await db
    .selectFrom('machines as m')
    .innerJoin('accounts as a', (join) =>
      join.on(sql<boolean>`a.id in ('machine:' || m.id, 'transit:' || m.id)`).on('a.balance', '>', 0),
    )
    .select('m.id')
    .where('m.driver', '=', 'controller')
    .orderBy('m.id')
    .execute()
  const removed = rows.find((row) => !plan?.machines.some(({ id }) => id === row.id))
  if (removed)
    throw new Error(
      `machine ${removed.id} is a cabinet with credit or money in transit: it stays in the floor file until that is cashed out or settled by hand`,
    )
}

/**
 * Creates missing rows and reads the state of all machines. The floor has the machines of its plan, or the
 * first `count` and at least each brand's share; any other machine stays only while it has credit or a
 * player.
 * `node`: the process that owns them all.
 */
export async function openFloor(
  db: Db,
  defs: FloorDefs,
  { store, commandTo, ...drawn }: OpenFloorDeps,
  at: Date,
  node: string | undefined,
): Promise<OpenFloor> {
  await (defs.plan ? writePlan(db, defs.plan) : writeFloor(db, defs.brands, defs.count))
  await checkRemovedCabinets(db, defs.plan)
  // No other process runs: an earlier one that is still alive is fenced off. Idle times start anew, because
  // the outage may have been long.
  if (node !== undefined) {
    await db
      .updateTable('machines')
      .set((row) => ({ owner: node, epoch: row('epoch', '+', 1), idle_at: null }))
      .execute()
  }
  const brands = new Map<string, BrandState>()
  const gameOf = new Map<number, GameDef>()
  for (const { id, key, name, game, jackpotSeedCents } of await allBrands(db, defs)) {
    const state: BrandState = { id: String(id), key, name, jackpot: 0, version: -1 }
    const def = defs.games[game]
    if (!def) throw new Error(`the brand ${key} has no game ${game}`)
    await openJackpot(db, state, jackpotSeedCents, at)
    brands.set(state.id, state)
    gameOf.set(id, def)
  }
  const highest = highestStakes(defs)
  const place = defs.plan ? placeByPlan(defs.plan) : placeByCount(defs)
  const machines = new Map<string, MachineState>()
  const seats = new Map<string, string>()
  for (const record of await readMachines({ db, rules: store })) {
    const { id, name, brand_id, seat_player, credit } = record.row
    const placed = place(record.row)
    const brand = brands.get(String(brand_id))
    const def = gameOf.get(brand_id)
    const isUsed = placed || seat_player !== null || credit > 0 || record.cabinet?.pending
    if (!brand || !def || !isUsed) continue
    const most = highest.get(brand_id) ?? Math.max(...def.stakes)
    const drawnMachine = async () => {
      const rules = await store.keep(withStakes(def, placed?.stakes, most), at)
      return createDrawnMachine(String(id), rules, drawn)
    }
    const isCabinet = record.row.driver === 'controller'
    const driver = isCabinet ? createCabinet(commandTo(String(id))) : await drawnMachine()
    const machine = newMachine(String(id), name, brand, driver)
    applyRow(machine, record)
    Object.assign(machine, {
      owned: node !== undefined,
      epoch: record.row.epoch,
      retired: !placed && (defs.plan !== undefined || isCabinet),
    })
    machines.set(machine.id, machine)
    if (machine.seat) seats.set(machine.seat.playerId, machine.id)
  }
  return { brands, machines, seats }
}

export function newMachine(id: string, name: string, brand: BrandState, driver: MachineDriver): MachineState {
  return {
    id,
    name,
    brand,
    driver,
    owned: false,
    epoch: 0,
    reportedEpoch: 0,
    reports: 0,
    knownAt: 0,
    presences: 0,
    seq: 0,
    seat: undefined,
    credit: 0,
    stake: 0,
    freeSpins: 0,
    freeStake: 0,
    bonusWin: 0,
    retired: false,
    fault: undefined,
    cashingOut: false,
    spin: undefined,
    playedAt: undefined,
    simulated: undefined,
    reportedStatus: undefined,
    commandCount: 0,
    idleAt: undefined,
    terminatedFor: undefined,
    lastBigWin: undefined,
    lastBroadcast: undefined,
  }
}

/** Continues the cycle of a spin that was started elsewhere, and shows its reels in the picture. */
export function restoreSpin(floor: FloorContext, machine: MachineState): void {
  const { driver, spin } = machine
  if (!spin) return
  machine.playedAt = steadyTimeOf(floor, spin.startedAt)
  if (!isOfItsGame(machine, spin)) return
  const { id, stops, wins, free, stake } = spin
  const sinceMs = floor.clock.steady() - machine.playedAt
  driver.showSpin({ spinId: id, stops, wins, free, stake, sinceMs })
}
