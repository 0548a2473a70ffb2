import { beforeAll, expect, test } from 'vitest'
import { type TestBooks, writeTestBooks } from '../testing/audit/books.ts'
import {
  findMissedByOwner,
  findMissedByUser,
  findUnplanted,
  readTables,
} from '../testing/audit/plant-changes.ts'
import { CABINET_BOOKS } from '../testing/audit/planted-cabinets.ts'
import { BOOKS, NO_BOOKS, plantedChanges, UNBOOKED } from '../testing/audit/planted-changes.ts'
import { plantedRewrites } from '../testing/audit/planted-rewrites.ts'
import { createTestPlayer } from '../testing/floor/floor.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { auditBooks } from './audit.ts'

/*
 * Every way in which a row can be changed behind the platform's back is refused by the database or found by
 * the audit. The rows of cabinets: cabinets.test.ts.
 */

const SLOW = 240_000
const database = databaseOfFile()
let books: TestBooks

beforeAll(async () => {
  books = await writeTestBooks(database.db)
}, SLOW)

test('the books are right before', async () => {
  expect(await auditBooks(database.db)).toMatchObject({ problems: [], unchained: 0, undefinedSpins: 0 })
})

test('a change is planted in every column of the books, and a row removed from and added to every table', async () => {
  const tables = await readTables(database.db)
  expect(tables).toEqual([...BOOKS, ...CABINET_BOOKS, ...NO_BOOKS].toSorted())
  const changes = plantedChanges(books)
  expect(await findUnplanted(database.db, BOOKS, changes)).toEqual(UNBOOKED.toSorted())
  expect(changes.length).toBeGreaterThan(120)
})

test('what a user without tables changes is refused, or found and named', { timeout: SLOW }, async () => {
  expect(await findMissedByUser(database.db, plantedChanges(books))).toEqual([])
})

test("what the tables' owner changes is found and named", { timeout: SLOW }, async () => {
  expect(await findMissedByOwner(database.db, plantedChanges(books))).toEqual([])
})

test('a rewritten movement is found and named, though all that follows it is made anew', {
  timeout: SLOW,
}, async () => {
  const rewrites = await plantedRewrites(database.db, Number(await createTestPlayer(database.db, 0)))
  expect(rewrites.length).toBeGreaterThan(40)
  expect(await findMissedByOwner(database.db, rewrites)).toEqual([])
})
