import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type * as v from 'valibot'
import type { PUSHES, PushName } from '../../src/contract/live.ts'
import { errorAnswer } from '../http/error-responses.ts'
import type { Refused } from '../lib/result.ts'

/** What a client may send: any event with anything in it, until a schema has read it. */
interface Events {
  [event: string]: (...given: unknown[]) => void
}
type Pushes = { [N in PushName]: (payload: v.InferInput<(typeof PUSHES)[N]>) => void }

/** Who a socket belongs to, known since its handshake. */
export interface Identity {
  readonly playerId: string
  readonly loginId: string
}

export type RealtimeServer = Server<Events, Pushes, DefaultEventsMap, Identity>
export type RealtimeSocket = Socket<Events, Pushes, DefaultEventsMap, Identity>

/** Everybody who watches the floor. */
export const FLOOR = 'floor'
/** A player's notification sockets. */
export const notificationRoom = (playerId: string) => `notices:${playerId}`
/** All sockets of a player, of both kinds. */
export const playerRoom = (playerId: string) => `player:${playerId}`
export const loginRoom = (loginId: string) => `login:${loginId}`

/** A refusal as an acknowledgement carries it. */
export function refusal({ code, params }: Omit<Refused, 'ok'>) {
  return { ok: false as const, ...errorAnswer(code, params) }
}
