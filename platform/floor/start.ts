import * as v from 'valibot'
import type { GameDef } from '../games/game.ts'
import { balanceOf, HOUSE, jackpotOf, post } from '../ledger/ledger.ts'
import type { Db } from '../store/db.ts'
import type { FloorContext } from './context.ts'
import type { BrandState, MachineState } from './machine.ts'
import { applyFacts, readMachines } from './read.ts'

/** A brand to set up; its id is its place in the list, from 1. */
export interface BrandDef {
  readonly brand: string
  readonly name: string
  readonly game: string
}

const ROWS_AT_ONCE = 1000
/** What the first jackpots hold, in cents, brand by brand. */
const SEEDS = [1_840_000, 3_215_000, 967_500, 2_250_000, 1_412_000, 4_080_000]

/** "Kervan 07": the how-manieth of its brand it is. */
function machineName(brand: BrandDef, index: number, total: number): string {
  return `${brand.name} ${String(index).padStart(total > 99 ? 3 : 2, '0')}`
}

/** Writes the brands, and the machines that are not there yet; the brands take turns. */
async function setUp(db: Db, brands: readonly BrandDef[], count: number): Promise<void> {
  const each = Math.ceil(count / brands.length)
  await db
    .insertInto('brands')
    .values(brands.map((brand, index) => ({ id: index + 1, ...brand })))
    .onConflict((same) =>
      same.column('id').doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        brand: row.ref('excluded.brand'),
        game: row.ref('excluded.game'),
      })),
    )
    .execute()
  const rows = Array.from({ length: count }, (_, index) => {
    const turn = index % brands.length
    const brand = brands[turn]
    const number = Math.floor(index / brands.length) + 1
    return { id: index + 1, brand_id: turn + 1, name: brand ? machineName(brand, number, each) : '' }
  })
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db
      .insertInto('machines')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflict((same) => same.column('id').doNothing())
      .execute()
  }
}

/** Reads a brand's jackpot; the house has put its first seed in, once for ever. */
async function openJackpot(db: Db, brand: BrandState, at: Date): Promise<void> {
  const pool = jackpotOf(brand.id)
  const amount = SEEDS[(Number(brand.id) - 1) % SEEDS.length] ?? 0
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
 * Sets the floor up and reads where everybody left it. Machines past `count` stay only while somebody's money
 * is in them.
 */
export async function openFloor(
  db: Db,
  defs: { brands: readonly BrandDef[]; games: Readonly<Record<string, GameDef>>; count: number },
  at: Date,
): Promise<OpenFloor> {
  await setUp(db, defs.brands, defs.count)
  const brands = new Map<string, BrandState>()
  const gameOf = new Map<string, GameDef>()
  for (const [index, { name, brand, game }] of defs.brands.entries()) {
    const state: BrandState = { id: String(index + 1), name, brand, jackpot: 0, version: -1 }
    const def = defs.games[game]
    if (!def) throw new Error(`the brand ${brand} has no game ${game}`)
    await openJackpot(db, state, at)
    brands.set(state.id, state)
    gameOf.set(state.id, def)
  }
  const machines = new Map<string, MachineState>()
  const seats = new Map<string, string>()
  for (const facts of await readMachines(db)) {
    const { id, name, brand_id, seat_player, credit } = facts.row
    const brand = brands.get(String(brand_id))
    const game = gameOf.get(String(brand_id))
    const isUsed = id <= defs.count || seat_player !== null || credit > 0
    if (!brand || !game || !isUsed) continue
    const machine = newMachine(String(id), name, brand, game)
    applyFacts(machine, facts)
    machines.set(machine.id, machine)
    if (machine.seat) seats.set(machine.seat.playerId, machine.id)
  }
  return { brands, machines, seats }
}

function newMachine(id: string, name: string, brand: BrandState, game: GameDef): MachineState {
  return {
    id,
    name,
    brand,
    game,
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
    plays: 0,
    terminated: undefined,
    told: '',
  }
}

/** The picture shows where each played machine's reels stand. */
export function showAll(floor: FloorContext, told: (machine: MachineState) => void): void {
  for (const machine of floor.machines.values()) {
    const { spin } = machine
    if (spin) {
      const { id, stops, wins, free } = spin
      floor.video.spin(machine.id, {
        spinId: id,
        stops,
        wins,
        free,
        sinceMs: floor.clock.now() - spin.startedAt,
      })
    }
    told(machine)
  }
}
