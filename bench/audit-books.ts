import { sql } from 'kysely'
import { jackpotPaid } from '../platform/floor/settle.ts'
import { definitionOf } from '../platform/games/definition.ts'
import { type GameDef, jackpotShareOf, type Outcome, spinGame } from '../platform/games/game.ts'
import { GAMES } from '../platform/games/index.ts'
import { seededRandom } from '../platform/games/random.ts'
import { extendChain } from '../platform/ledger/chain.ts'
import { creditOf, HOUSE, jackpotOf, walletOf } from '../platform/ledger/ledger.ts'
import { recordOperatorAction } from '../platform/players/operator-log.ts'
import type { Db } from '../platform/store/db.ts'

/*
 * Writes the books of many spins as the floor would, a few thousand rows per statement. A million spins
 * through the floor itself take hours.
 */

const MACHINES = 48
const BRANDS = 6
const DEPOSIT_CENTS = 1_000_000_000
const SPINS_PER_STATEMENT = 2000
const START_MS = Date.UTC(2026, 0, 1)
const SPIN_INTERVAL_MS = 50

/** The columns that this bench writes; the others keep their defaults. */
const COLUMNS = {
  movements:
    'id bigint, request_id text, kind text, fingerprint text, player_id bigint, machine_id integer, answer jsonb, created_at timestamptz',
  entries: 'movement_id bigint, account_id text, amount bigint, balance_after bigint',
  spins:
    'id bigint, request_id text, machine_id integer, player_id bigint, visit_id bigint, game text, definition text, stake bigint, free boolean, stops jsonb, wins jsonb, win bigint, jackpot_hit boolean, free_awarded integer, jackpot bigint, created_at timestamptz, settled_at timestamptz',
} as const
type Rows = Record<keyof typeof COLUMNS, object[]>

interface Movement {
  readonly request_id: string
  readonly kind: 'deposit' | 'cash-in' | 'stake' | 'free-spin' | 'win'
  readonly fingerprint: string
  /** Each machine has one player, and both have the same id. */
  readonly player_id: number
  readonly machine_id: number | null
  readonly answer: object
  readonly created_at: string
}

/** A double-entry ledger in memory: the balances, and the rows that are not stored yet. */
function createLedger() {
  const balances = new Map<string, number>()
  const versions = new Map<string, number>()
  let movements = 0
  let rows: Rows = { movements: [], entries: [], spins: [] }
  const balanceOf = (account: string) => balances.get(account) ?? 0
  return {
    accounts: () => [...balances].map(([id, balance]) => ({ id, balance, version: versions.get(id) ?? 0 })),
    balanceOf,
    post(movement: Movement, amounts: Readonly<Record<string, number>>) {
      movements += 1
      rows.movements.push({ id: movements, ...movement })
      for (const [account, amount] of Object.entries(amounts)) {
        if (amount === 0) continue
        balances.set(account, balanceOf(account) + amount)
        versions.set(account, (versions.get(account) ?? 0) + 1)
        const entry = { movement_id: movements, account_id: account, amount }
        rows.entries.push({ ...entry, balance_after: balanceOf(account) })
      }
    },
    addSpin: (spin: object) => void rows.spins.push(spin),
    takeRows(): Rows {
      const taken = rows
      rows = { movements: [], entries: [], spins: [] }
      return taken
    },
  }
}
type Ledger = ReturnType<typeof createLedger>

interface Machine {
  readonly id: number
  readonly game: GameDef
  readonly definition: string
  freeSpins: number
  freeStake: number
  bonusWin: number
  /** Number of spins played so far. */
  spins: number
  freePlayed: number
}

const brandOf = (machine: number) => 1 + (machine % BRANDS)

/** Has the size of the answers that the floor stores. */
const answerOf = (
  { id, freeSpins }: Machine,
  stake: number,
  { stops }: Outcome,
  credit: number,
  at: number,
) => ({
  game: {
    credit,
    stake,
    win: 0,
    phase: 'spinning',
    freeSpins,
    bonusWin: 0,
    seq: at,
    machineId: String(id),
    buttons: { spin: false, cashOut: false, stakes: [100, 200, 500, 1000] },
    spin: { id: String(at), stops, wins: [], jackpot: 0, free: false },
  },
})

/** Plays spin `id` on a machine: takes the stake, and pays the win and a jackpot. */
function playSpin(
  ledger: Ledger,
  machine: Machine,
  id: number,
  random: ReturnType<typeof seededRandom>,
): void {
  const { game, id: machine_id } = machine
  const stake = game.stakes[0] ?? 0
  const free = machine.freeSpins > 0
  const outcome = spinGame(game, stake, random, free)
  const { stops, wins, win, freeSpins, jackpot: jackpot_hit } = outcome
  machine.freeSpins += freeSpins - (free ? 1 : 0)
  if (freeSpins > 0) machine.freeStake = stake
  machine.bonusWin = free ? machine.bonusWin + win : 0
  if (free) machine.freePlayed += 1
  else machine.spins += 1
  const credit = creditOf(machine_id)
  const pool = jackpotOf(brandOf(machine_id))
  const created_at = new Date(START_MS + id * SPIN_INTERVAL_MS).toISOString()
  const request_id = `p${machine_id}:spin-${id}`
  const share = free ? 0 : jackpotShareOf(stake)
  const staked = free ? 0 : stake
  const started: Movement = {
    request_id,
    kind: free ? 'free-spin' : 'stake',
    fingerprint: `spin ${machine_id} ${stake}`,
    player_id: machine_id,
    machine_id,
    answer: answerOf(machine, stake, outcome, ledger.balanceOf(credit) - staked, id),
    created_at,
  }
  ledger.post(started, { [credit]: -staked, [HOUSE]: staked - share, [pool]: share })
  const jackpot = jackpot_hit ? jackpotPaid(ledger.balanceOf(pool), stake, Math.max(...game.stakes)) : 0
  if (win > 0 || jackpot_hit) {
    const answer = { jackpot, credit: ledger.balanceOf(credit) + win + jackpot }
    const paid: Movement = {
      request_id: `spin:${id}:win`,
      kind: 'win',
      fingerprint: `win ${id}`,
      player_id: machine_id,
      machine_id,
      answer,
      created_at,
    }
    ledger.post(paid, { [HOUSE]: -win, [pool]: -jackpot, [credit]: win + jackpot })
  }
  const owner = { machine_id, player_id: machine_id, visit_id: machine_id }
  const played = { game: game.id, definition: machine.definition, stake, free, stops, wins, win }
  const result = { jackpot_hit, free_awarded: freeSpins, jackpot }
  ledger.addSpin({ id, request_id, ...owner, ...played, ...result, created_at, settled_at: created_at })
}

