import * as v from 'valibot'
import { Code } from '../../../src/contract/codes.ts'
import {
  balanceOf,
  creditOf,
  HOUSE,
  houseOf,
  idempotent,
  lockAccounts,
  type MovementKind,
  postWithin,
  suspenseOf,
  transitOf,
  walletOf,
} from '../../ledger/ledger.ts'
import { type Result, refused } from '../../lib/result.ts'
import { recordOperatorAction, SETTLEMENT_IDS } from '../../players/operator-log.ts'
import { findPlayer } from '../../players/usernames.ts'
import type { Db } from '../../store/db.ts'
import { inTransaction, type Trx, transact } from '../../store/transaction.ts'
import { NO_SEAT } from '../floor-rows.ts'
import { countOnVisit } from '../start-transfer.ts'
import { NO_ENTRIES } from './divide-credit.ts'
import { writeFacts } from './report-facts.ts'
import { postEntries } from './store-changes.ts'

/*
 * An operator settles by hand a transfer that a cabinet will never answer, the credit on a cabinet that will
 * never connect again, a hand pay whose end was never reported, and money in suspense. Each settlement is an
 * operator's action with both figures. A running platform reads the changed row at the next beat or state of
 * the controller, and before its next command to the machine.
 */

export interface CabinetRow {
  readonly machine: number
  readonly name: string
  readonly player: string | null
  /** Cents: the player's part of the credit, in transit, in suspense, credit that nobody loaded. */
  readonly own: number
  readonly transit: number
  readonly suspense: number
  readonly extra: number
  /** The hand pays whose end the cabinet has not reported, cents. */
  readonly handPays: number
  readonly last_game: number | null
  readonly closed: string | null
  readonly transfer: string | null
}

/** All cabinets with their money. */
export async function listCabinets(db: Db): Promise<CabinetRow[]> {
  const rows = await db
    .selectFrom('cabinets as c')
    .innerJoin('machines as m', 'm.id', 'c.machine_id')
    .leftJoin('players as p', 'p.id', 'm.seat_player')
    .leftJoin('transfers as t', (join) =>
      join.onRef('t.machine_id', '=', 'c.machine_id').on('t.state', '=', 'pending'),
    )
    .select(['m.id as machine', 'm.name', 'p.username as player', 'c.extra', 'c.last_game', 'c.closed'])
    .select('t.id as transfer')
    .orderBy('m.id')
    .execute()
  const waiting = await db
    .selectFrom('hand_pays')
    .select((row) => ['machine_id', row.fn.sum<string>('cents').as('cents')])
    .where('state', '=', 'waiting')
    .groupBy('machine_id')
    .execute()
  const handPays = new Map(waiting.map(({ machine_id, cents }) => [machine_id, Number(cents)]))
  const accounts = await db.selectFrom('accounts').select(['id', 'balance']).execute()
  const balances = new Map(accounts.map(({ id, balance }) => [id, balance]))
  const of = (account: string) => balances.get(account) ?? 0
  return rows.map((row) => ({
    ...row,
    own: of(creditOf(row.machine)),
    transit: of(transitOf(row.machine)),
    suspense: of(suspenseOf(row.machine)),
    handPays: handPays.get(row.machine) ?? 0,
  }))
}

/** Makes a running platform read the machine again before its next write. */
const touch = (trx: Trx, machine: number) =>
  trx
    .updateTable('machines')
    .set((row) => ({ seq: row('seq', '+', 1) }))
    .where('id', '=', machine)
    .execute()

const record = (trx: Trx, action: string, target: object, at: Date) =>
  recordOperatorAction(trx, { action, target, outcome: 'done', ip: 'local', at })

const Settled = v.object({ cents: v.number() })
type Settled = Result<{ answer: { cents: number }; repeated: boolean }>

/**
 * Ends a transfer in place of its cabinet. `done`: the cabinet has executed it. Of a cash-out `cents` is
 * what the cabinet gave; the rest stays in suspense. A load has arrived whole or not at all. Codes: notFound
 * without such a transfer under way, invalidRequest.
 */
