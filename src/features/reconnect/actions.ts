import { MachineAnswer } from '../../contract/machine-session.ts'
import type { Result } from '../../contract/result.ts'
import { resync } from '../../core/connection/actions.ts'
import { enqueueCommandSuccess } from '../../core/notices/queue.ts'
import { session } from '../../core/session/state.ts'
import { call } from '../../net/api.ts'
import { applySession, heldMachine, sessionRevision } from '../lobby/state.ts'
import { dispatch, reconnect } from './state.ts'

const playerNow = () => {
  const now = session.peek()
  return now.status === 'player' ? now.user.id : undefined
}

/** ms from one request for the session to the next. */
const RESYNC_INTERVAL_MS = 1000

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Rejoins until the server has reported the session anew. */
async function resyncSession(isWanted: () => boolean): Promise<void> {
  const revision = sessionRevision()
  while (isWanted() && revision === sessionRevision()) {
    await Promise.race([resync(), sleep(RESYNC_INTERVAL_MS)])
    if (revision === sessionRevision()) await sleep(RESYNC_INTERVAL_MS)
  }
}

/**
 * Gives a machine up, which moves its credit to the wallet: `POST /player/cancel`. A lost answer leaves open whether
 * it was carried out, so it is sent again only after the server has reported the session anew, while the machine is
 * still held and `mayRetry` allows it. Undefined when the player has changed meanwhile.
 */
export async function cancelMachine(
  machineId: string,
  mayRetry: () => boolean = () => false,
): Promise<Result<MachineAnswer> | undefined> {
  const player = playerNow()
  for (;;) {
    const result = await call(MachineAnswer, 'POST', '/player/cancel', { body: { machineId } })
    if (player === undefined || player !== playerNow()) return undefined
    if (result.ok) applySession({ status: false })
    if (result.ok || result.error.category === 'refused' || !mayRetry()) return result
    await resyncSession(mayRetry)
    if (!mayRetry() || heldMachine.peek()?.id !== machineId) return result
  }
}

/**
 * One command about the shown machine. Undefined when the dialog does not allow it now, or when the player has
 * changed meanwhile.
 */
async function runCommand(
  type: 'cashout' | 'kick',
  send: (machineId: string) => Promise<Result<MachineAnswer> | undefined>,
): Promise<Result<MachineAnswer> | undefined> {
  const { machine } = reconnect.peek()
  if (!machine || !dispatch({ type })) return undefined
  const player = playerNow()
  const result = await send(machine.id)
  if (!result || player === undefined || player !== playerNow()) return undefined
  if (result.ok) {
    enqueueCommandSuccess()
    dispatch({ type: 'answered', answer: { kind: 'ok' } })
  } else {
    // A refusal is the server's answer; any other failure leaves open what was done.
    const kind = result.error.category === 'refused' ? 'refused' : 'lost'
    dispatch({ type: 'answered', answer: { kind, failure: result.error } })
  }
  return result
}

/**
 * Cancels the shown machine: the dialog closes first. The answer's `amount`, where the server reports it, is in cents.
 * To be followed by `resyncAfterCommand`.
 */
export async function cashOut(): Promise<Result<{ amount: number | undefined }> | undefined> {
  const result = await runCommand('cashout', cancelMachine)
  if (!result?.ok) return result
  return { ok: true, value: { amount: result.value?.Params?.amount ?? undefined } }
}

/** Sends this player's other page away from the machine: `POST /player/kick`. Then its page may be opened here. */
export function kick(): Promise<Result<unknown> | undefined> {
  const send = (machineId: string) => call(MachineAnswer, 'POST', '/player/kick', { body: { machineId } })
  return runCommand('kick', send)
}

/** Joins the notification server anew, which brings wallet and session, and shows how things stand. */
export async function resyncAfterCommand(): Promise<void> {
  await resync()
  dispatch({ type: 'asked' })
}
