import { sql } from 'kysely'
import * as v from 'valibot'
import { GameState } from '../../src/contract/live.ts'
import { jackpotShareOf, type Outcome } from '../games/game.ts'
import {
  creditOf,
  houseOf,
  jackpotOf,
  playerRequestId,
  postedOnce,
  postWithChange,
  toJson,
} from '../ledger/ledger.ts'
import type { Result } from '../lib/result.ts'
import type { Rules } from '../machines/driver.ts'
import { retryDeadlocks } from '../store/transaction.ts'
import { stakeError } from './command-checks.ts'
import { emitStatus, type FloorContext, nextIdleAt, setJackpot, toDate } from './context.ts'
import {
  gameState,
  hasBonus,
  isOfItsGame,
  type MachineState,
  rulesOf,
  type Seat,
  type Spin,
} from './machine.ts'
import { currentRow, expectCurrent } from './run-on-machine.ts'
import { scheduleSettle, settle } from './settle-spin.ts'

const SpinAnswer = v.object({ game: GameState })

interface SpinCommand {
  readonly requestId: string
  readonly stake: number
  /** Played at the end of the visit, also on a machine out of order. */
  readonly unwatched?: boolean
}

/**
 * The SQL of the change that stores the spin and counts it on the machine and its visit; the change's id is
 * the spin's. It changes nothing if the player has changed a limit after `limitsId`; null: no limit counts.
 */
function storeSpin(
  machine: MachineState,
  seat: Seat,
  spin: Omit<Spin, 'id'>,
  { requestId, idleAt, limitsId }: { requestId: string; idleAt: number | undefined; limitsId: number | null },
) {
  const { free, stake } = spin
  const { hash, def } = expectRules(spin)
  return sql`machine as (
      update machines set
        seq = seq + 1,
        stake = ${free ? machine.stake : stake},
        free_spins = free_spins - ${free ? 1 : 0},
        bonus_win = ${free ? machine.bonusWin : 0},
        idle_at = ${toDate(idleAt)}
      where ${currentRow(machine)}
        and not exists (select from player_limits where player_id = ${seat.playerId} and id > ${limitsId}::bigint)
      returning id
    ), visit as (
      update visits set spins = spins + ${free ? 0 : 1}, free_spins = free_spins + ${free ? 1 : 0}
      from machine where visits.id = ${seat.visitId}
    ), change as (
      insert into spins (request_id, machine_id, player_id, visit_id, game, definition, stake, free, stops, wins, win,
        jackpot_hit, free_awarded, created_at)
      select ${requestId}, id, ${seat.playerId}, ${seat.visitId}, ${def.id}, ${hash},
        ${stake}, ${free},
        ${JSON.stringify(spin.stops)}, ${JSON.stringify(spin.wins)}, ${spin.win}, ${spin.jackpotHit},
        ${spin.freeAwarded}, ${new Date(spin.startedAt)}
      from machine
      returning id
    )`
}

function expectRules({ rules }: Pick<Spin, 'rules'>): Rules {
  if (!rules) throw new Error('a spin without rules')
  return rules
}

function toSpin(
  outcome: Outcome,
  rules: Rules,
  stake: number,
  free: boolean,
  startedAt: number,
): Omit<Spin, 'id'> {
  const { stops, wins, win, freeSpins, jackpot } = outcome
  return {
    stake,
    win,
    rules,
    free,
    freeAwarded: freeSpins,
    jackpotHit: jackpot,
    jackpot: 0,
    stops,
    wins,
    startedAt,
    settled: false,
  }
}

/** The machine's state while the spin runs. */
function spinningState(machine: MachineState, spin: Spin): Partial<MachineState> {
  const { free, stake } = spin
  return {
    seq: machine.seq + 1,
    spin,
    ...(free ? { freeSpins: machine.freeSpins - 1 } : { stake, bonusWin: 0 }),
  }
}

/**
 * Takes the stake and draws the outcome in one statement. A hundredth of the stake feeds the jackpot, whose
 * account all machines of the brand change. A free spin takes nothing and is played at the stake that won it.
 * `stake` in cents.
 */
