import type { FastifyRequest } from 'fastify'
import type { Identity, Logins } from '../players/logins.ts'
import { bearerToken } from './auth.ts'
import { byAddress, isExit } from './rate-limit.ts'

/**
 * For so long a login that was read as open counts as open, in ms: requests above a limit read no database.
 */
const OPEN_FOR_MS = 1000
/** Logins that are remembered; the oldest are forgotten first. */
const MAX_LOGINS = 10_000

/**
 * The budget that a request counts to: of its player, because a venue's kiosks share an address, and for an
 * exit of its login alone. A token proves its login only while that is open: until it has been read as open,
 * and once it has ended, a request counts to its address.
 */
export function createBudgets(logins: Pick<Logins, 'signedBy' | 'verify' | 'onEnded'>, now: () => number) {
  /** When a login was last read as open, in ms since 1970; undefined: it has ended, which is for ever. */
  const known = new Map<string, number | undefined>()

  function remember(loginId: string, openAt: number | undefined): void {
    known.delete(loginId)
    known.set(loginId, openAt)
    const [oldest] = known.keys()
    if (known.size > MAX_LOGINS && oldest !== undefined) known.delete(oldest)
  }
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
    // Without its database the platform knows no login.
    const login = token && (await openLogin(token).catch(() => undefined))
    if (!login) return byAddress(request)
    return isExit(request) ? `login ${login.loginId}` : `player ${login.playerId}`
  }
}
