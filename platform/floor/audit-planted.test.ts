import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { extendChain } from '../ledger/chain.ts'
import { type TestDatabase, testDatabase } from '../store/test-database.ts'
import type { Trx } from '../store/transaction.ts'
import { auditBooks, auditWithin } from './audit.ts'
import { type TestBooks, writeTestBooks } from './test-books.ts'
import {
  BOOKS,
  CABINET_BOOKS,
  NO_BOOKS,
  type PlantedChange,
  plantedChanges,
  UNBOOKED,
} from './test-planted-changes.ts'

/*
 * Every way in which a row can be changed behind the platform's back is refused by the database or found by
 * the audit.
 */

const SLOW = 240_000
let database: TestDatabase
let books: TestBooks
/** Has the platform's rights, and owns no table. */
let user: string

beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  books = await writeTestBooks(db)
  user = `books_${process.pid}_${Date.now()}`
  await sql.raw(`create role ${user}`).execute(db)
  await sql.raw(`grant select, insert, update, delete on all tables in schema public to ${user}`).execute(db)
}, SLOW)
afterAll(async () => {
  await sql.raw(`drop owned by ${user}`).execute(database.db)
  await sql.raw(`drop role ${user}`).execute(database.db)
  await database.drop()
})

class Undo extends Error {}

/**
 * What the audit finds after a change, which the platform goes on to chain as if it were its own. Undefined:
 * the database refused the change.
 */
async function problemsOf(plant: (trx: Trx) => Promise<unknown>): Promise<readonly string[] | undefined> {
  let problems: readonly string[] | undefined
  const undone = database.db.transaction().execute(async (trx) => {
    await plant(trx).catch((error: unknown) => {
      throw new Undo(String(error))
    })
    await extendChain(trx)
    problems = (await auditWithin(trx)).problems
    throw new Undo()
  })
  await expect(undone).rejects.toThrow(Undo)
  return problems
}

async function plantAsUser(trx: Trx, statement: string): Promise<void> {
  await sql.raw(`set local role ${user}`).execute(trx)
  await sql.raw(statement).execute(trx)
  await sql.raw('reset role').execute(trx)
}

/** Without triggers, foreign keys and generated ids. */
async function plantAsOwner(trx: Trx, statement: string): Promise<void> {
  await sql.raw('set local session_replication_role = replica').execute(trx)
  for (const table of ['movements', 'spins', 'visits', 'operator_actions'])
    await sql.raw(`alter table ${table} alter id drop identity`).execute(trx)
  const { numAffectedRows } = await sql.raw(statement).execute(trx)
  if (numAffectedRows === 0n) throw new Error('the statement changed no row')
  await sql.raw('set local session_replication_role = origin').execute(trx)
}

const isNamed = ({ names }: PlantedChange, problems: readonly string[]) =>
  problems.some((problem) => problem.includes(names))
const describeChange = ({ what, statement }: PlantedChange, problems: readonly string[] | undefined) =>
  `${what} (${statement}): ${problems?.join('; ') ?? 'not possible'}`

test('the books are right before', async () => {
  expect(await auditBooks(database.db)).toMatchObject({ problems: [], unchained: 0, undefinedSpins: 0 })
})

test('a change is planted in every column of the books, and a row removed from and added to every table', async () => {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns where table_schema = 'public'`.execute(
    database.db,
  )
  const tables = new Set(rows.map(({ table_name }) => table_name))
  expect([...tables].toSorted()).toEqual([...BOOKS, ...CABINET_BOOKS, ...NO_BOOKS].toSorted())
  const booked = rows
    .filter(({ table_name }) => BOOKS.some((table) => table === table_name))
    .map(({ table_name, column_name }) => `${table_name}.${column_name}`)
  const expected = [...booked, ...BOOKS.flatMap((table) => [`${table} removed`, `${table} added`])]
  const changes = plantedChanges(books)
  const planted = new Set(changes.map(({ what }) => what))
  expect(expected.filter((what) => !planted.has(what)).toSorted()).toEqual(UNBOOKED.toSorted())
  expect(changes.length).toBeGreaterThan(120)
})

test('what a user without tables changes is refused, or found and named', { timeout: SLOW }, async () => {
  const missed: string[] = []
  for (const change of plantedChanges(books)) {
    const problems = await problemsOf((trx) => plantAsUser(trx, change.statement))
    if (problems && !isNamed(change, problems)) missed.push(describeChange(change, problems))
  }
  expect(missed).toEqual([])
})

test("what the tables' owner changes is found and named", { timeout: SLOW }, async () => {
  const missed: string[] = []
  for (const change of plantedChanges(books)) {
    const problems = await problemsOf((trx) => plantAsOwner(trx, change.statement))
    if (!problems || !isNamed(change, problems)) missed.push(describeChange(change, problems))
  }
  expect(missed).toEqual([])
})
