import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type * as v from 'valibot'
import type { PUSHES, PushName } from '../../src/contract/live.ts'
import { errorAnswer } from '../http/error-responses.ts'
import type { Refused } from '../lib/result.ts'
import type { Identity } from '../players/logins.ts'

/** Client events are untyped until a schema has parsed them. */
interface Events {
  [event: string]: (...given: unknown[]) => void
}
type Pushes = { [N in PushName]: (payload: v.InferInput<(typeof PUSHES)[N]>) => void }

/** The owner of a socket, set at the handshake, until the token expires, in ms since 1970. */
export interface VerifiedIdentity extends Identity {
  readonly expiresAt: number
}

export type RealtimeServer = Server<Events, Pushes, DefaultEventsMap, VerifiedIdentity>
export type RealtimeSocket = Socket<Events, Pushes, DefaultEventsMap, VerifiedIdentity>

/** The room of all notification sockets. */
export const FLOOR = 'floor'
/** The room of a player's notification sockets. */
export const notificationRoom = (playerId: string) => `notices:${playerId}`
/** The room of a player's notification and game sockets. */
export const playerRoom = (playerId: string) => `player:${playerId}`
export const loginRoom = (loginId: string) => `login:${loginId}`

/** A refusal as an acknowledgement. */
export function toErrorAck({ code, params }: Omit<Refused, 'ok'>) {
  return { ok: false as const, ...errorAnswer(code, params) }
}
