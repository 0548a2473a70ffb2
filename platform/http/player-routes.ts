import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ChatIdentity } from '../../src/contract/chat.ts'
import { Code, type RefusalCode } from '../../src/contract/codes.ts'
import { LoginRequest } from '../../src/contract/http.ts'
import { ClaimQuery, EndLoginRequest, PasswordRequest } from '../../src/contract/player.ts'
import type { Config } from '../config/config.ts'
import { normalizeAddress } from '../config/ip-addresses.ts'
import type { SettingsFile } from '../config/settings-file.ts'
import { balanceOf, walletOf } from '../ledger/ledger.ts'
import type { Refused } from '../lib/result.ts'
import { changePassword, profileOf } from '../players/account.ts'
import { readClaimRule } from '../players/claim-rules.ts'
import { type ClaimKind, claim } from '../players/claims.ts'
import { eventsOf, HistoryQuery, transactionsOf, visitsOf } from '../players/history.ts'
import type { LockOut } from '../players/lockout.ts'
import type { Logins } from '../players/logins.ts'
import { openLogins } from '../players/open-logins.ts'
import { pauseEnd } from '../players/own-limits.ts'
import type { PasswordQueue } from '../players/password-queue.ts'
import type { SignInService } from '../players/sign-in.ts'
import { deviceOf } from '../players/user-agent.ts'
import { authenticateBearer, type PlayerContext, requirePlayer } from './auth.ts'
import { parse } from './error-handler.ts'
import { errorAnswer, refuse, statusOf } from './error-responses.ts'
import { byAddress, exitLimit, perMinute } from './rate-limit.ts'

export interface PlayerRoutesOptions extends PlayerContext {
  signIn: SignInService
  logins: Logins
  lockOut: LockOut
  passwordQueue: PasswordQueue
  config: Pick<Config, 'limits' | 'discount' | 'bonus' | 'loginMs' | 'loginIdleMs'>
  settings: SettingsFile
  /** A player's pseudonym at the live chat provider; undefined: anonymous. */
  chatIdentity?: ((playerId: string) => ChatIdentity) | undefined
  /** Called for a change of a wallet outside a game. Amounts in cents. */
  onBalance(playerId: string, wallet: { balance: number; seq: number }): void
}

/** Login, wallet, account and history. */
export function playerRoutes(api: FastifyInstance, options: PlayerRoutesOptions): void {
  const { db, signIn, logins, lockOut, passwordQueue, player, reader, config, now } = options
  // Counts by address; the lockout counts by name.
  const loginLimit = perMinute(config.limits.logins, byAddress)
  // It returns the PIN's hash; called at each start of the app and for each new token.
  const validateLimit = perMinute(3 * config.limits.logins)
  // Logging out is permitted from any address.
  const anyAddress = requirePlayer(authenticateBearer(logins))

  api.post('/login', loginLimit, async (request, reply) => {
    const device = deviceOf(request.headers['user-agent'])
    const result = await signIn.login(parse(LoginRequest, request.body), normalizeAddress(request.ip), device)
    return result.ok ? result.answer : refusePassword(reply, result)
  })

  api.get(
    '/validate',
    validateLimit,
    reader(
      (identity, request) => signIn.renew(identity, normalizeAddress(request.ip)),
      async ({ playerId }, request) => {
        if (playerId !== undefined) await signIn.renewalFailed(playerId, normalizeAddress(request.ip))
      },
    ),
  )

  api.post(
    '/player/logout',
    exitLimit,
    anyAddress(async (identity, request) => {
      await signIn.logout(identity, normalizeAddress(request.ip))
      return { status: true, code: Code.success }
    }),
  )

  api.get(
    '/player/balance',
    player(async ({ playerId }) => {
      const { balance, version } = await balanceOf(db, walletOf(playerId))
      return { balance, seq: version }
    }),
  )

  const claimRoute = (kind: ClaimKind) =>
    player(async ({ playerId }, request, reply) => {
      const { requestId } = parse(ClaimQuery, request.query)
      const rule = await readClaimRule(kind, config, options.settings)
      if (!rule) return refuseClaim(reply, Code.notFound)
      const paused = await pauseEnd(db, playerId, now())
      if (paused !== undefined)
        return refuseClaim(reply, Code.ownPause, { until: new Date(paused).toISOString() })
      const result = await claim(db, { playerId, kind, requestId, rule, now: now() })
      if (!result.ok) return refuseClaim(reply, result.code, result.params)
      const { amount, balance, seq } = result.answer
      if (!result.repeated) options.onBalance(playerId, { balance, seq })
      return { status: true, Params: { amount }, code: Code.success, ErrorMessage: '' }
    })
  api.get('/player/discount', claimRoute('discount'))
  api.get('/player/bonus', claimRoute('bonus'))

  api.get(
    '/player/profile',
    reader((identity) => profileOf(db, identity)),
  )

  api.get(
    '/player/chat-identity',
    player(async ({ playerId }, _request, reply) =>
      options.chatIdentity ? options.chatIdentity(playerId) : refuse(reply, Code.notFound),
    ),
  )

  api.post(
    '/player/password',
    loginLimit,
    player(async (identity, request, reply) => {
      const change = parse(PasswordRequest, request.body)
      const about = { identity, lockOut, passwordQueue, ip: normalizeAddress(request.ip), now: now() }
      const result = await changePassword(db, logins, { ...change, ...about })
      return result.ok ? { status: true, code: Code.success } : refusePassword(reply, result)
    }),
  )
  recordRoutes(api, options)
}

/** The player's records: open logins, wallet movements, visits, account events. */
function recordRoutes(
  api: FastifyInstance,
  { db, signIn, player, reader, config, now }: PlayerRoutesOptions,
): void {
  api.get(
    '/player/logins',
    reader((identity) => openLogins(db, identity, config, now())),
  )

  api.post(
    '/player/logins/end',
    exitLimit,
    player(async ({ playerId }, request) => {
      const { id } = parse(EndLoginRequest, request.body)
      await signIn.logout({ playerId, loginId: id }, normalizeAddress(request.ip))
      return { status: true, code: Code.success }
    }),
  )

  api.get(
    '/player/transactions',
    reader(({ playerId }, request) => transactionsOf(db, playerId, parse(HistoryQuery, request.query))),
  )

  api.get(
    '/player/sessions',
    reader(({ playerId }, request) => visitsOf(db, playerId, parse(HistoryQuery, request.query), now())),
  )

  api.get(
    '/player/events',
    reader(({ playerId }, request) => eventsOf(db, playerId, parse(HistoryQuery, request.query))),
  )
}

/** A full password queue is the platform's load, not the client's: 503. */
function refusePassword(reply: FastifyReply, { code, params }: Refused) {
  if (code !== Code.tooManyRequests) return refuse(reply, code, params)
  return refuse(reply.header('retry-after', String(params?.seconds)), code, params, 503)
}

/** A refused claim has the fields of a claim's answer and those of an error. */
function refuseClaim(reply: FastifyReply, code: RefusalCode, params: Record<string, string | number> = {}) {
  if (typeof params.seconds === 'number') reply.header('retry-after', params.seconds)
  return reply.code(statusOf(code)).send({ status: false, ...errorAnswer(code, params) })
}
