import { sql } from 'kysely'
import { creditOf, HOUSE, jackpotOf, lockAccounts, postWithin } from '../ledger/ledger.ts'
import type { Db } from '../store/db.ts'
import { inTransaction, type Trx } from '../store/transaction.ts'
import { expectCurrent, onMachine } from './command.ts'
import { type FloorContext, later, setJackpot, tellGame } from './context.ts'
import type { MachineState, Spin } from './machine.ts'

/** Tenths of a jackpot that the highest stake is paid; the rest is the seed of the next one. */
const PAID_TENTHS = 9
/** The same as a part of one, for what players are told. */
export const PAID_SHARE = PAID_TENTHS / 10
const SETTLE_AGAIN_MS = 1000

/**
 * What a hit is paid, cents, of a jackpot that holds `pool`. The chance of a hit is the same at every stake, so
 * the payment follows the stake: else the lowest stake would buy the whole jackpot, and all it gives back above
 * the stated return.
 */
export function jackpotPaid(pool: number, stake: number, highest: number): number {
  return Number((BigInt(pool) * BigInt(PAID_TENTHS) * BigInt(stake)) / (10n * BigInt(highest)))
}

/** Pays what the spin under way has won and ends it, once. Throws when the database can not. */
export async function settle(floor: FloorContext, machine: MachineState): Promise<void> {
  const { spin } = machine
  if (!spin || spin.settled) return
  const freeSpins = machine.freeSpins + spin.freeAwarded
  const freeStake = spin.freeAwarded > 0 ? spin.stake : machine.freeStake
  const bonusWin = machine.bonusWin + (spin.free ? spin.win : 0)
  const at = new Date(floor.clock.now())
  const end = async (trx: Trx | Db, jackpot: number) => {
    const ended = await sql<{ id: number }>`
      with machine as (
        update machines set seq = seq + 1, free_spins = ${freeSpins}, free_stake = ${freeStake},
          bonus_win = ${bonusWin}
        where id = ${machine.id} and seq = ${machine.seq}
        returning id
      )
      update spins set settled_at = ${at}, jackpot = ${jackpot} from machine
      where spins.id = ${spin.id} and settled_at is null
      returning spins.id`.execute(trx)
    expectCurrent(ended.rows[0])
  }
  const paid =
    spin.win > 0 || spin.jackpotHit
      ? await pay(floor, machine, spin, at, end)
      : await end(floor.db, 0).then(() => ({ credit: machine.credit, jackpot: 0 }))
  Object.assign(machine, { seq: machine.seq + 1, credit: paid.credit, freeSpins, freeStake, bonusWin })
  spin.jackpot = paid.jackpot
  spin.settled = true
}

async function pay(
  floor: FloorContext,
  machine: MachineState,
  spin: Spin,
  at: Date,
  end: (trx: Trx, jackpot: number) => Promise<void>,
): Promise<{ credit: number; jackpot: number }> {
  const credit = creditOf(machine.id)
  const pool = jackpotOf(machine.brand.id)
  const entries = [
    { account: HOUSE, amount: -spin.win },
    { account: credit, amount: spin.win },
  ]
  const result = await inTransaction(floor.db, async (trx) => {
    const held = spin.jackpotHit ? await lockAccounts(trx, [HOUSE, credit, pool]) : undefined
    const highest = Math.max(...machine.game.stakes)
    const jackpot = jackpotPaid(held?.get(pool)?.balance ?? 0, spin.stake, highest)
    await end(trx, jackpot)
    const posting = {
      requestId: `spin:${spin.id}:win`,
      fingerprint: `win ${spin.id}`,
      kind: 'win' as const,
      entries: held
        ? [...entries, { account: pool, amount: -jackpot }, { account: credit, amount: jackpot }]
        : entries,
      machineId: machine.id,
      at,
      ...(machine.seat ? { playerId: machine.seat.playerId } : {}),
    }
    return postWithin(trx, posting, (after) => ({
      jackpot,
      credit: after(credit).balance,
      ...(held ? { pool: after(pool) } : {}),
    }))
  })
  if (!result.ok) throw new Error(`a win could not be paid: ${result.code}`)
  if (result.answer.pool) setJackpot(floor, machine.brand, result.answer.pool)
  return result.answer
}

/** Settles when the reels stand; a database that is away is asked again until it is there. */
export function settleLater(floor: FloorContext, machine: MachineState, ms: number): void {
  later(floor, `spin ${machine.id}`, ms, () => {
    void onMachine(floor, machine.id, async () => {
      await settle(floor, machine)
      return { ok: true }
    }).then((done) => {
      if (done.ok) tellGame(floor, machine)
      else if (!floor.stopping) settleLater(floor, machine, SETTLE_AGAIN_MS)
    })
  })
}
