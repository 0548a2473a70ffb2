import { type RawBuilder, sql } from 'kysely'
import { type GameDef, jackpotStakeOf } from '../games/game.ts'
import { creditOf, houseOf, jackpotOf, lockAccounts, postWithChange, toJson } from '../ledger/ledger.ts'
import type { Db } from '../store/db.ts'
import { inTransaction, retryDeadlocks, type Trx } from '../store/transaction.ts'
import { emitGame, type FloorContext, isActive, schedule, setJackpot } from './context.ts'
import { isSpinning, type MachineState, type Spin } from './machine.ts'
import { currentRow, expectCurrent, runOnMachine } from './run-on-machine.ts'

/** Tenths of the jackpot paid at the highest stake; the rest seeds the next one. */
const PAID_TENTHS = 9
/** The part of the jackpot that a hit at a game's highest stake pays. */
export const paidShareOf = (def: GameDef): number =>
  (PAID_TENTHS * Math.max(...def.stakes)) / (10 * jackpotStakeOf(def))
const SETTLE_RETRY_MS = 1000

/**
 * The jackpot's payout in cents. The probability of a hit does not depend on the stake, so the payout is
 * proportional to it: otherwise low stakes would return more than stated.
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
  const endSpin = (jackpot: number) => sql`machine as (
      update machines set seq = seq + 1, free_spins = ${freeSpins}, free_stake = ${freeStake},
        bonus_win = ${bonusWin}
      where ${currentRow(machine)}
        and exists (select from spins where id = ${spin.id} and settled_at is null)
      returning id
    ), change as (
      update spins set settled_at = ${at}, jackpot = ${jackpot} from machine
      where spins.id = ${spin.id}
      returning spins.id
    )`
  let jackpot = 0
  if (spin.jackpotHit) jackpot = await payWithJackpot(floor, machine, spin, at, endSpin)
  else if (spin.win > 0)
    expectCurrent(await retryDeadlocks(() => pay(floor.db, machine, spin, at, endSpin(0), 0)))
  else expectCurrent((await sql`with ${endSpin(0)} select id from change`.execute(floor.db)).rows[0])
  const credit = machine.credit + spin.win + jackpot
  Object.assign(machine, { seq: machine.seq + 1, credit, freeSpins, freeStake, bonusWin })
  Object.assign(spin, { jackpot, settled: true })
}

/** Books the win and the jackpot of a spin that `endSpin` ends, in one statement. Undefined: it has ended. */
function pay(
  db: Db | Trx,
  machine: MachineState,
  spin: Spin,
  at: Date,
  endSpin: RawBuilder<unknown>,
  jackpot: number,
) {
  const credit = machine.credit + spin.win + jackpot
  if (!Number.isSafeInteger(credit)) throw new RangeError(`a win of ${spin.win} could not be paid`)
  const posting = {
    requestId: `spin:${spin.id}:win`,
    fingerprint: `win ${spin.id}`,
    kind: 'win' as const,
    entries: [
      { account: houseOf(machine.id), amount: -spin.win },
      { account: jackpotOf(machine.brand.id), amount: -jackpot },
      { account: creditOf(machine.id), amount: spin.win + jackpot },
    ],
    machineId: machine.id,
    at,
    ...(machine.seat ? { playerId: machine.seat.playerId } : {}),
  }
  return postWithChange(db, endSpin, posting, toJson({ jackpot, credit }))
}

/**
 * Locks the jackpot, which other machines change, and pays its part and the win. Returns that part in cents.
 */
async function payWithJackpot(
  floor: FloorContext,
  machine: MachineState,
  spin: Spin,
  at: Date,
  endSpin: (jackpot: number) => RawBuilder<unknown>,
): Promise<number> {
  const pool = jackpotOf(machine.brand.id)
  // A hit is paid by the rules of its stake, also when the machine has other ones by now.
  const def = spin.rules?.def ?? machine.driver.drawnGame?.rules.def
  if (!def) throw new Error('a cabinet pays its own jackpots')
  const highest = jackpotStakeOf(def)
  const { jackpot, left } = await inTransaction(floor.db, async (trx) => {
    const before = (await lockAccounts(trx, [pool])).get(pool) ?? { balance: 0, version: 0 }
    const jackpot = jackpotPaid(before.balance, spin.stake, highest)
    const paid = expectCurrent(await pay(trx, machine, spin, at, endSpin(jackpot), jackpot))
    return { ok: true, jackpot, left: jackpot > 0 ? paid.after(pool) : before }
  })
  setJackpot(floor, machine.brand, left)
  return jackpot
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

/** ms until the reels stop; no more than they turn, also if the clock was set back since the start. */
export function remainingSpinMs(floor: FloorContext, machine: MachineState): number {
  if (!machine.spin || !isSpinning(machine)) return 0
  const { durationMs } = machine.driver
  return Math.min(durationMs, Math.max(0, machine.spin.startedAt + durationMs - floor.clock.now()))
}

/** Settles a spin that another process has started, if there is one, when its reels stop. */
export function resumeSpin(floor: FloorContext, machine: MachineState): void {
  if (isSpinning(machine)) scheduleSettle(floor, machine, remainingSpinMs(floor, machine))
}
