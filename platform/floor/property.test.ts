import fc from 'fast-check'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { auditBooks } from '../audit/audit.ts'
import { type RandomSource, seededRandom } from '../games/random.ts'
import { extendChain } from '../ledger/chain.ts'
import { HOUSE, playerRequestId, post, walletOf } from '../ledger/ledger.ts'
import { type FakeClock, fakeClock } from '../lib/clock.ts'
import { createTestFloor, createTestPlayer, type TestFloor } from '../testing/floor/floor.ts'
import { type TestDatabase, testDatabase } from '../testing/store/database.ts'
import type { Floor } from './ports/floor.ts'

/*
 * Thousands of commands by three players on three machines, in any order and some concurrently. Meanwhile
 * idle visits are closed, the operator takes machines out of service and removes players, the platform dies
 * after any statement, the database fails for a moment, or connections are closed. After each step the books
 * must balance and no balance may be negative. A repeated request must get the first answer, and at the end
 * all money must be in the players' wallets.
 */

const RUNS = 10
const STEPS_A_RUN = 150
/** Three long waits in a row end a visit. */
const IDLE_MS = 150_000

const who = fc.nat(2)
const where = fc.nat(2)
const stake = fc.constantFrom(100, 200, 500, 150, -100)
const amount = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 100, max: 3000 }) },
  { weight: 1, arbitrary: fc.constantFrom(-100, 0, 0.5, 1e15, 100_000) },
)
const asks = fc.record({ who, where })

/** Machines are repaired more often than they fail, so that most commands are possible. */
const fault = fc.constantFrom('error' as const, 'offline' as const, ...Array<undefined>(8).fill(undefined))

