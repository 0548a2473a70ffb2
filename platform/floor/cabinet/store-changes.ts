import { sql } from 'kysely'
import {
  creditOf,
  houseOf,
  type MovementKind,
  type Posting,
  postWithin,
  suspenseOf,
  transitOf,
  walletOf,
} from '../../ledger/ledger.ts'
import type { BookedGame, Cabinet } from '../../machines/cabinet/cabinet.ts'
import { type Trx, transact } from '../../store/transaction.ts'
import type { FloorContext } from '../context.ts'
import type { MachineState } from '../machine.ts'
import { currentRow, expectCurrent } from '../run-on-machine.ts'
import { type Credit, type Entries, reconcile } from './divide-credit.ts'

/* How a cabinet's credit is booked. `machine.credit` is the player's part of it. */

/** Why a cabinet admits no new player until an operator acknowledges it. */
export type CloseReason = 'gap' | 'drift' | 'conflict' | 'meters' | 'cash-out' | 'hand-pay'

/** How long games that a state names, hand pays that a meter counts, or the end of one may be missing. */
export const MISSING_REPORTS_MS = 30_000

/** During a cash-out the credit is in transit, and games that end meanwhile are booked there. */
export const ownAccountOf = (machine: MachineState, cabinet: Cabinet): string =>
  cabinet.pending?.direction === 'cash-out' ? transitOf(machine.id) : creditOf(machine.id)

export interface Order {
  readonly requestId: string
  /** What the audit compares a report's row with; undefined: the request id. */
  readonly fingerprint?: string
  readonly kind: MovementKind
  readonly own: string
  readonly entries: Entries
  readonly playerId: string | undefined
  readonly visitId?: number | undefined
  readonly at: Date
}

/** These are booked also where they move nothing. */
const REPORTS: ReadonlySet<MovementKind> = new Set(['game', 'hand-pay-due', 'cash-out'])

/**
 * Posts the entries of a change; nothing for none, unless it is a report. Throws if the ledger refuses it.
 */
export async function postEntries(trx: Trx, machine: Pick<MachineState, 'id'>, order: Order): Promise<void> {
  const { requestId, fingerprint = requestId, kind, own, entries, playerId, visitId, at } = order
  const lines = [
    { account: own, amount: entries.own },
    { account: suspenseOf(machine.id), amount: entries.suspense },
    { account: houseOf(machine.id), amount: entries.house },
    ...(playerId === undefined ? [] : [{ account: walletOf(playerId), amount: entries.wallet }]),
  ].filter(({ amount }) => amount !== 0)
  if (lines.length === 0 && !REPORTS.has(kind)) return
  await postMovement(trx, machine, {
    ...{ requestId, kind, fingerprint, entries: lines, at },
    ...(playerId !== undefined && { playerId }),
    ...(visitId !== undefined && { visitId }),
  })
}

/** Posts a movement of a machine. Throws if the ledger refuses it. */
async function postMovement(trx: Trx, machine: Pick<MachineState, 'id'>, given: Omit<Posting, 'machineId'>) {
  const posted = await postWithin(trx, { ...given, machineId: machine.id }, () => ({}))
  if (!posted.ok) throw new Error(`${given.requestId} could not be booked: ${posted.code}`)
}

/** Posts what comes out of transit onto the machine, cents. Throws if the ledger refuses it. */
export const postArrival = (
  trx: Trx,
  machine: MachineState,
  { cents, ...given }: { requestId: string; cents: number; playerId: string; at: Date },
) =>
  postMovement(trx, machine, {
    ...{ ...given, fingerprint: given.requestId, kind: 'transit-out' },
    entries: [
      { account: transitOf(machine.id), amount: -cents },
      { account: creditOf(machine.id), amount: cents },
    ],
  })

/** The player's part of the credit, and the rest, which nobody loaded. */
export const creditOn = (machine: MachineState, { extra }: Cabinet): Credit => ({
  own: machine.credit,
  extra,
})

/**
 * Books a difference to the cabinet's credit that no game and no transfer explains. Returns the credit after
 * it, and whether the machine must be closed: with a player, or when something of the player's is missing.
 */
export async function postDrift(
  trx: Trx,
  machine: MachineState,
  {
    before,
    shown,
    own,
    requestId,
    at,
  }: { before: Credit; shown: number; own: string; requestId: string; at: Date },
): Promise<{ credit: Credit; closed: CloseReason | undefined }> {
  const change = reconcile(before, shown)
  if (!change) return { credit: before, closed: undefined }
  const playerId = machine.seat?.playerId
  await postEntries(trx, machine, { requestId, kind: 'drift', own, entries: change.entries, playerId, at })
  return {
    credit: change.credit,
    closed: playerId === undefined && change.entries.own === 0 ? undefined : 'drift',
  }
}

/** What a transaction has changed of a cabinet; what is absent stays. */
interface Changed {
  readonly credit?: Credit
  readonly lastGame?: number | undefined
  readonly lastBooked?: BookedGame
  readonly handPays?: Cabinet['handPays']
  readonly closed?: CloseReason | undefined
  /** What no booking explains of each meter. */
  readonly meters?: object
}

/** Stores it, if this process still owns the machine and knows its current state. */
async function store(trx: Trx, machine: MachineState, { credit, lastGame, closed, meters }: Changed) {
  const { rows } = await sql`
    with machine as (
      update machines set seq = seq + 1
      where ${currentRow(machine)}
      returning id
    )
    update cabinets set extra = coalesce(${credit?.extra ?? null}::bigint, extra),
      last_game = coalesce(${lastGame ?? null}::bigint, last_game), closed = coalesce(closed, ${closed ?? null}::text),
      meters = coalesce(${meters ? JSON.stringify(meters) : null}::jsonb, meters)
    from machine where machine_id = machine.id
    returning machine_id`.execute(trx)
  expectCurrent(rows[0])
}

/** Books a change of a cabinet in one transaction with what `work` posts, and then applies it. */
export async function book(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  work: (trx: Trx) => Promise<Changed>,
): Promise<void> {
  const changed = await transact(floor.db, async (trx) => {
    const changed = await work(trx)
    await store(trx, machine, changed)
    return changed
  })
  const { credit = creditOn(machine, cabinet), closed } = changed
  machine.seq += 1
  machine.credit = credit.own
  cabinet.extra = credit.extra
  cabinet.lastGame = changed.lastGame ?? cabinet.lastGame
  cabinet.lastBooked = changed.lastBooked ?? cabinet.lastBooked
  cabinet.handPays = changed.handPays ?? cabinet.handPays
  if (closed !== undefined && cabinet.closed === undefined) {
    cabinet.closed = closed
    floor.log.error({ code: `cabinet-${closed}`, machine: machine.id }, 'a cabinet is closed for new players')
  }
}

/** Closes a machine for new players. */
export async function closeCabinet(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  reason: CloseReason,
): Promise<void> {
  if (cabinet.closed === undefined) await book(floor, machine, cabinet, async () => ({ closed: reason }))
}
