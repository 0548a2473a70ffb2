import type { Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'

export interface OperatorAction {
  /** The path of the admin API, or the command. */
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