export function settleTransfer(
  db: Db,
  { id, outcome, cents: given, now }: { id: string; outcome: 'done' | 'refused'; cents?: number; now: Date },
): Promise<Settled> {
  const request = { requestId: SETTLEMENT_IDS.transfer(id), fingerprint: `settle ${outcome} ${given ?? ''}` }
  return idempotent(db, request, Settled, async (trx) => {
    const row = await trx
      .updateTable('transfers')
      .set({ state: 'settled', ended_at: now })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .returningAll()
      .executeTakeFirst()
    if (!row) return refused(Code.notFound)
    const { machine_id: machine, player_id: player, visit_id: visit, direction } = row
    const [transit, credit, wallet, suspense] = [
      transitOf(machine),
      creditOf(machine),
      walletOf(player),
      suspenseOf(machine),
    ]
    // The running platform may be booking a game that takes from what is in transit.
    const held = (await lockAccounts(trx, [transit, credit, wallet, suspense])).get(transit)?.balance ?? 0
    const isLoad = direction === 'load'
    // A load that is done and a cash-out that is refused are on the machine, the others in the wallet.
    const isOnMachine = isLoad === (outcome === 'done')
    if (given !== undefined && (isLoad || isOnMachine)) return refused(Code.invalidRequest)
    const cents = given ?? held
    if (!Number.isSafeInteger(cents) || cents < 0 || cents > held) return refused(Code.invalidRequest)
    const [cashIn, cashOut] = isOnMachine ? [0, 0] : isLoad ? [-held, 0] : [0, cents]
    await countOnVisit(trx, visit, cashIn, cashOut)
    await touch(trx, machine)
    const kind: MovementKind = isOnMachine ? 'transit-out' : isLoad ? 'cash-in-back' : 'cash-out'
    await record(trx, 'machines settle', { machine, transfer: id, outcome, held, cents }, now)
    const posting = {
      ...{ ...request, kind, machineId: String(machine), playerId: String(player), visitId: visit, at: now },
      entries: [
        { account: transit, amount: -held },
        { account: isOnMachine ? credit : wallet, amount: cents },
        { account: suspense, amount: held - cents },
      ],
    }
    return postWithin(trx, posting, () => ({ cents }))
  })
}

/**
 * Ends a player's visit to a cabinet that does not come back: the wallet gets `cents` of the credit, the rest
 * is in suspense. `held`: what the credit was. Codes: machineNotFound, notSeated, also for another player's
 * visit, machineBusy with a transfer under way, which is to be settled first, invalidRequest for more than
 * the credit.
 */
export function settleCredit(
  db: Db,
  order: { machine: number; playerId: string; cents: number; now: Date },
): Promise<Result<{ held: number }>> {
  const { machine, playerId, cents, now } = order
  return inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('machines')
      .select(['seat_player', 'visit_id'])
      .where('id', '=', machine)
      .where('driver', '=', 'controller')
      .forUpdate()
      .executeTakeFirst()
    if (!row) return refused(Code.machineNotFound)
    const { seat_player: player, visit_id: visit } = row
    // The cabinet may have come back meanwhile, and have another player.
    if (String(player) !== playerId || visit === null) return refused(Code.notSeated)
    const pending = trx.selectFrom('transfers').select('id').where('machine_id', '=', machine)
    if (await pending.where('state', '=', 'pending').executeTakeFirst()) return refused(Code.machineBusy)
    const { balance: held } = await balanceOf(trx, creditOf(machine))
    if (!Number.isSafeInteger(cents) || cents < 0 || cents > held) return refused(Code.invalidRequest)
    await record(trx, 'machines settle', { machine, visit, player: playerId, held, cents }, now)
    const requestId = SETTLEMENT_IDS.credit(visit)
    const entries = { ...NO_ENTRIES, own: -held, wallet: cents, suspense: held - cents }
    const order = { requestId, kind: 'cash-out' as const, own: creditOf(machine), entries, at: now }
    if (held > 0) await postEntries(trx, { id: `${machine}` }, { ...order, playerId, visitId: visit })
    await countOnVisit(trx, visit, 0, cents)
    await trx.updateTable('visits').set({ ended_at: now }).where('id', '=', visit).execute()
    await trx
      .updateTable('machines')
      .set((changed) => ({ ...NO_SEAT, seq: changed('seq', '+', 1) }))
      .where('id', '=', machine)
      .execute()
    return { ok: true, held }
  })
}

