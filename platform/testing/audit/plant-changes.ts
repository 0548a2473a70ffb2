import { sql } from 'kysely'
import { expect } from 'vitest'
import { auditWithin } from '../../audit/audit.ts'
import { extendChain } from '../../ledger/chain.ts'
import type { Db } from '../../store/db.ts'
import type { Trx } from '../../store/transaction.ts'

/* For tests: rows of the books that are changed without the platform, and what the audit finds then. */

export interface PlantedChange {
  /** `table.column`; or `table` and a word, for a removed or an added row. */
  readonly what: string
  /** Executed one after the other. */
  readonly statements: readonly string[]
  /** The text with which a problem of the audit names the row, or its form. */
  readonly names: string | RegExp
}

export const LATER = `'2027-02-03T04:05:06.789Z'`
/** A time that differs by less than what JavaScript's dates show. */
export const tickOf = (column: string) => `${column} + interval '1 microsecond'`

/** A list of planted changes. */
export function createChangeList() {
  const changes: PlantedChange[] = []
  const plant = (what: string, statement: string, names: string) =>
    changes.push({ what, statements: [statement], names })
  return {
    changes,
    plant,
    /** Changes each of the given columns of one row, one at a time. */
    change(table: string, where: string, names: string, columns: Readonly<Record<string, string>>): void {
      for (const [column, value] of Object.entries(columns))
        plant(`${table}.${column}`, `update ${table} set ${column} = ${value} where ${where}`, names)
    },
    remove(table: string, where: string, names: string): void {
      plant(`${table} removed`, `delete from ${table} where ${where}`, names)
    },
    add(table: string, statement: string, names: string): void {
      plant(`${table} added`, statement, names)
    },
  }
}

/** All tables of the database. */
export async function readTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** Each column of these tables, and the removal and addition of a row, which `changes` do not plant. */
export async function findUnplanted(
  db: Db,
  tables: readonly string[],
  changes: readonly PlantedChange[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name in (${sql.join(tables)})`.execute(db)
  const planted = new Set(changes.map(({ what }) => what))
  const names = [
    ...rows.map(({ name }) => name),
    ...tables.flatMap((table) => [`${table} removed`, `${table} added`]),
  ]
  return names.filter((name) => !planted.has(name)).toSorted()
}

class Undo extends Error {}

/**
 * What the audit finds after a change, which the platform goes on to chain as if it were its own. Undefined:
 * the database refused the change.
 */
async function problemsOf(
  db: Db,
  plant: (trx: Trx) => Promise<unknown>,
): Promise<readonly string[] | undefined> {
  let problems: readonly string[] | undefined
  const undone = db.transaction().execute(async (trx) => {
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

/** Without triggers, foreign keys, limits of balances and generated ids. */
async function plantAsOwner(trx: Trx, { statements }: PlantedChange): Promise<void> {
  await sql.raw('set local session_replication_role = replica').execute(trx)
  await sql.raw('alter table accounts drop constraint accounts_not_negative').execute(trx)
  for (const table of ['movements', 'spins', 'visits', 'operator_actions'])
    await sql.raw(`alter table ${table} alter id drop identity`).execute(trx)
  let changed = 0n
  for (const statement of statements) changed += (await sql.raw(statement).execute(trx)).numAffectedRows ?? 0n
  if (changed === 0n) throw new Error('the statements changed no row')
  await sql.raw('set local session_replication_role = origin').execute(trx)
}

const isNamed = ({ names }: PlantedChange, problems: readonly string[]) =>
  problems.some((problem) => (typeof names === 'string' ? problem.includes(names) : names.test(problem)))
const describeChange = ({ what, statements }: PlantedChange, problems: readonly string[] | undefined) =>
  `${what} (${statements[0]}): ${problems?.join('; ') ?? 'not possible'}`

/** The changes by the tables' owner that were not possible, or that the audit does not find and name. */
export async function findMissedByOwner(db: Db, changes: readonly PlantedChange[]): Promise<string[]> {
  const missed: string[] = []
  for (const change of changes) {
    const problems = await problemsOf(db, (trx) => plantAsOwner(trx, change))
    if (!problems || !isNamed(change, problems)) missed.push(describeChange(change, problems))
  }
  return missed
}

/**
 * The changes by a user with the platform's rights, who owns no table, that the database does not refuse and
 * the audit does not find and name.
 */
export async function findMissedByUser(db: Db, changes: readonly PlantedChange[]): Promise<string[]> {
  const user = `books_${process.pid}_${Date.now()}`
  await sql.raw(`create role ${user}`).execute(db)
  await sql.raw(`grant select, insert, update, delete on all tables in schema public to ${user}`).execute(db)
  const missed: string[] = []
  for (const change of changes) {
    const problems = await problemsOf(db, async (trx) => {
      await sql.raw(`set local role ${user}`).execute(trx)
      for (const statement of change.statements) await sql.raw(statement).execute(trx)
      await sql.raw('reset role').execute(trx)
    })
    if (problems && !isNamed(change, problems)) missed.push(describeChange(change, problems))
  }
  await sql.raw(`drop owned by ${user}`).execute(db)
  await sql.raw(`drop role ${user}`).execute(db)
  return missed
}