async function startSpin(
  floor: FloorContext,
  machine: MachineState,
  playerId: string,
  command: SpinCommand,
): Promise<Result<{ game: GameState }>> {
  const request = {
    requestId: playerRequestId(playerId, command.requestId),
    fingerprint: `spin ${machine.id} ${command.stake}`,
  }
  const pool = jackpotOf(machine.brand.id)
  let next: Partial<MachineState> = {}
  const startedAt = floor.clock.steady()
  const result = await postedOnce(floor.db, request, SpinAnswer, async () => {
    // The statement that stores the spin fails if the player has just changed a limit.
    const asked = { ...command, command: 'spin' as const, provesLimits: true }
    const error = await stakeError(floor, machine, playerId, asked)
    if (error) return error
    const game = expectCurrent(machine.driver.drawnGame)
    const seat = expectCurrent(machine.seat)
    const rules = rulesOf(machine, game)
    const free = hasBonus(machine)
    const stake = free ? machine.freeStake : command.stake
    const limitsId = free ? null : floor.ownLimits.knownId(playerId)
    const now = floor.clock.now()
    const idleAt = command.unwatched ? machine.idleAt : nextIdleAt(floor, machine, true)
    const spin = toSpin(game.draw(rules, stake, free), rules, stake, free, now)
    const share = jackpotShareOf(stake)
    const entries = [
      { account: creditOf(machine.id), amount: -stake },
      { account: houseOf(machine.id), amount: stake - share },
      { account: pool, amount: share },
    ]
    const posting = {
      ...request,
      playerId,
      machineId: machine.id,
      at: new Date(now),
      ...(free ? { kind: 'free-spin' as const, entries: [] } : { kind: 'stake' as const, entries }),
    }
    const credit = machine.credit - (free ? 0 : stake)
    const stateWith = (id: string) => ({ ...spinningState(machine, { ...spin, id }), credit })
    const answerWith = (id: string) => ({ game: gameState({ ...machine, ...stateWith(id) }) })
    const change = storeSpin(machine, seat, spin, { ...request, idleAt, limitsId })
    const answer = sql`jsonb_set(${toJson(answerWith(''))}, '{game,spin,id}', to_jsonb(change.id::text))`
    const posted = await retryDeadlocks(() => postWithChange(floor.db, change, posting, answer))
    const { id, after } = expectCurrent(posted)
    next = stateWith(id)
    if (!free && share > 0) setJackpot(floor, machine.brand, after(pool))
    return { ok: true, answer: answerWith(id) }
  })
  if (!result.ok) return result
  if (!result.repeated) {
    Object.assign(machine, next, { playedAt: startedAt })
    floor.unplayed.refill(playerId)
  }
  return { ok: true, game: result.answer.game }
}

/**
 * Starts a spin and shows it, within work that runs on the machine. Codes: notSeated, sessionTerminated,
 * machineBusy, stakeNotOffered, creditTooLow, machineOutOfOrder, requestIdReused, stopping, and those of
 * own-limits.ts.
 */
export async function spinReels(
  floor: FloorContext,
  machine: MachineState,
  playerId: string,
  command: Omit<SpinCommand, 'unwatched'>,
): Promise<Result<{ game: GameState }>> {
  const previous = machine.spin
  const result = await startSpin(floor, machine, playerId, command)
  const { spin } = machine
  if (!result.ok || !spin || spin === previous) return result
  const { id, stops, wins, free, stake } = spin
  if (isOfItsGame(machine, spin)) machine.driver.showSpin({ spinId: id, stops, wins, free, stake })
  machine.driver.showMeters({ ...result.game })
  scheduleSettle(floor, machine, machine.driver.durationMs)
  emitStatus(floor, machine)
  return result
}

/**
 * Plays a spin under way and the free spins left to their end when their game is not the machine's any more,
 * whose picture cannot show them.
 */
export async function finishOtherGame(floor: FloorContext, machine: MachineState): Promise<void> {
  if (!machine.spin || isOfItsGame(machine, machine.spin)) return
  await settle(floor, machine)
  while (hasBonus(machine)) await playOut(floor, machine)
}

/** Plays and settles a free spin at once, without video. */
export async function playOut(floor: FloorContext, machine: MachineState): Promise<void> {
  const seat = expectCurrent(machine.seat)
  // Cannot collide: players' request ids have no colon.
  const requestId = `play-out:${machine.id}:${machine.seq}`
  const command = { requestId, stake: machine.freeStake, unwatched: true }
  const result = await startSpin(floor, machine, seat.playerId, command)
  if (!result.ok) throw new Error(`a free spin could not be played out: ${result.code}`)
  await settle(floor, machine)
}
