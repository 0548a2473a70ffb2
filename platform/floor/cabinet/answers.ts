import type { Result } from '../../lib/result.ts'
import type { Cabinet } from '../../machines/cabinet/cabinet.ts'
import type { ToController } from '../../machines/cabinet/controller-messages.ts'
import type { FloorContext } from '../context.ts'
import type { MachineState } from '../machine.ts'
import type { Booked } from './book-reports.ts'
import { closeCabinet } from './store-changes.ts'

/* The platform's answers to the messages of a controller. */

/** How long a command may be on its way to its controller. */
const COMMAND_MS = 2000

export type Answer = Result<{ answers: ToController[] }>
export const answer = (...answers: ToController[]): Answer => ({ ok: true, answers })

type ErrorCode = Extract<ToController, { type: 'error' }>['code']
const TEXTS: Readonly<Record<ErrorCode, string>> = {
  unreadable: 'the message cannot be read',
  'hello-first': 'a connection begins with hello',
  'unknown-id': 'no such id',
  'number-back': 'the number of this game is not above the last one',
  conflict: 'this was reported before, with other figures',
}
export const errorMessage = (code: ErrorCode, id?: string): Extract<ToController, { type: 'error' }> => ({
  ...{ type: 'error', code, text: TEXTS[code] },
  ...(id !== undefined && { id }),
})

/**
 * The questions about a transfer under way and about presses without an answer. They are not sent just after
 * the command: between processes the question may take a faster way, and a cabinet then refuses the command
 * for good.
 */
export function askStatus(
  { clock }: FloorContext,
  { pending, command, unanswered }: Cabinet,
): ToController[] {
  const sent = new Map(unanswered)
  if (pending) sent.set(pending.id, command?.id === pending.id ? command.at : Number.NEGATIVE_INFINITY)
  return [...sent]
    .filter(([, at]) => clock.steady() - at >= COMMAND_MS)
    .map(([id]) => ({ type: 'status', id }))
}

/** Acknowledges a report that is booked; another one that is known with other figures closes the machine. */
export async function acknowledge(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  of: 'game' | 'handpay' | 'handpay-done',
  id: string,
  booked: Booked | 'unknown-id',
): Promise<Answer> {
  if (booked === 'booked') return answer({ type: 'ack', of, id })
  floor.log.warn({ code: `controller-${booked}`, machine: machine.id, of, id }, 'a report was not booked')
  if (booked === 'conflict') await closeCabinet(floor, machine, cabinet, 'conflict')
  return answer({ ...errorMessage(booked, id), of })
}
