import { sql } from 'kysely'
import * as v from 'valibot'
import { addPlayer } from '../../commands/add-players.ts'
import { extendChain } from '../../ledger/chain.ts'
import { claim } from '../../players/claims.ts'
import { recordOperatorAction } from '../../players/operator-log.ts'
import { transfer } from '../../players/operator-transfers.ts'
import type { Db } from '../../store/db.ts'
import { createTestFloor, createTestPlayer } from '../floor/floor.ts'

/** For tests: books with a row of every kind, and the ids of the rows that a test changes. */
export interface TestBooks {
  /** Id of the last movement of each kind. */
  readonly movements: Readonly<Record<string, number>>
  /** Ids of a lost spin, a won spin, one that hit the jackpot, and a free spin. */
  readonly spins: Readonly<Record<'lost' | 'won' | 'jackpot' | 'free', number>>
  /** Ids of an ended visit, and of an open one with credit and a free spin. */
  readonly visits: Readonly<Record<'ended' | 'open', number>>
  /** `end_no` of the ended visit. */
  readonly endNo: number
  readonly players: Readonly<Record<'gone' | 'seated', number>>
  /** The operator's credit, and an action that moves no money. */
  readonly actions: Readonly<Record<'credit' | 'quit', number>>
  readonly definition: string
}

const RULE = { amount: 500, maxPerDay: 10, windowMs: 0 }

/** Writes the books into an empty database, with their chain. The seated player is at machine 2. */
export async function writeTestBooks(db: Db): Promise<TestBooks> {
  const t = await createTestFloor(db)
  const now = t.clock.now()
  const username = 'gone'
  const gone =
    (await addPlayer(db, { username, password: 'lobster-quartz', pin: '0815' }, new Date(now))) ?? ''
  const move = { username, cents: 100_000, now: new Date(now) }
  await transfer(db, { ...move, direction: 'credit', reference: 'receipt-1' })
  await transfer(db, { ...move, cents: 5000, direction: 'debit', reference: 'receipt-2' })
  for (const kind of ['discount', 'bonus'] as const)
    await claim(db, { playerId: gone, kind, requestId: kind, rule: RULE, now })
  const play = async (player: string, machine: string, outcomes: Parameters<typeof t.call>) => {
    await t.floor.sit(player, machine)
    await t.floor.load(player, machine, { requestId: `load-${player}`, amount: 10_000 })
    for (const [at, outcome] of outcomes.entries()) {
      t.call(outcome)
      await t.floor.spin(player, machine, { requestId: `spin-${player}-${at}`, stake: 100 })
      await t.pass(2500)
    }
  }
  await play(gone, '1', ['lose', 'win', 'bonus', 'win', 'lose', 'jackpot'])
  await t.floor.cancel(gone, '1')
  const seated = await createTestPlayer(db, 100_000)
  await play(seated, '2', ['win', 'bonus', 'win'])
  await recordOperatorAction(db, {
    action: '/admin/quit',
    target: { machine: '2' },
    outcome: 'done',
    ip: '203.0.113.7',
    at: new Date(now),
  })
  await t.floor.stop()
  // Simulated players feed the jackpots.
  const simulated = await createTestFloor(db, { simulate: true }, t.clock)
  await simulated.pass(15_000)
  await simulated.floor.stop()
  await extendChain(db)
  const idOf = async (table: 'movements' | 'spins' | 'visits' | 'operator_actions', where: string) => {
    const { rows } = await sql<{
      id: number
    }>`select max(id) as id from ${sql.table(table)} where ${sql.raw(where)}`.execute(db)
    return v.parse(v.number(), rows[0]?.id, { message: `no ${table} where ${where}` })
  }
  const kinds = await db.selectFrom('movements').select(['id', 'kind']).orderBy('id').execute()
  const visit = await db
    .selectFrom('visits')
    .select('end_no')
    .where('ended_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const definition = await db.selectFrom('game_definitions').select('hash').executeTakeFirstOrThrow()
  return {
    movements: Object.fromEntries(kinds.map(({ id, kind }) => [kind, id])),
    spins: {
      lost: await idOf('spins', 'win = 0 and not free and not jackpot_hit and free_awarded = 0'),
      won: await idOf('spins', 'win > 0 and not free'),
      jackpot: await idOf('spins', 'jackpot_hit'),
      free: await idOf('spins', 'free'),
    },
    visits: {
      ended: await idOf('visits', 'ended_at is not null'),
      open: await idOf('visits', 'ended_at is null'),
    },
    endNo: visit.end_no ?? 0,
    players: { gone: Number(gone), seated: Number(seated) },
    actions: {
      credit: await idOf('operator_actions', "action = 'players credit'"),
      quit: await idOf('operator_actions', "action = '/admin/quit'"),
    },
    definition: definition.hash,
  }
}
