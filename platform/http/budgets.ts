import type { FastifyRequest } from 'fastify'
import { setNewest } from '../lib/set-newest.ts'
import type { Identity, Logins } from '../players/logins.ts'
import { bearerToken } from './auth.ts'
import { byAddress, isExit } from './rate-limit.ts'

/**
 * A login that was read as open counts as open for this long, ms, so that requests above a limit read no
 * database.
 */
const OPEN_FOR_MS = 1000
/** Maximum number of remembered logins; the oldest are forgotten first. */
const MAX_LOGINS = 10_000

/**
 * The budget of a request: that of its player, because a venue's kiosks share an address; for an exit, that
 * of its login. A token proves its login only while the login is open. Before it has been read as open, and
 * after it has ended, a request counts to its address. `now`: ms on a steady clock.
 */
export function createBudgets(logins: Pick<Logins, 'signedBy' | 'verify' | 'onEnded'>, now: () => number) {
  /** When a login was last read as open, by `now`. Undefined if it has ended, which is final. */
  const known = new Map<string, number | undefined>()

  const remember = (loginId: string, openAt: number | undefined) =>
    setNewest(known, loginId, openAt, MAX_LOGINS)
  logins.onEnded((loginId) => remember(loginId, undefined))

  async function openLogin(token: string): Promise<Identity | undefined> {
    const signed = await logins.signedBy(token)
    if (!signed) return undefined
    const { loginId } = signed
    const openAt = known.get(loginId)
    if (openAt === undefined && known.has(loginId)) return undefined
    if (openAt !== undefined && now() - openAt < OPEN_FOR_MS) return signed
    const verified = await logins.verify(token)
    remember(loginId, verified.ok ? now() : undefined)
    return verified.ok ? signed : undefined
  }

  return async (request: FastifyRequest): Promise<string> => {
    const token = bearerToken(request)
    // Without its database the platform cannot verify a login.
    const login = token && (await openLogin(token).catch(() => undefined))
    if (!login) return byAddress(request)
    return isExit(request) ? `login ${login.loginId}` : `player ${login.playerId}`
  }
}
