import type { KyselyPlugin } from 'kysely'
import * as v from 'valibot'
import { auditBooks } from '../../audit/audit.ts'
import { createFloor, type Floor, type FloorDeps } from '../../floor/ports/floor.ts'
import type { GameDef, Strip } from '../../games/game.ts'
import { seededRandom } from '../../games/random.ts'
import { extendChain } from '../../ledger/chain.ts'
import { type FakeClock, fakeClock } from '../../lib/clock.ts'
import { bookTransfer } from '../../players/operator-transfers.ts'
import type { Db } from '../../store/db.ts'
import type { Meters, ShownSpin } from '../../video/protocol/machine-state.ts'
import { withListedCode } from '../contract/listed-codes.ts'

/*
 * For tests: a game whose outcomes a test calls by name, a video that only records, and a floor of three
 * brands.
 */

const STRIP: Strip = ['low1', 'high1', 'scatter', 'high3']
export type Called = 'lose' | 'win' | 'bonus' | 'jackpot'
const STOPS: Readonly<Record<Called, number>> = { lose: 0, win: 1, bonus: 2, jackpot: 3 }

/**
 * Three equal symbols pay five times the stake (`high1`), two free spins (`scatter`), the jackpot (`high3`)
 * or nothing.
 */
export const TEST_GAME: GameDef = {
  id: 'test',
  name: 'Test',
  kind: 'lines',
  reels: [STRIP, STRIP, STRIP],
  rows: 1,
  lines: [[0, 0, 0]],
  coins: 1,
  paytable: { high1: { 3: 5 } },
  scatterPays: {},
  free: { awards: { 3: 2 }, multiplier: 1 },
  jackpot: 'high3',
  stakes: [100, 200, 500],
  reelStopsMs: [1000, 1500, 2000],
  durationMs: 2500,
  rtp: 0,
  exactReturn: { numerator: 0n, denominator: 1n },
}

const BRANDS = [
  { id: 1, key: 'one', name: 'one', game: 'test', jackpotSeedCents: 1_840_000 },
  { id: 2, key: 'two', name: 'two', game: 'test', jackpotSeedCents: 3_215_000 },
  { id: 3, key: 'three', name: 'three', game: 'test', jackpotSeedCents: 967_500 },
]

export interface TestFloor {
  floor: Floor
  clock: FakeClock
  /** Sets the outcomes of the next spins; later spins lose. */
  call(...outcomes: Called[]): void
  /** The meters and spins that the floor sent to the video. */
  shown: { meters: Map<string, Meters>; spins: (ShownSpin & { machineId: string })[] }
  /** The failures that the floor has logged. */
  problems: unknown[]
  /** Makes the floor's database fail. */
  trouble: Omit<ReturnType<typeof breakable>, 'db'>
  /** Advances the clock and waits for the work that this starts. */
  pass(ms: number): Promise<void>
}

export async function createTestFloor(
  db: Db,
  over: Partial<FloorDeps> = {},
  clock = fakeClock(),
): Promise<TestFloor> {
  const called: Called[] = []
  const shown: TestFloor['shown'] = { meters: new Map(), spins: [] }
  const problems: unknown[] = []
  const { db: breaking, ...trouble } = breakable(db)
  let reel = 0
  const random = {
    int() {
      const stop = STOPS[called[0] ?? 'lose']
      reel = (reel + 1) % 3
      if (reel === 0) called.shift()
      return stop
    },
  }
  const floor = await createFloor({
    db: breaking,
    games: { test: TEST_GAME },
    brands: BRANDS,
    random,
    clock,
    video: {
      meters: (machineId, meters) => void shown.meters.set(machineId, meters),
      spin: (machineId, spin) => void shown.spins.push({ machineId, ...spin }),
    },
    log: { warn: (details) => void problems.push(details), error: (details) => void problems.push(details) },
    machines: 9,
    ...over,
  })
  const pass = async (ms: number) => {
    clock.advance(ms)
    await floor.idle()
  }
  return {
    floor: withListedCodes(floor),
    clock,
    call: (...outcomes) => void called.push(...outcomes),
    shown,
    problems,
    trouble,
    pass,
  }
}

/** A player's command rejects if it is refused with a code that the contract does not list for it. */
const withListedCodes = (floor: Floor): Floor => ({
  ...floor,
  sit: (...given) => withListedCode('init', floor.sit(...given)),
  load: (...given) => withListedCode('load', floor.load(...given)),
  spin: (...given) => withListedCode('spin', floor.spin(...given)),
  press: (...given) => withListedCode('press', floor.press(...given)),
  cashOut: (...given) => withListedCode('cashout', floor.cashOut(...given)),
})

/** Creates a player with `cents` in the wallet, as the demo does, and returns the id. */
export async function createTestPlayer(db: Db, cents: number): Promise<string> {
  const username = `player-${seededRandom(Date.now()).int(1e9)}-${performance.now()}`
  const { id } = await db
    .insertInto('players')
    .values({ username, username_key: username, password_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const playerId = String(id)
  const booking = {
    action: 'demo credit',
    reference: `start:${id}`,
    fingerprint: '',
    playerId,
    now: new Date(),
  }
  if (cents > 0) await bookTransfer(db, { ...booking, cents }, v.object({}), () => ({}))
  return playerId
}

/** A database that fails after a number of statements: once, or permanently, as for a killed process. */
export function breakable(db: Db) {
  let left = Number.POSITIVE_INFINITY
  let forGood = false
  const check = () => {
    left -= 1
    if (left < 0) {
      if (!forGood) left = Number.POSITIVE_INFINITY
      throw new Error('crash')
    }
  }
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      // A killed process sends no further statements.
      if (left < 0) throw new Error('crash')
      return node
    },
    async transformResult({ result }) {
      check()
      return result
    },
  }
  const breaking = db.withPlugin(plugin)
  const transaction = breaking.transaction.bind(breaking)
  let losesCommit = false
  breaking.transaction = () => {
    const builder = transaction()
    if (!losesCommit) return builder
    losesCommit = false
    const execute = builder.execute.bind(builder)
    builder.execute = async (work) => {
      await execute(work)
      throw new Error('crash')
    }
    return builder
  }
  return {
    db: breaking,
    /** Commits the next transaction, and loses the answer. */
    loseCommit() {
      losesCommit = true
    },
    breakAfter(statements: number, good: boolean) {
      left = statements
      forGood = good
    },
    mend() {
      left = Number.POSITIVE_INFINITY
    },
    /** Fails every statement from now on, as for a killed process. */
    die() {
      left = -1
      forGood = true
    },
  }
}

/** Chains the books and returns the problems that the audit finds; empty if there are none. */
export async function audit(db: Db): Promise<readonly string[]> {
  await extendChain(db)
  return (await auditBooks(db)).problems
}
