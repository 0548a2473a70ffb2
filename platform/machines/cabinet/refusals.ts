import { Code } from '../../../src/contract/codes.ts'
import { type Command, type MachineRefusal, mayStake } from '../driver.ts'
import { type Cabinet, isOffered, runningGameOf } from './cabinet.ts'
import type { ButtonKind } from './controller-messages.ts'
import { isCashOutPaused } from './failed-cash-outs.ts'

/* What a cabinet does not do now, for reasons of its own: its door, a game under way, an attendant. */

/**
 * While an earlier press has no answer, the state may still show the stake from before it. In a game, a win
 * may be gambled; between games any button may be pressed.
 */
function pressRefusal(cabinet: Cabinet, kind: ButtonKind): MachineRefusal | undefined {
  const { report, fault, pending, unanswered } = cabinet
  if (!report || fault) return Code.machineOutOfOrder
  if (pending) return Code.machineBusy
  if (kind === 'gamble' && report.phase === 'playing') return undefined
  if (report.phase !== 'idle' || runningGameOf(cabinet) !== undefined) return Code.machineBusy
  return mayStake(kind) && unanswered.size > 0 ? Code.machineBusy : undefined
}

/** With a fault a cash-out is tried all the same. */
function cashOutRefusal(cabinet: Cabinet, now: number): MachineRefusal | undefined {
  const { report, fault } = cabinet
  const { phase } = report ?? {}
  const isUsed = phase === 'playing' || phase === 'handpay' || (phase === 'locked' && !fault)
  return isUsed || isCashOutPaused(cabinet, now) ? Code.machineBusy : undefined
}

/** As `refuses` of the driver. */
export function cabinetRefusal(cabinet: Cabinet, command: Command, now: number): MachineRefusal | undefined {
  switch (command) {
    case 'sit':
      return isOffered(cabinet) ? undefined : Code.machineOutOfOrder
    case 'load':
    case 'cash-out':
      if (cabinet.pending) return Code.machineBusy
      if (!cabinet.report) return Code.machineOutOfOrder
      return command === 'cash-out' ? cashOutRefusal(cabinet, now) : undefined
    default:
      return pressRefusal(cabinet, command)
  }
}

/**
 * What a press may stake of the credit, cents; undefined: nothing. `max` may start a game at the highest
 * stake. `gamble` stakes a win, which during a game is no credit yet.
 */
export function stakeOfPress(
  { report, hello }: Cabinet,
  kind: Exclude<ButtonKind, 'spin'>,
): number | undefined {
  // A kind without a case does not compile: what it stakes has to be decided.
  switch (kind) {
    case 'stake-up':
    case 'stake-down':
    case 'collect':
    case 'other':
      return undefined
    case 'max':
      return Math.max(report?.stake ?? 0, ...(hello?.stakes ?? []))
    case 'gamble':
      return report?.phase === 'playing' ? undefined : (report?.win ?? 0)
  }
}
