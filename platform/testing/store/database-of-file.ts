import { afterAll, beforeAll } from 'vitest'
import { type TestDatabase, testDatabase } from './database.ts'

/** For tests: a database for all tests of a file, which is dropped after the last one. */
export function databaseOfFile(): TestDatabase {
  const database = {} as TestDatabase
  beforeAll(async () => void Object.assign(database, await testDatabase()), 60_000)
  afterAll(() => database.drop())
  return database
}
