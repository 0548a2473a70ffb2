import { Code } from '../../contract/codes.ts'
import { MachineAnswer } from '../../contract/end-visit.ts'
import type { Failure, Result } from '../../contract/result.ts'
import { resync } from '../../core/connection/actions.ts'
import { expectEnd, expectNoEnd } from '../../core/connection/own-end.ts'
import { enqueueCommandSuccess } from '../../core/notices/queue.ts'
import { createLoginLatest } from '../../core/session/state.ts'
import { call } from '../../net/api.ts'
import { applySession, heldMachine, heldMachineMark, isHeldMachineReported } from '../lobby/state.ts'
import { dispatch, reconnect } from './state.ts'

const logins = createLoginLatest()

/** Interval of the rejoins, ms. */
const RESYNC_INTERVAL_MS = 1000

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Sends a command that ends a visit of the player. */
async function endVisit(
  command: 'cancel' | 'kick',
  body: { machineId: string; automatic?: true },
): Promise<Result<MachineAnswer>> {
  expectEnd('leave')
  const result = await call(MachineAnswer, 'POST', `/player/${command}`, { body })
  if (result.ok) expectEnd('leave')
  else if (result.error.category === 'refused') expectNoEnd()
  return result
}

/** Rejoins until the server has reported the player's seat again. */
async function resyncSession(isWanted: () => boolean): Promise<void> {
  const mark = heldMachineMark()
  while (isWanted() && !isHeldMachineReported(mark)) {
    await Promise.race([resync(), sleep(RESYNC_INTERVAL_MS)])
    if (!isHeldMachineReported(mark)) await sleep(RESYNC_INTERVAL_MS)
  }
}

/**
 * Cancels a machine, which returns its credit to the wallet: `POST /player/cancel`. After a lost answer the
 * outcome is unknown. The request is then repeated only if `mayRetry` allows it and the server has reported
 * that the machine is still held and not played elsewhere. With `mayRetry` it is automatic: no player has
 * asked for it. Undefined if the login has ended meanwhile.
 */
export async function cancelMachine(
  machineId: string,
  mayRetry?: () => boolean,
): Promise<Result<MachineAnswer> | undefined> {
  const login = logins.mark()
  const body = { machineId, ...(mayRetry && { automatic: true as const }) }
  for (;;) {
    const result = await endVisit('cancel', body)
    if (logins.isStale(login)) return undefined
    if (result.ok) applySession({ status: false })
    if (result.ok || result.error.category === 'refused' || !mayRetry?.()) return result
    await resyncSession(mayRetry)
    const held = heldMachine.peek()
    if (!mayRetry() || held?.id !== machineId || held.status === 'playing') return result
  }
}

/** Gives back a seat with nothing on it; see leaveEmptySeat in core/connection/state.ts. */
export async function leaveSeat(id: string): Promise<Failure | undefined> {
  const left = await cancelMachine(id)
  if (!left || left.ok || left.error.category !== 'refused') return undefined
  // No credit to move, or no seat any more.
  const { code } = left.error
  return code === Code.nothingToCashOut || code === Code.notSeated ? undefined : left.error
}

/**
 * Sends a command about the shown machine. Undefined if the dialog does not offer the command now, or if the
 * login has ended meanwhile.
 */
async function runCommand(
  type: 'cashout' | 'kick',
  send: (machineId: string) => Promise<Result<MachineAnswer> | undefined>,
): Promise<Result<MachineAnswer> | undefined> {
  const { machine } = reconnect.peek()
  if (!machine || !dispatch({ type })) return undefined
  const login = logins.mark()
  const result = await send(machine.id)
  if (!result || logins.isStale(login)) return undefined
  if (result.ok) {
    enqueueCommandSuccess()
    dispatch({ type: 'answered', answer: { kind: 'ok' } })
  } else {
    // A refusal is the server's answer; after any other failure the outcome is unknown.
    const kind = result.error.category === 'refused' ? 'refused' : 'lost'
    dispatch({ type: 'answered', answer: { kind, failure: result.error } })
  }
  return result
}

/**
 * Cancels the shown machine; the dialog closes first. `amount`: the returned credit in cents, if the server
 * reports it. Call `resyncAfterCommand` afterwards.
 */
export async function cashOut(): Promise<Result<{ amount: number | undefined }> | undefined> {
  const result = await runCommand('cashout', cancelMachine)
  if (!result?.ok) return result
  return { ok: true, value: { amount: result.value?.Params?.amount ?? undefined } }
}

/** Makes the player's other page leave the machine, so that it can be opened here: `POST /player/kick`. */
export function kick(): Promise<Result<unknown> | undefined> {
  return runCommand('kick', (machineId) => endVisit('kick', { machineId }))
}

/** Rejoins the notification server, which reports wallet and seat again, and then shows the result. */
export async function resyncAfterCommand(): Promise<void> {
  await resync()
  dispatch({ type: 'asked' })
}
