import { sql } from 'kysely'
import { jackpotPaid } from '../platform/floor/settle.ts'
import { definitionOf } from '../platform/games/definition.ts'
import { type GameDef, JACKPOT_SHARE, type Outcome, spinGame } from '../platform/games/game.ts'
import { GAMES } from '../platform/games/index.ts'
import { seededRandom } from '../platform/games/random.ts'
import { extendChain } from '../platform/ledger/chain.ts'
import { creditOf, HOUSE, jackpotOf } from '../platform/ledger/ledger.ts'
import type { Db } from '../platform/store/db.ts'

/*
 * The books of many spins, as the floor would have written them, but a few thousand rows by one statement: played
 * through the floor, a million takes hours.
 */

const MACHINES = 48
const BRANDS = 6
const DEPOSIT_CENTS = 1_000_000_000
const SPINS_PER_STATEMENT = 2000
const START_MS = Date.UTC(2026, 0, 1)
const SPIN_INTERVAL_MS = 50

/** The columns that are written; the others have their defaults. */
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
  readonly kind: 'deposit' | 'stake' | 'free-spin' | 'win'
  readonly fingerprint: string
  /** Each machine has one player, of the same number. */
  readonly machine_id: number
  readonly answer: object
  readonly created_at: string
}

/** A double-entry ledger in memory: the balances, and the rows that are not stored yet. */
function createLedger() {
  const balances = new Map<string, number>()
  let movements = 0
  let rows: Rows = { movements: [], entries: [], spins: [] }
  const balanceOf = (account: string) => balances.get(account) ?? 0
  return {
    balances,
    balanceOf,
    post(movement: Movement, amounts: Readonly<Record<string, number>>) {
      movements += 1
      rows.movements.push({ id: movements, player_id: movement.machine_id, ...movement })
      for (const [account, amount] of Object.entries(amounts)) {
        if (amount === 0) continue
        balances.set(account, balanceOf(account) + amount)
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
}

/** As long as the answers that the floor stores. */
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
  const credit = creditOf(machine_id)
  const pool = jackpotOf(1 + (machine_id % BRANDS))
  const created_at = new Date(START_MS + id * SPIN_INTERVAL_MS).toISOString()
  const request_id = `p${machine_id}:spin-${id}`
  const share = free ? 0 : Math.floor(stake * JACKPOT_SHARE)
  const staked = free ? 0 : stake
  const started: Movement = {
    request_id,
    kind: free ? 'free-spin' : 'stake',
    fingerprint: `spin ${machine_id} ${stake}`,
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

/** Inserts the rows and brings the accounts up to date. */
async function store(db: Db, ledger: Ledger): Promise<void> {
  const accounts = JSON.stringify([...ledger.balances].map(([id, balance]) => ({ id, balance })))
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
  await sql`update accounts set balance = rows.balance
    from jsonb_to_recordset(${accounts}::jsonb) as rows (id text, balance bigint)
    where accounts.id = rows.id`.execute(db)
}

/** Sets up a machine with a player who has loaded credit. */
async function openMachine(db: Db, ledger: Ledger, id: number): Promise<Machine> {
  const games = Object.values(GAMES)
  const game = games[id % games.length]
  if (!game) throw new Error('there are no games')
  const { hash, text } = definitionOf(game)
  const username = `bench${id}`
  await sql`insert into game_definitions (hash, game, definition) values (${hash}, ${game.id}, ${text})
    on conflict do nothing`.execute(db)
  await sql`insert into players (username, username_key, password_hash) values (${username}, ${username}, '')`.execute(
    db,
  )
  await sql`insert into visits (player_id, machine_id) values (${id}, ${id})`.execute(db)
  const created_at = new Date(START_MS).toISOString()
  const deposit = { kind: 'deposit', fingerprint: 'bench', machine_id: id, answer: {}, created_at } as const
  ledger.post(
    { ...deposit, request_id: `load-${id}` },
    { [HOUSE]: -DEPOSIT_CENTS, [creditOf(id)]: DEPOSIT_CENTS },
  )
  return { id, game, definition: hash, freeSpins: 0 }
}

/** Writes the books of so many spins on 48 machines into an empty database, with their hash chain. */
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
  await extendChain(db)
}
