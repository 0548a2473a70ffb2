import type { Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'

export interface OperatorAction {
  /** The path of the admin API, the name of a command, or of an action at the start. */
  action: string
  target: object
  /** `done`, or the code of the refusal. */
  outcome: string | number
  /** The origin of the call; `local` for a command. */
  ip: string
  at: Date
}

/** Adds a row to the operator's actions, which no statement can change or delete. */
export async function recordOperatorAction(db: Db | Trx, action: OperatorAction): Promise<void> {
  const { target, outcome } = action
  await db
    .insertInto('operator_actions')
    .values({ ...action, target: JSON.stringify(target), outcome: String(outcome) })
    .execute()
}

/** The actions that move money. Each names its movement by a `reference` in its target. */
const MOVES_MONEY: Readonly<Record<string, (reference: string) => string>> = {
  'players credit': (reference) => `operator:${reference}`,
  'players debit': (reference) => `operator:${reference}`,
  'demo credit': (reference) => reference,
  // Actions that migration 15 added for earlier movements.
  'unrecorded deposit': (reference) => reference,
  'unrecorded withdraw': (reference) => reference,
}

/** The request id of the movement that an action made; undefined for an action that moves no money. */
export function requestIdOf(action: string, target: { reference?: unknown }): string | undefined {
  return Object.hasOwn(MOVES_MONEY, action) ? MOVES_MONEY[action]?.(String(target.reference)) : undefined
}
