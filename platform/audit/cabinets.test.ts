import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openCabinet } from '../floor/cabinet/settle-by-hand.ts'
import { extendChain } from '../ledger/chain.ts'
import { type CabinetBooks, writeCabinetBooks } from '../testing/audit/cabinet-books.ts'
import { findMissedByOwner, findMissedByUser, findUnplanted } from '../testing/audit/plant-changes.ts'
import { CABINET_BOOKS, CABINET_UNBOOKED, plantedCabinetChanges } from '../testing/audit/planted-cabinets.ts'
import { plantedRewrites } from '../testing/audit/planted-rewrites.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { auditBooks } from './audit.ts'

/* The books of cabinets, and what the audit finds in them when a row is changed without the platform. */

const SLOW = 240_000
const database = databaseOfFile()
let books: CabinetBooks

beforeAll(async () => {
  books = await writeCabinetBooks(database.db)
}, SLOW)

test('the books are right, and what is open is named, also why a machine is closed', async () => {
  const { problems, unchained, open } = await auditBooks(database.db)
  expect(problems).toEqual([])
  expect(unchained).toBe(0)
  expect(open).toEqual([
    `machine 1: a load of 1000 of player ${books.player} is in transit, ${books.transfers['pending load']}`,
    expect.stringMatching(/^machine 2: a cash-out of 800 of player \d+ is in transit, [\da-f-]{36}$/),
    'hand pay h3 of machine 2: 900 waits for an attendant',
    'machine 1: 4850 is in suspense, 0 of it on the cabinet',
    'machine 3: 50 is in suspense, 0 of it on the cabinet',
    'machine 4: 200 is in suspense, 200 of it on the cabinet',
    'machine 4 is closed for new players: conflict',
    'machine 5 is closed for new players: meters',
    'machine 6: 300 is in suspense, 300 of it on the cabinet',
    'machine 6 is closed for new players: drift',
  ])
})

test('a change is planted in every column of the books, and a row removed from and added to every table', async () => {
  const changes = plantedCabinetChanges(books)
  expect(await findUnplanted(database.db, CABINET_BOOKS, changes)).toEqual(CABINET_UNBOOKED.toSorted())
  expect(changes.length).toBeGreaterThan(150)
})

test('what a user without tables changes is refused, or found and named', { timeout: SLOW }, async () => {
  expect(await findMissedByUser(database.db, plantedCabinetChanges(books))).toEqual([])
})

test("what the tables' owner changes is found and named", { timeout: SLOW }, async () => {
  expect(await findMissedByOwner(database.db, plantedCabinetChanges(books))).toEqual([])
})

test('a rewritten movement is found and named, though all that follows it is made anew', {
  timeout: SLOW,
}, async () => {
  const rewrites = await plantedRewrites(database.db, books.other)
  expect(rewrites.length).toBeGreaterThan(200)
  expect(await findMissedByOwner(database.db, rewrites)).toEqual([])
})

test('a cabinet admits new players once an operator has opened it, after what closed it', async () => {
  const openAt = async (time: string) => {
    await openCabinet(database.db, { machine: 6, now: new Date(time) })
    await extendChain(database.db)
    return (await auditBooks(database.db)).problems
  }
  expect(await openAt('2020-02-03T04:05:06Z')).toEqual([
    expect.stringMatching(
      /^machine 6 admits new players: movement \d+ closed it, and no operator opened it since$/,
    ),
  ])
  expect(await openAt('2027-02-03T04:05:06Z')).toEqual([])
})

test.each([
  'update cabinet_games set win = 1',
  'delete from cabinet_games',
  `update transfers set state = 'refused' where state = 'done'`,
  `update transfers set cents = 1 where state = 'pending'`,
  'delete from transfers',
  'update hand_pays set cents = 1',
  'delete from hand_pays',
  'delete from cabinets',
])('the database refuses: %s', async (statement) => {
  await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('the books are append-only')
})