/**
 * Ends a hand pay that its cabinet never reported as ended. An attendant has paid it; its amount goes to
 * suspense. Code: notFound if no such hand pay is open.
 */
export function settleHandPay(
  db: Db,
  { machine, id, now }: { machine: number; id: string; now: Date },
): Promise<Result<{ cents: number }>> {
  return inTransaction(db, async (trx) => {
    const row = await trx
      .updateTable('hand_pays')
      .set({ state: 'attendant', ended_at: now })
      .where('machine_id', '=', machine)
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .returning(['cents', 'player_id'])
      .executeTakeFirst()
    if (!row) return refused(Code.notFound)
    const { cents, player_id: player } = row
    // The movement that the cabinet's report would have made.
    const order = {
      ...{ requestId: SETTLEMENT_IDS.handPay(machine, id), kind: 'hand-pay' as const, at: now },
      ...{ fingerprint: writeFacts('hand-pay', { to: 'attendant' }), playerId: player?.toString() },
      ...{ own: creditOf(machine), entries: { ...NO_ENTRIES, suspense: cents, house: -cents } },
    }
    await postEntries(trx, { id: `${machine}` }, order)
    await touch(trx, machine)
    await record(trx, 'machines settle', { machine, handPay: id, cents }, now)
    return { ok: true, cents }
  })
}

/**
 * Gives money in suspense to a player's wallet, or to the house (`player` undefined): once for each
 * reference. Codes: notFound, machineNotFound, amountTooLow for no money, balanceTooLow, requestIdReused.
 */
export async function settleSuspense(
  db: Db,
  order: { machine: number; cents: number; player: string | undefined; reference: string; now: Date },
): Promise<Settled> {
  const { machine, cents, player: username, reference, now } = order
  if (cents < 1) return refused(Code.amountTooLow)
  const found = username === undefined ? undefined : await findPlayer(db, username)
  if (username !== undefined && !found) return refused(Code.notFound)
  const player = found && String(found.id)
  const request = {
    requestId: SETTLEMENT_IDS.suspense(machine, reference),
    fingerprint: `settle ${machine} ${cents} ${player ?? HOUSE}`,
  }
  return idempotent(db, request, Settled, async (trx) => {
    const [from, to] = [suspenseOf(machine), player === undefined ? houseOf(machine) : walletOf(player)]
    const inSuspense = (await lockAccounts(trx, [from, to])).get(from)?.balance ?? 0
    // Read once no booking that changes it is under way.
    const cabinet = await trx
      .selectFrom('cabinets')
      .select('extra')
      .where('machine_id', '=', machine)
      .executeTakeFirst()
    if (!cabinet) return refused(Code.machineNotFound)
    // Credit that still is on the cabinet cannot be given away: the next reading would book it again.
    if (inSuspense - cabinet.extra < cents) return refused(Code.balanceTooLow)
    await record(trx, 'machines settle', { machine, cents, player: player ?? HOUSE, reference }, now)
    const posting = {
      ...{ ...request, kind: 'settle' as const, machineId: String(machine), at: now },
      ...(player !== undefined && { playerId: player }),
      entries: [
        { account: from, amount: -cents },
        { account: to, amount: cents },
      ],
    }
    return postWithin(trx, posting, () => ({ cents }))
  })
}

/** Admits new players again; the meters are taken as they are now. Code: machineNotFound. */
export function openCabinet(
  db: Db,
  { machine, now }: { machine: number; now: Date },
): Promise<Result<{ closed: string | null }>> {
  return transact(db, async (trx) => {
    const row = await trx
      .selectFrom('cabinets')
      .select('closed')
      .where('machine_id', '=', machine)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return refused(Code.machineNotFound)
    await trx
      .updateTable('cabinets')
      .set({ closed: null, meters: null })
      .where('machine_id', '=', machine)
      .execute()
    await touch(trx, machine)
    await record(trx, 'machines open', { machine, closed: row.closed }, now)
    return { ok: true, closed: row.closed }
  })
}
