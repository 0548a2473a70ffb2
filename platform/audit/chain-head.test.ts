import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { CHAIN_NAMES, CHAINS, type ChainName, extendChain, type KnownLinks } from '../ledger/chain.ts'
import type { Trx } from '../store/transaction.ts'
import { type TestBooks, writeTestBooks } from '../testing/audit/books.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { auditBooks, auditWithin } from './audit.ts'
import { type KeptHead, parseHead } from './chain-head.ts'

const database = databaseOfFile()
let books: TestBooks
let head: KeptHead
/** As the running platform knows them. */
const known: KnownLinks = new Map()

const parse = (text: string): KeptHead => {
  const parsed = parseHead(text)
  if (!parsed) throw new Error(`${text} is no head`)
  return parsed
}

beforeAll(async () => {
  books = await writeTestBooks(database.db)
  await extendChain(database.db, known)
  head = parse((await auditBooks(database.db)).head)
}, 120_000)

class Undo extends Error {}

/** The problems after an attack by the tables' owner, which is undone. */
async function problemsAfter(
  attack: (trx: Trx) => Promise<unknown>,
  options: Parameters<typeof auditWithin>[1],
): Promise<readonly string[]> {
  let problems: readonly string[] = []
  const undone = database.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await attack(trx)
    problems = (await auditWithin(trx, options)).problems
    throw new Undo()
  })
  await expect(undone).rejects.toThrow(Undo)
  return problems
}

/** A change in the middle of each chain. */
const CHANGES: Readonly<
  Record<ChainName, readonly [statement: string, from: () => number, name: () => string]>
> = {
  movements: [
    `update movements set fingerprint = 'changed' where kind = 'cash-out' and machine_id = 1`,
    () => Math.min(...Object.values(books.movements)),
    () => `movement ${Math.min(...Object.values(books.movements))}`,
  ],
  settlements: [
    `update spins set settled_at = settled_at + interval '1 s' where id = 1`,
    () => 1,
    () => 'the settlement of spin 1',
  ],
  visits: [
    `update visits set started_at = started_at - interval '1 s' where ended_at is not null`,
    () => books.visits.ended,
    () => `the start of visit ${books.visits.ended}`,
  ],
  actions: [
    `update operator_actions set ip = 'changed' where action = '/admin/quit'`,
    () => books.actions.quit,
    () => `the operator's action ${books.actions.quit}`,
  ],
}
const attacks = CHAIN_NAMES.map((name) => [name] as const)
const cut = (name: ChainName) =>
  sql.raw(`delete from ${CHAINS[name].table} where ${CHAINS[name].key} >= ${CHANGES[name][1]()}`)
const lastOf = (name: ChainName) => head.ids?.[CHAIN_NAMES.indexOf(name)]

test('a head stays right while the books grow', async () => {
  const grown = await problemsAfter(
    async (trx) => {
      await sql`insert into operator_actions (action, target, outcome, ip, at)
        values ('/admin/quit', '{}', 'done', 'local', now())`.execute(trx)
      await extendChain(trx)
    },
    { heads: [head] },
  )
  expect(grown).toEqual([])
})

test.each(attacks)(
  'in the chain of %s a row is changed and the links from it on are removed',
  async (name) => {
    const [statement, , row] = CHANGES[name]
    const attack = async (trx: Trx) => {
      await sql.raw(statement).execute(trx)
      await cut(name).execute(trx)
    }
    const unchained = await problemsAfter(attack, {})
    expect(unchained).toEqual([
      expect.stringMatching(new RegExp(`^${row()}.* is older than a minute and not in the chain`)),
    ])
    const found = await problemsAfter(attack, { heads: [head] })
    expect(found[1]).toContain(`${lastOf(name)}, whose link is missing: the chain was cut`)
  },
)

