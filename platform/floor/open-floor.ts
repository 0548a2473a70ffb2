import { sql } from 'kysely'
import * as v from 'valibot'
import type { GameDef } from '../games/game.ts'
import { balanceOf, creditOf, HOUSE, houseOf, jackpotOf, post } from '../ledger/ledger.ts'
import { createDrawnMachine, type DrawnMachineDeps } from '../machines/drawn-machine.ts'
import type { MachineDriver, Rules } from '../machines/driver.ts'
import type { Db } from '../store/db.ts'
import type { FloorContext } from './context.ts'
import { type BrandState, isOfItsGame, type MachineState } from './machine.ts'
import { applyRow, readMachines } from './machine-rows.ts'
import type { RulesStore } from './rules-store.ts'

/** The part of a brand pack that the floor uses. */
export interface BrandDef {
  /** Identifies the brand in the database, whatever its place in the list. */
  readonly id: number
  readonly key: string
  readonly name: string
  readonly game: string
  /** Cents of its first jackpot. */
  readonly jackpotSeedCents: number
}

const ROWS_PER_INSERT = 1000

interface MachineId {
  readonly id: number
  readonly brand_id: number
}

/** "Kervan 07": the brand's name and the machine's number within the brand. */
function machineName(brand: BrandDef, number: number, perBrand: number): string {
  return `${brand.name} ${String(number).padStart(perBrand > 99 ? 3 : 2, '0')}`
}

/**
 * Writes the brands. A row keeps its id and key forever: a pack that contradicts it would turn a brand's
 * machines, credit and jackpot into another brand's, so it is an error.
 */
async function writeBrands(db: Db, brands: readonly BrandDef[]): Promise<void> {
  for (const row of await db.selectFrom('brands').select(['id', 'key']).execute()) {
    const pack = brands.find(({ id, key }) => (id === row.id) !== (key === row.key))
    if (pack) {
      const [stored, given] = [`${row.id} ${row.key}`, `${pack.id} ${pack.key}`]
      throw new Error(`a brand's id and key never change: the database has ${stored}, the pack ${given}`)
    }
  }
  await db
    .insertInto('brands')
    .values(brands.map(({ id, key, name, game }) => ({ id, key, name, game })))
    .onConflict((same) =>
      same
        .column('id')
        .doUpdateSet((row) => ({ name: row.ref('excluded.name'), game: row.ref('excluded.game') })),
    )
    .execute()
}

/**
 * The machines to add, so that there are `count` and each brand has its share. A new one goes to the brand
 * with the fewest; ids only grow, so existing machines do not change. A brand that joins a full floor gets
 * its share in addition.
 */
function newMachines(brands: readonly BrandDef[], count: number, existing: readonly MachineId[]) {
  const perBrand = Math.ceil(count / brands.length)
  const sizes = new Map(brands.map(({ id }) => [id, 0]))
  for (const { brand_id } of existing) sizes.set(brand_id, (sizes.get(brand_id) ?? 0) + 1)
  const sizeOf = ({ id }: BrandDef) => sizes.get(id) ?? 0
  let lastId = existing.reduce((last, { id }) => Math.max(last, id), 0)
  const rows: (MachineId & { name: string })[] = []
  const add = (brand: BrandDef) => {
    const number = sizeOf(brand) + 1
    sizes.set(brand.id, number)
    lastId += 1
    rows.push({ id: lastId, brand_id: brand.id, name: machineName(brand, number, perBrand) })
  }
  while (lastId < count) add(brands.reduce((least, brand) => (sizeOf(brand) < sizeOf(least) ? brand : least)))
  for (const brand of brands) while (sizeOf(brand) < minPerBrand(brands, count)) add(brand)
  return rows
}

const minPerBrand = (brands: readonly BrandDef[], count: number) => Math.floor(count / brands.length)

