import type { GameState } from '../../../src/contract/live.ts'
import type { MachineDriver } from '../driver.ts'
import { type Cabinet, reportOf, runningGameOf } from './cabinet.ts'

/**
 * The credit on a cabinet, without what is on its way there or back, whether or not the meter has it yet.
 * `credit`: the booked one, cents.
 */
function shownCredit({ report, extra, pending, lastGame = 0 }: Cabinet, credit: number): number {
  const booked = credit + extra
  // A newer game is booked than the report knows.
  if (!report || report.games < lastGame) return booked
  if (!pending) return report.credit
  if (pending.direction === 'load') return Math.min(report.credit, booked)
  return Math.max(0, report.credit - pending.cents)
}

/**
 * The cabinet's meter is the truth; the books are without its controller, and when they know a newer game.
 * A game runs until it is booked, so that its number, stake and win come together.
 */
export function cabinetGameState(
  cabinet: Cabinet,
  { seq, credit, visitId }: Parameters<MachineDriver['gameState']>[0],
): GameState {
  const { report, lastGame = 0, lastBooked } = cabinet
  const running = runningGameOf(cabinet)
  const isCurrent = report !== undefined && report.games >= lastGame
  const booked = lastBooked && lastBooked.visitId === visitId ? lastBooked : undefined
  const stake = report?.stake ?? booked?.stake ?? 0
  const ended = booked && { id: String(booked.number), stake: booked.stake, win: booked.win }
  const spin = running === undefined ? ended : { id: String(running), stake, win: 0 }
  const win = isCurrent ? report.win : (booked?.win ?? 0)
  return {
    ...{ seq, freeSpins: 0, bonusWin: 0 },
    phase: running === undefined ? 'idle' : 'spinning',
    credit: shownCredit(cabinet, credit),
    stake,
    win: running === undefined ? win : 0,
    spin: spin ? { ...spin, free: false, jackpot: 0 } : null,
    cabinet: reportOf(cabinet, visitId),
  }
}