test.each(attacks)(
  'in the chain of %s a row is changed and all links from it on are made anew',
  async (name) => {
    const [statement] = CHANGES[name]
    const attack = async (trx: Trx) => {
      await sql.raw(statement).execute(trx)
      await cut(name).execute(trx)
      // By a platform that was started again and knows no link.
      await extendChain(trx)
    }
    expect(await problemsAfter(attack, {})).toEqual([])
    const [problem = '', ...others] = await problemsAfter(attack, { heads: [head] })
    expect(problem).toContain(`the kept head ${head.text} is not in the chains`)
    expect(problem).toContain(`${lastOf(name)}`)
    expect(others).toEqual([])
  },
)

test.each(attacks)('a running platform does not extend the chain of %s from an older link', async (name) => {
  const attack = async (trx: Trx) => {
    await cut(name).execute(trx)
    await sql`insert into operator_actions (action, target, outcome, ip, at)
      values ('/admin/quit', '{}', 'done', 'local', now())`.execute(trx)
    const grow: Readonly<Record<ChainName, string>> = {
      movements: `insert into movements (request_id, kind, fingerprint, answer) values ('x', 'win', '', '{}')`,
      settlements: `insert into spins select 900, 'x', machine_id, player_id, visit_id, game, stake, free, stops, wins, win,
        jackpot_hit, 0, free_awarded, created_at, settled_at, definition from spins where id = 1`,
      visits: 'insert into visits (player_id, machine_id) values (1, 3)',
      actions: 'select 1',
    }
    await sql.raw('alter table spins alter id drop identity').execute(trx)
    await sql.raw(grow[name]).execute(trx)
    const { id, hash } = known.get(name) ?? { id: 0, hash: '' }
    await expect(extendChain(trx, new Map(known))).rejects.toThrow(
      `the chain of ${name} has lost its link ${id}:${hash} and is not extended`,
    )
  }
  expect((await problemsAfter(attack, {})).length).toBeGreaterThan(0)
})

test.each([
  '',
  '12',
  ':',
  '1-2-3:',
  '1-2:aa',
  `1-2-3:${'a'.repeat(64)}`,
  `${'a'.repeat(64)}`,
  `1:${'a'.repeat(64)}`,
  `-1:${'a'.repeat(64)}`,
])('"%s" is no head', (text) => expect(parseHead(text)).toBeUndefined())

test('of a restored dump the last rows may be unchained, and none that is a minute older than the newest', async () => {
  const last = books.movements['jackpot-feed'] ?? 0
  const cutLast = async (trx: Trx) => {
    await sql`delete from movement_chain where movement_id = ${last}`.execute(trx)
  }
  const unchained = [`movement ${last} is older than a minute and not in the chain`]
  expect(await problemsAfter(cutLast, {})).toEqual(unchained)
  expect(await problemsAfter(cutLast, { restored: true })).toEqual([])
  const cutBefore = async (trx: Trx) => {
    await cutLast(trx)
    await sql`insert into operator_actions (action, target, outcome, ip, at)
      select '/admin/quit', '{}', 'done', 'local', created_at + interval '61 s' from movements where id = ${last}`.execute(
      trx,
    )
  }
  expect(await problemsAfter(cutBefore, { restored: true })).toEqual(unchained)
})

/** A platform numbers the end of a visit by a trigger. */
const withTriggers = sql`set local session_replication_role = origin`

test.each([
  [
    'the start of a visit',
    withTriggers,
    sql`insert into visits (player_id, machine_id, started_at)
      select player_id, machine_id, now() + interval '2 h' from visits limit 1`,
  ],
  [
    'the end of a visit',
    withTriggers,
    sql`update visits set ended_at = now() + interval '2 h' where ended_at is null`,
  ],
  [
    'the settlement of a spin',
    sql`delete from settlement_chain where spin_id = (select max(id) from spins)`,
    sql`update spins set settled_at = now() + interval '2 h' where id = (select max(id) from spins)`,
  ],
])('a restored dump may end with %s, which no chain has yet', async (_, ...statements) => {
  const problems = await problemsAfter(
    async (trx) => {
      for (const statement of statements) await statement.execute(trx)
    },
    { restored: true },
  )
  expect(problems.filter((problem) => problem.includes('not in the chain'))).toEqual([])
})
