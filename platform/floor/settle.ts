import { sql } from 'kysely'
import { creditOf, houseOf, jackpotOf, lockAccounts, postWithin } from '../ledger/ledger.ts'
import type { Db } from '../store/db.ts'
import { inTransaction, type Trx } from '../store/transaction.ts'
import { emitGame, type FloorContext, isActive, schedule, setJackpot } from './context.ts'
import { isSpinning, type MachineState, type Spin } from './machine.ts'
import { restoreVideo } from './open-floor.ts'
import { expectCurrent, runOnMachine } from './run-on-machine.ts'

/** Tenths of the jackpot paid at the highest stake; the rest seeds the next one. */
const PAID_TENTHS = 9
/** PAID_TENTHS as a share, for the game rules. */
export const PAID_SHARE = PAID_TENTHS / 10
const SETTLE_RETRY_MS = 1000

/**
 * The payout of a hit in cents. The probability of a hit does not depend on the stake, so the payout is proportional
 * to it: otherwise low stakes would return more than stated.
 */
export function jackpotPaid(pool: number, stake: number, highest: number): number {
  return Number((BigInt(pool) * BigInt(PAID_TENTHS) * BigInt(stake)) / (10n * BigInt(highest)))
}

/** Pays the running spin's win and ends the spin, once. Throws if the database fails. */
export async function settle(floor: FloorContext, machine: MachineState): Promise<void> {
  const { spin } = machine
  if (!spin || spin.settled) return
  const freeSpins = machine.freeSpins + spin.freeAwarded
  const freeStake = spin.freeAwarded > 0 ? spin.stake : machine.freeStake
  const bonusWin = machine.bonusWin + (spin.free ? spin.win : 0)
  const at = new Date(floor.clock.now())
  const endSpin = async (trx: Trx | Db, jackpot: number) => {
    const updated = await sql<{ id: number }>`
      with machine as (
        update machines set seq = seq + 1, free_spins = ${freeSpins}, free_stake = ${freeStake},
          bonus_win = ${bonusWin}
        where id = ${machine.id} and seq = ${machine.seq} and epoch = ${machine.epoch}
        returning id
      )
      update spins set settled_at = ${at}, jackpot = ${jackpot} from machine
      where spins.id = ${spin.id} and settled_at is null
      returning spins.id`.execute(trx)
    expectCurrent(updated.rows[0])
  }
  const paid =
    spin.win > 0 || spin.jackpotHit
      ? await pay(floor, machine, spin, at, endSpin)
      : await endSpin(floor.db, 0).then(() => ({ credit: machine.credit, jackpot: 0 }))
  Object.assign(machine, { seq: machine.seq + 1, credit: paid.credit, freeSpins, freeStake, bonusWin })
  spin.jackpot = paid.jackpot
  spin.settled = true
}

async function pay(
  floor: FloorContext,
  machine: MachineState,
  spin: Spin,
  at: Date,
  endSpin: (trx: Trx, jackpot: number) => Promise<void>,
): Promise<{ credit: number; jackpot: number }> {
  const credit = creditOf(machine.id)
  const house = houseOf(machine.id)
  const pool = jackpotOf(machine.brand.id)
  const entries = [
    { account: house, amount: -spin.win },
    { account: credit, amount: spin.win },
  ]
  const result = await inTransaction(floor.db, async (trx) => {
    const locked = spin.jackpotHit ? await lockAccounts(trx, [house, credit, pool]) : undefined
    const highest = Math.max(...machine.game.stakes)
    const jackpot = jackpotPaid(locked?.get(pool)?.balance ?? 0, spin.stake, highest)
    await endSpin(trx, jackpot)
    const posting = {
      requestId: `spin:${spin.id}:win`,
      fingerprint: `win ${spin.id}`,
      kind: 'win' as const,
      entries: locked
        ? [...entries, { account: pool, amount: -jackpot }, { account: credit, amount: jackpot }]
        : entries,
      machineId: machine.id,
      at,
      ...(machine.seat ? { playerId: machine.seat.playerId } : {}),
    }
    return postWithin(trx, posting, (after) => ({
      jackpot,
      credit: after(credit).balance,
      ...(locked ? { pool: after(pool) } : {}),
    }))
  })
  if (!result.ok) throw new Error(`a win could not be paid: ${result.code}`)
  if (result.answer.pool) setJackpot(floor, machine.brand, result.answer.pool)
  return result.answer
}

/** Settles when the reels stop; retries until the database answers. */
export function scheduleSettle(floor: FloorContext, machine: MachineState, ms: number): void {
  schedule(floor, `spin ${machine.id}`, ms, () => {
    void runOnMachine(floor, machine.id, async () => {
      await settle(floor, machine)
      return { ok: true }
    }).then((done) => {
      if (done.ok) emitGame(floor, machine)
      else if (isActive(floor, machine)) scheduleSettle(floor, machine, SETTLE_RETRY_MS)
    })
  })
}

/** ms until the reels stop. */
export function remainingSpinMs(floor: FloorContext, machine: MachineState): number {
  if (!machine.spin || !isSpinning(machine)) return 0
  return Math.max(0, machine.spin.startedAt + machine.game.durationMs - floor.clock.now())
}

/** Goes on with a spin that the database has: the video shows it, and it settles when its reels stop. */
export function resumeSpin(floor: FloorContext, machine: MachineState): void {
  restoreVideo(floor, machine)
  if (isSpinning(machine)) scheduleSettle(floor, machine, remainingSpinMs(floor, machine))
}
