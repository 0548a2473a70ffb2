import type { Db } from '../store/db.ts'
import type { Trx } from '../store/transaction.ts'

export interface ActionOrigin {
  /** The path of the admin API, the name of a command, or of an action at the start. */
  action: string
  /** The origin of the call; `local` for a command. */
  ip: string
  at: Date
}

export interface OperatorAction extends ActionOrigin {
  target: object
  /** `done`, or the code of the answer. */
  outcome: string | number
}

/** Adds a row to the operator's actions, which no statement can change or delete. */
export async function recordOperatorAction(db: Db | Trx, action: OperatorAction): Promise<void> {
  const { target, outcome } = action
  await db
    .insertInto('operator_actions')
    .values({ ...action, target: JSON.stringify(target), outcome: String(outcome) })
    .execute()
}

/** What names the movement of an action in its target. */
export interface MoneyTarget {
  readonly reference?: unknown
  /** Of `machines settle`. */
  readonly transfer?: unknown
  readonly visit?: unknown
  readonly machine?: unknown
  readonly held?: unknown
  readonly handPay?: unknown
}

/**
 * The request ids of what the operator settles at a cabinet: a transfer, a player's credit, suspense, or a
 * hand pay, whose movement is that of the cabinet's report.
 */
export const SETTLEMENT_IDS = {
  transfer: (id: unknown) => `transfer:${id}:settled`,
  credit: (visit: unknown) => `settled-visit:${visit}`,
  suspense: (machine: unknown, reference: unknown) => `settle:${machine}:${reference}`,
  handPay: (machine: unknown, id: unknown) => `hand-pay:${machine}:${id}`,
}

function settlementOf({
  transfer,
  visit,
  machine,
  reference,
  held,
  handPay,
}: MoneyTarget): string | undefined {
  if (handPay !== undefined) return SETTLEMENT_IDS.handPay(machine, handPay)
  if (transfer !== undefined) return SETTLEMENT_IDS.transfer(transfer)
  if (visit === undefined) return SETTLEMENT_IDS.suspense(machine, reference)
  // The end of a visit without credit.
  return held === 0 ? undefined : SETTLEMENT_IDS.credit(visit)
}

/** The actions that move money, with the request ids of their movements. */
const MOVES_MONEY: Readonly<Record<string, (target: MoneyTarget) => string | undefined>> = {
  'players credit': ({ reference }) => `operator:${reference}`,
  'players debit': ({ reference }) => `operator:${reference}`,
  'demo credit': ({ reference }) => String(reference),
  'machines settle': settlementOf,
  // Actions that the migration added for the movements of 2.3.4.
  'unrecorded deposit': ({ reference }) => String(reference),
  'unrecorded withdraw': ({ reference }) => String(reference),
}

/** What moves money while the platform runs, or does not. */
export const MONEY_ACTIONS: readonly string[] = ['players credit', 'players debit', 'machines settle']

/** The request id of the movement that an action made; undefined for an action that moves no money. */
export function requestIdOf(action: string, target: MoneyTarget): string | undefined {
  return Object.hasOwn(MOVES_MONEY, action) ? MOVES_MONEY[action]?.(target) : undefined
}

/** Whether only an operator's action makes such a movement. */
export const isOperatorMovement = ({ kind, requestId }: { kind: string; requestId: string }): boolean =>
  ['deposit', 'withdraw', 'settle'].includes(kind) || /^(settled-visit:|transfer:.*:settled$)/.test(requestId)
