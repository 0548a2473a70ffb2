import { MachineAnswer } from '../../contract/machine-session.ts'
import type { Result } from '../../contract/result.ts'
import { rejoin } from '../../core/connection/actions.ts'
import { enqueueNotice } from '../../core/notices/state.ts'
import { session } from '../../core/session/state.ts'
import { call } from '../../net/api.ts'
import { takeSession } from '../lobby/state.ts'
import { happened, reconnect } from './state.ts'

const playerNow = () => {
  const now = session.peek()
  return now.status === 'player' ? now.user.id : undefined
}

/**
 * One command about the machine, posted once, whatever comes of it. Undefined: it was not the time for it, or the
 * player is gone and whoever is here now has nothing to do with it.
 */
async function post(type: 'cashout' | 'kick', path: string): Promise<Result<MachineAnswer> | undefined> {
  const { seat } = reconnect.peek()
  if (!seat || !happened({ type })) return undefined
  const player = playerNow()
  const result = await call(MachineAnswer, 'POST', path, { body: { machineId: seat.id } })
  if (player === undefined || player !== playerNow()) return undefined
  if (result.ok) {
    if (type === 'cashout') takeSession({ status: false })
    enqueueNotice('worked')
    happened({ type: 'answered', answer: { kind: 'ok' } })
  } else {
    // A refusal is a word of the server; anything else leaves open what was done.
    const kind = result.error.category === 'refused' ? 'refused' : 'lost'
    happened({ type: 'answered', answer: { kind, failure: result.error } })
  }
  return result
}

/**
 * Sends what is on the machine home and gives the machine up: the dialog goes, then `POST /player/cancel`. The
 * answer's `amount`, where the server tells it, is in cents. To be followed by `askTruth`.
 */
export async function cashOut(): Promise<Result<{ amount: number | undefined }> | undefined> {
  const result = await post('cashout', '/player/cancel')
  if (!result?.ok) return result
  return { ok: true, value: { amount: result.value?.Params?.amount ?? undefined } }
}

/** Sends this player's other page away from the machine: `POST /player/kick`. Then its page may be opened here. */
export function kick(): Promise<Result<unknown> | undefined> {
  return post('kick', '/player/kick')
}

/** Joins the notification server anew, which brings wallet and session, and shows how things stand. */
export async function askTruth(): Promise<void> {
  await rejoin()
  happened({ type: 'asked' })
}
