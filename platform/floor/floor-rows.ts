import { sql } from 'kysely'
import { creditOf, houseOf, suspenseOf, transitOf } from '../ledger/ledger.ts'
import type { BrandDef, DriverKind, FloorPlan } from '../machines/floor-plan.ts'
import type { Db } from '../store/db.ts'

/* The rows of the brands and machines, and their accounts. */

const ROWS_PER_INSERT = 1000

/** A machine without a visit. */
export const NO_SEAT = {
  ...{ seat_player: null, visit_id: null, seated_at: null },
  ...{ held_until: null, idle_at: null },
} as const

interface MachineId {
  readonly id: number
  readonly brand_id: number
}
interface NewMachine extends MachineId {
  readonly name: string
  readonly driver: DriverKind
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
  const rows: NewMachine[] = []
  const add = (brand: BrandDef) => {
    const number = sizeOf(brand) + 1
    sizes.set(brand.id, number)
    lastId += 1
    const name = machineName(brand, number, perBrand)
    rows.push({ id: lastId, brand_id: brand.id, name, driver: 'simulated' })
  }
  while (lastId < count) add(brands.reduce((least, brand) => (sizeOf(brand) < sizeOf(least) ? brand : least)))
  for (const brand of brands) while (sizeOf(brand) < minPerBrand(brands, count)) add(brand)
  return rows
}

export const minPerBrand = (brands: readonly BrandDef[], count: number) => Math.floor(count / brands.length)

async function insertMachines(db: Db, rows: readonly NewMachine[]): Promise<void> {
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

/** Writes the brands, and the missing machines and their accounts. */
export async function writeFloor(db: Db, brands: readonly BrandDef[], count: number): Promise<void> {
  await writeBrands(db, brands)
  const existing = await db.selectFrom('machines').select(['id', 'brand_id']).execute()
  await insertMachines(db, newMachines(brands, count, existing))
}

/**
 * Writes the brands and machines of a plan. A machine's brand and driver never change: its credit, its games
 * and its part of a jackpot belong to them.
 */
export async function writePlan(db: Db, { brands, machines }: FloorPlan): Promise<void> {
  await writeBrands(db, brands)
  const existing = await db
    .selectFrom('machines')
    .innerJoin('brands', 'brands.id', 'machines.brand_id')
    .select(['machines.id', 'machines.name', 'machines.driver', 'machines.brand_id', 'brands.key'])
    .execute()
  const rows = new Map(existing.map((row) => [row.id, row]))
  for (const { id, name, brand, driver } of machines) {
    const row = rows.get(id)
    if (!row) continue
    const rule = `of a machine never changes: the database has machine ${id} with`
    if (row.brand_id !== brand)
      throw new Error(`the brand ${rule} the brand ${row.key}; a new machine needs a new id`)
    if (row.driver !== driver)
      throw new Error(`the driver ${rule} the driver ${row.driver}; a new machine needs a new id`)
    if (row.name !== name) await db.updateTable('machines').set({ name }).where('id', '=', id).execute()
  }
  const added = machines.filter(({ id }) => !rows.has(id))
  await insertMachines(
    db,
    added.map(({ id, name, brand, driver }) => ({ id, name, brand_id: brand, driver })),
  )
  const cabinets = machines.filter(({ driver }) => driver === 'controller')
  if (cabinets.length === 0) return
  await db
    .insertInto('cabinets')
    .values(cabinets.map(({ id }) => ({ machine_id: id })))
    .onConflict((same) => same.doNothing())
    .execute()
  const accounts = cabinets.flatMap(({ id }) => [{ id: transitOf(id) }, { id: suspenseOf(id) }])
  await db
    .insertInto('accounts')
    .values(accounts)
    .onConflict((same) => same.doNothing())
    .execute()
}
