import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logins } from '../players/logins.ts'
import { bearerToken, type RequirePlayer } from './auth.ts'

/** As many as a page of the app makes at once. */
const MAX_AT_ONCE = 3
/** Before a call that has waited: a multiple of the time that the one before it took. */
const PAUSE_FACTOR = 5
const MAX_PAUSE_MS = 50

interface Turns {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * Wraps handlers as `player` does. Of one player only a few calls run at once, and the others wait before any
 * of their work and with pauses: whatever one player reads, others have half of the platform's time and most
 * of its connections to the database.
 */
export function readInTurns(player: RequirePlayer, logins: Pick<Logins, 'signedBy'>): RequirePlayer {
  const players = new Map<string, Turns>()

  /** Resolves when it is the call's turn. Returns the function that ends it. */
  async function enter(playerId: string): Promise<() => void> {
    const turns = players.get(playerId) ?? { running: 0, waiting: [] }
    players.set(playerId, turns)
    if (turns.running < MAX_AT_ONCE) turns.running += 1
    else await new Promise<void>((resolve) => turns.waiting.push(resolve))
    const startedAt = performance.now()
    return () => {
      const next = turns.waiting.shift()
      // It has the place of this call.
      if (next) setTimeout(next, Math.min(MAX_PAUSE_MS, PAUSE_FACTOR * (performance.now() - startedAt)))
      else turns.running -= 1
      if (turns.running === 0) players.delete(playerId)
    }
  }

  return (...handlers) => {
    const handle = player(...handlers)
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const token = bearerToken(request)
      const login = token && (await logins.signedBy(token))
      // It is refused without reading anything.
      if (!login) return handle(request, reply)
      const leave = await enter(login.playerId)
      try {
        return await handle(request, reply)
      } finally {
        leave()
      }
    }
  }
}