/** Writes the brands, and the missing machines and their accounts. */
async function setUp(db: Db, brands: readonly BrandDef[], count: number): Promise<void> {
  await writeBrands(db, brands)
  const existing = await db.selectFrom('machines').select(['id', 'brand_id']).execute()
  const rows = newMachines(brands, count, existing)
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    await db
      .insertInto('machines')
      .values(rows.slice(from, from + ROWS_PER_INSERT))
      .onConflict((same) => same.column('id').doNothing())
      .execute()
  }
  await sql`
    insert into accounts (id)
    select account from machines, unnest(array[${creditOf('')} || id, ${houseOf('')} || id]) as account
    order by account
    on conflict do nothing`.execute(db)
}

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

/**
 * Creates missing rows and reads the state of all machines. The floor has the first `count` machines, and at
 * least each brand's share; any other machine stays only while it has credit or a player. `node`: the process
 * that owns them all.
 */
export async function openFloor(
  db: Db,
  defs: { brands: readonly BrandDef[]; games: Readonly<Record<string, GameDef>>; count: number },
  { store, ...drawn }: DrawnMachineDeps & { store: RulesStore },
  at: Date,
  node: string | undefined,
): Promise<OpenFloor> {
  await setUp(db, defs.brands, defs.count)
  // No other process runs: an earlier one that is still alive is fenced off. Idle times start anew, because
  // the outage may have been long.
  if (node !== undefined) {
    await db
      .updateTable('machines')
      .set((row) => ({ owner: node, epoch: row('epoch', '+', 1), idle_at: null }))
      .execute()
  }
  const brands = new Map<string, BrandState>()
  const rulesOf = new Map<string, Rules>()
  for (const { id, key, name, game, jackpotSeedCents } of defs.brands) {
    const state: BrandState = { id: String(id), key, name, jackpot: 0, version: -1 }
    const def = defs.games[game]
    if (!def) throw new Error(`the brand ${key} has no game ${game}`)
    await openJackpot(db, state, jackpotSeedCents, at)
    brands.set(state.id, state)
    rulesOf.set(state.id, await store.keep(def, at))
  }
  const machines = new Map<string, MachineState>()
  const seats = new Map<string, string>()
  const read = new Map<number, number>()
  for (const record of await readMachines({ db, rules: store })) {
    const { id, name, brand_id, seat_player, credit } = record.row
    const number = (read.get(brand_id) ?? 0) + 1
    read.set(brand_id, number)
    const brand = brands.get(String(brand_id))
    const rules = rulesOf.get(String(brand_id))
    const isInShare = id <= defs.count || number <= minPerBrand(defs.brands, defs.count)
    const isUsed = isInShare || seat_player !== null || credit > 0
    if (!brand || !rules || !isUsed) continue
    const machine = newMachine(String(id), name, brand, createDrawnMachine(String(id), rules, drawn))
    applyRow(machine, record)
    Object.assign(machine, { owned: node !== undefined, epoch: record.row.epoch })
    machines.set(machine.id, machine)
    if (machine.seat) seats.set(machine.seat.playerId, machine.id)
  }
  return { brands, machines, seats }
}

function newMachine(id: string, name: string, brand: BrandState, driver: MachineDriver): MachineState {
  return {
    id,
    name,
    brand,
    driver,
    owned: false,
    epoch: 0,
    presences: 0,
    seq: 0,
    seat: undefined,
    credit: 0,
    stake: 0,
    freeSpins: 0,
    freeStake: 0,
    bonusWin: 0,
    fault: undefined,
    cashingOut: false,
    spin: undefined,
    simulated: undefined,
    commandCount: 0,
    idleAt: undefined,
    terminatedFor: undefined,
    lastBigWin: undefined,
    lastBroadcast: undefined,
  }
}

/** Sends a machine's last spin to the video, so that it shows the current reels. */
export function restoreVideo(floor: FloorContext, machine: MachineState): void {
  const { driver, spin } = machine
  if (!spin || !isOfItsGame(machine, spin)) return
  const { id, stops, wins, free, stake } = spin
  const sinceMs = Math.max(0, floor.clock.now() - spin.startedAt)
  driver.showSpin({ spinId: id, stops, wins, free, stake, sinceMs })
}