const single = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant('sit' as const), who, where }) },
  { weight: 12, arbitrary: fc.record({ do: fc.constant('load' as const), who, amount }) },
  { weight: 28, arbitrary: fc.record({ do: fc.constant('spin' as const), who, stake }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('cashOut' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('gift' as const), who, amount: fc.nat(5000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('hold', 'leave', 'kick', 'cancel'), who }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('quit' as const, 'beginIdleClose' as const, 'expel' as const),
      who,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('setFault' as const), where, fault }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('trespass' as const), ask: asks, stake }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('again' as const), back: fc.nat(12) }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(500, 2500, 60_000) }),
  },
)
const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ trouble: fc.constant('none' as const), all: fc.tuple(single) }) },
  {
    weight: 3,
    arbitrary: fc.record({ trouble: fc.constant('none' as const), all: fc.array(single, { maxLength: 5 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      trouble: fc.constantFrom('dies' as const, 'fails' as const, 'is cut off' as const),
      after: fc.nat(9),
      all: fc.array(single, { minLength: 1, maxLength: 3 }),
    }),
  },
)
type Single = typeof single extends fc.Arbitrary<infer T> ? T : never
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

type Answer = Awaited<ReturnType<Floor['load'] | Floor['spin'] | Floor['cashOut']>>

/** A run: the platform, which is killed and restarted, and what its players remember. */
class World {
  asked: { ask: () => Promise<Answer>; answer: Answer | undefined }[] = []
  requests = 0
  database: TestDatabase
  players: string[]
  random: RandomSource
  clock: FakeClock = fakeClock()
  t: TestFloor | undefined

  constructor(database: TestDatabase, players: string[], seed: number) {
    this.database = database
    this.players = players
    // Three equal symbols: a quarter of the spins wins, another quarter awards free spins, another one the
    // jackpot.
    const draw = seededRandom(seed)
    let drawn: number[] = []
    this.random = {
      int(below) {
        if (drawn.length === 0) drawn = Array(3).fill(draw.int(below))
        return drawn.pop() ?? 0
      },
    }
  }

  /**
   * Starts the platform, or another one. Of two platforms at once only the safety of the money is promised.
   */
  async start(): Promise<void> {
    this.t?.trouble.die()
    const brands = [{ id: 1, key: 'one', name: 'one', game: 'test', jackpotSeedCents: 1_840_000 }]
    const over = { machines: 3, random: this.random, brands, idleMs: IDLE_MS }
    this.t = await createTestFloor(this.database.db, over, this.clock)
  }

  get floor(): TestFloor {
    if (!this.t) throw new Error('not started')
    return this.t
  }

  /** Sends a request with an id that is remembered, so that it can be repeated. */
  async ask(make: (requestId: string) => Promise<Answer>): Promise<void> {
    this.requests += 1
    const requestId = `run-${this.players[0]}-${this.requests}`
    const entry: World['asked'][number] = { ask: () => make(requestId), answer: undefined }
    this.asked.unshift(entry)
    const answer = await entry.ask()
    // After a failure the outcome is unknown until the next answer.
    if (answer.ok) entry.answer = answer
  }

  async again(back: number): Promise<void> {
    const entry = this.asked[back]
    if (!entry) return
    const answer = await entry.ask()
    if (entry.answer && !isTrouble(answer)) expect(answer).toEqual(entry.answer)
    if (answer.ok) entry.answer = answer
  }

  async play(command: Single): Promise<unknown> {
    const player = this.players['who' in command ? command.who : 0] ?? ''
    const { floor } = this.floor
    const seat = floor.seatOf(player) ?? '1'
    switch (command.do) {
      case 'sit':
        return floor.sit(player, String(command.where + 1))
      case 'load':
        return this.ask((requestId) =>
          this.floor.floor.load(player, seat, { requestId, amount: command.amount }),
        )
      case 'spin':
        return this.ask((requestId) =>
          this.floor.floor.spin(player, seat, { requestId, stake: command.stake }),
        )
      case 'cashOut':
        return this.ask((requestId) => this.floor.floor.cashOut(player, seat, requestId))
      case 'gift':
        return this.gift(player, command.amount)
      case 'trespass': {
        const intruder = this.players[command.ask.who] ?? ''
        const machine = String(command.ask.where + 1)
        return floor.spin(intruder, machine, { requestId: `trespass-${Math.random()}`, stake: command.stake })
      }
      case 'quit':
        return floor.quit(seat, '')
      case 'beginIdleClose':
        return floor.beginIdleClose(seat)
      case 'expel':
        return floor.expel(player)
      case 'setFault':
        return floor.setFault(String(command.where + 1), command.fault)
      case 'again':
        return this.again(command.back)
      case 'pass':
        return this.floor.pass(command.ms)
      default:
        return floor[command.do](player, seat)
    }
  }

  async gift(player: string, amount: number): Promise<void> {
    this.requests += 1
    const requestId = playerRequestId(player, `gift-${this.requests}`)
    const entries = [
      { account: HOUSE, amount: -amount },
      { account: walletOf(player), amount },
    ]
    if (amount === 0) return
    const gift = { requestId, kind: 'bonus' as const, fingerprint: `${amount}`, playerId: player, entries }
    const posting = { ...gift, at: new Date(0) }
    await post(this.database.db, posting, v.object({}), () => ({})).catch(() => {})
  }

  async take(step: Step): Promise<void> {
    const { dropConnections } = this.database
    const isCut = step.trouble === 'is cut off' && dropConnections
    if (step.trouble !== 'none' && !isCut) this.floor.trouble.breakAfter(step.after, step.trouble === 'dies')
    await Promise.all([
      ...step.all.map((command) => this.play(command)),
      isCut ? dropConnections() : undefined,
    ])
    await this.floor.floor.idle()
    if (step.trouble === 'dies') {
      await this.start()
    } else {
      this.floor.trouble.mend()
    }
    await this.check()
  }

  /** The invariants. */
  async check(): Promise<void> {
    const { rows } = await sql<{ total: string; least: number }>`
      select sum(balance)::text as total, min(balance) filter (where id not like 'house%') as least from accounts`.execute(
      this.database.db,
    )
    expect(rows).toEqual([{ total: '0', least: expect.toSatisfy((least: number) => least >= 0) }])
  }

  /** All players stay away long enough. */
  async end(): Promise<void> {
    await this.start()
    for (let n = 0; n < 3; n += 1) await this.floor.pass(10 * 60_000)
    await this.floor.floor.stop()
    await extendChain(this.database.db)
    expect(await auditBooks(this.database.db)).toMatchObject({
      problems: [],
      unchained: 0,
      undefinedSpins: 0,
    })
    const { rows } = await sql<object>`
      select
        (select coalesce(sum(balance), 0)::int from accounts where id like 'machine:%') as credit,
        (select count(*)::int from machines where seat_player is not null) as seats,
        (select count(*)::int from spins where settled_at is null) as unsettled,
        (select coalesce(sum(win + jackpot), 0)::int from spins)
          - (select coalesce(sum(e.amount), 0)::int from entries e join movements m on m.id = e.movement_id
             where m.kind = 'win' and e.account_id like 'machine:%') as unpaid,
        (select count(*)::int from visits v where ended_at is null) as visits,
        (select coalesce(sum(v.cash_in - v.cash_out), 0)::int from visits v)
          - (select coalesce(sum(e.amount), 0)::int from entries e join movements m on m.id = e.movement_id
             where m.kind in ('cash-in', 'cash-out') and e.account_id like 'machine:%') as visits_off`.execute(
      this.database.db,
    )
    expect(rows).toEqual([{ credit: 0, seats: 0, unsettled: 0, unpaid: 0, visits: 0, visits_off: 0 }])
  }
}

/** Answers that do not depend on the command itself. */
function isTrouble(answer: Answer): boolean {
  return !answer.ok && answer.code === Code.serverError
}

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
}, 60_000)
afterAll(() => database.drop())

test('random commands and failures lose, create and duplicate no money', {
  timeout: 240_000,
}, async () => {
  const commands = fc.array(step, { minLength: STEPS_A_RUN, maxLength: STEPS_A_RUN, size: 'max' })
  await fc.assert(
    fc.asyncProperty(commands, fc.integer(), async (steps, seed) => {
      database = Object.assign(database, await database.reopen())
      await database.db.updateTable('machines').set({ fault: null }).execute()
      const players = [
        await createTestPlayer(database.db, 20_000),
        await createTestPlayer(database.db, 500),
        await createTestPlayer(database.db, 0),
      ]
      const world = new World(database, players, seed)
      await world.start()
      for (const one of steps) await world.take(one)
      await world.end()
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from movements`.execute(database.db)
  expect(rows[0]?.n).toBeGreaterThan(RUNS * 20) // the check of the test itself: it has played enough spins
})