/** Inserts the pending rows and updates the account balances. */
async function store(db: Db, ledger: Ledger): Promise<void> {
  const accounts = JSON.stringify(ledger.accounts())
  await sql`insert into accounts (id, balance) select id, 0
    from jsonb_to_recordset(${accounts}::jsonb) as rows (id text) on conflict do nothing`.execute(db)
  for (const [table, rows] of Object.entries(ledger.takeRows())) {
    const columns = COLUMNS[table as keyof Rows]
    const names = columns.replaceAll(/ [a-z]+(?=,|$)/g, '')
    await sql`insert into ${sql.table(table)} (${sql.raw(names)}) overriding system value
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows (${sql.raw(columns)})`.execute(
      db,
    )
  }
  await sql`update accounts set balance = rows.balance, version = rows.version
    from jsonb_to_recordset(${accounts}::jsonb) as rows (id text, balance bigint, version bigint)
    where accounts.id = rows.id`.execute(db)
}

/** Creates a machine and its player, and loads credit onto the machine. */
async function openMachine(db: Db, ledger: Ledger, id: number): Promise<Machine> {
  const games = Object.values(GAMES)
  const game = games[id % games.length]
  if (!game) throw new Error('there are no games')
  const { hash, text } = definitionOf(game)
  const username = `bench${id}`
  const at = new Date(START_MS)
  const action = { outcome: 'done', ip: 'local', at }
  const stored = await sql`insert into game_definitions (hash, game, definition, created_at)
    values (${hash}, ${game.id}, ${text}, ${at}) on conflict do nothing returning 1`.execute(db)
  if (stored.rows.length > 0)
    await recordOperatorAction(db, { ...action, action: 'game definition', target: { game: game.id, hash } })
  await sql`insert into players (username, username_key, password_hash) values (${username}, ${username}, '')`.execute(
    db,
  )
  const visit = await sql<{ id: number }>`insert into visits (player_id, machine_id, started_at)
    values (${id}, ${id}, ${at}) returning id`.execute(db)
  await sql`insert into brands (id, name, key, game) values (${brandOf(id)}, 'x', ${`x${brandOf(id)}`}, 'x')
    on conflict do nothing`.execute(db)
  await sql`insert into machines (id, brand_id, name, seat_player, visit_id, seated_at)
    values (${id}, ${brandOf(id)}, 'x', ${id}, ${visit.rows[0]?.id}, ${at})`.execute(db)
  const reference = `bench-${id}`
  const target = { player: String(id), cents: DEPOSIT_CENTS, reference }
  await recordOperatorAction(db, { ...action, action: 'players credit', target })
  const moved = { fingerprint: 'bench', player_id: id, created_at: at.toISOString() }
  ledger.post(
    { ...moved, kind: 'deposit', machine_id: null, answer: {}, request_id: `operator:${reference}` },
    { [HOUSE]: -DEPOSIT_CENTS, [walletOf(id)]: DEPOSIT_CENTS },
  )
  const answer = { visit: visit.rows[0]?.id }
  ledger.post(
    { ...moved, kind: 'cash-in', machine_id: id, answer, request_id: `p${id}:load` },
    { [walletOf(id)]: -DEPOSIT_CENTS, [creditOf(id)]: DEPOSIT_CENTS },
  )
  const played = { freeSpins: 0, freeStake: 0, bonusWin: 0, spins: 0, freePlayed: 0 }
  return { id, game, definition: hash, ...played }
}

/** Updates a machine and its visit with the spins that were played. */
async function storeMachine(db: Db, machine: Machine): Promise<void> {
  const { id, freeSpins, freeStake, bonusWin, spins, freePlayed } = machine
  await sql`update machines set free_spins = ${freeSpins}, free_stake = ${freeStake}, bonus_win = ${bonusWin}
    where id = ${id}`.execute(db)
  await sql`update visits set cash_in = ${DEPOSIT_CENTS}, spins = ${spins}, free_spins = ${freePlayed}
    where machine_id = ${id}`.execute(db)
}

/** Writes the books of `spins` spins on 48 machines into an empty database, with their hash chains. */
export async function writeBooks(db: Db, spins: number): Promise<void> {
  const random = seededRandom(7)
  const ledger = createLedger()
  const machines: Machine[] = []
  for (let id = 1; id <= MACHINES; id += 1) machines.push(await openMachine(db, ledger, id))
  for (let id = 1; id <= spins; id += 1) {
    const machine = machines[id % MACHINES]
    if (machine) playSpin(ledger, machine, id, random)
    if (id % SPINS_PER_STATEMENT === 0 || id === spins) await store(db, ledger)
  }
  for (const machine of machines) await storeMachine(db, machine)
  await extendChain(db)
}
