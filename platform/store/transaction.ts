import { sql, type Transaction } from 'kysely'
import type { Db } from './db.ts'
import type { Tables } from './tables.ts'

export type Trx = Transaction<Tables>

/** Serialization failure and deadlock. */
const RETRYABLE = new Set(['40001', '40P01'])
const UNIQUE_VIOLATION = '23505'
const INSUFFICIENT_PRIVILEGE = '42501'
const MAX_ATTEMPTS = 5

class RolledBack<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super('rolled back on a refusal')
    this.result = result
  }
}

function field(error: unknown, name: string): unknown {
  return error instanceof Error ? Reflect.get(error, name) : undefined
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return field(error, 'code') === UNIQUE_VIOLATION && field(error, 'constraint') === constraint
}

export const isPermissionDenied = (error: unknown): boolean => field(error, 'code') === INSUFFICIENT_PRIVILEGE

/** Runs `work`, a statement or a transaction, again after a deadlock. */
export async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!RETRYABLE.has(String(field(error, 'code'))) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

/** Runs `work` as one transaction, and again after a deadlock. An exception rolls it back. */
export const transact = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  retryDeadlocks(() => db.transaction().execute(work))

/** Does the same, and waits for the locks of others for as long as it takes. */
export const transactPatiently = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  transact(db, async (trx) => {
    await sql`set local lock_timeout = 0`.execute(trx)
    return work(trx)
  })

/** As `transact`, for a result: a refusal also rolls the transaction back. */
export async function inTransaction<T extends { ok: boolean }>(
  db: Db,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  try {
    return await transact(db, async (trx) => {
      const result = await work(trx)
      if (!result.ok) throw new RolledBack(result)
      return result
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result
    throw error
  }
}
