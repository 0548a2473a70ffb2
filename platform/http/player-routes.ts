import type { FastifyInstance, FastifyReply } from 'fastify'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { LoginRequest, PasswordRequest } from '../../src/contract/http.ts'
import { RequestId } from '../../src/contract/money.ts'
import type { Config } from '../config.ts'
import { balanceOf, walletOf } from '../ledger/ledger.ts'
import { changePassword, profileOf } from '../players/account.ts'
import { type ClaimKind, claim } from '../players/claims.ts'
import { HistoryQuery, transactionsOf, visitsOf } from '../players/history.ts'
import type { Sessions } from '../players/sessions.ts'
import type { SignInService } from '../players/sign-in.ts'
import type { Db } from '../store/db.ts'
import type { forPlayers } from './auth.ts'
import { parse } from './errors.ts'
import { errorAnswer, refuse, statusOf } from './refusals.ts'

export interface PlayerRoutesOptions {
  db: Db
  signIn: SignInService
  sessions: Sessions
  player: ReturnType<typeof forPlayers>
  config: Pick<Config, 'limits' | 'discount' | 'bonus'>
  /** ms since 1970. */
  now: () => number
  /** A wallet changed outside a game: tell the player's sockets. Amounts in cents. */
  onBalance(playerId: string, wallet: { balance: number; seq: number }): void
}

const ClaimQuery = v.object({ requestId: RequestId })
const MINUTE = 60_000

/** The calls about a player: signing in, the wallet, the account and its history. */
export function playerRoutes(api: FastifyInstance, options: PlayerRoutesOptions): void {
  const { db, signIn, sessions, player, config, now } = options
  // Guessing passwords is what this slows down: it counts by address, the lock-out counts by name.
  const strict = { config: { rateLimit: { max: config.limits.logins, timeWindow: MINUTE } } }

  api.post('/login', strict, async (request, reply) => {
    const result = await signIn.login(parse(LoginRequest, request.body), request.ip)
    return result.ok ? result.answer : refuse(reply, result.code, result.params)
  })

  api.get(
    '/validate',
    player(async (identity, request) => signIn.renew(identity, request.ip)),
  )

  api.post(
    '/player/logout',
    player(async (identity, request) => {
      await signIn.logout(identity, request.ip)
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
      const result = await claim(db, { playerId, kind, requestId, rule: config[kind], now: now() })
      if (!result.ok) return refuseClaim(reply, result.code, result.params)
      const { amount, balance, seq } = result.answer
      if (!result.repeated) options.onBalance(playerId, { balance, seq })
      return { status: true, Params: { amount }, code: Code.success, ErrorMessage: '' }
    })
  api.get('/player/discount', claimRoute('discount'))
  api.get('/player/bonus', claimRoute('bonus'))

  api.get(
    '/player/profile',
    player((identity) => profileOf(db, identity)),
  )

  api.post(
    '/player/password',
    strict,
    player(async (identity, request, reply) => {
      const change = parse(PasswordRequest, request.body)
      const result = await changePassword(db, sessions, { ...change, identity, ip: request.ip, now: now() })
      return result.ok ? { status: true, code: Code.success } : refuse(reply, result.code, result.params)
    }),
  )

  api.get(
    '/player/transactions',
    player(({ playerId }, request) => transactionsOf(db, playerId, parse(HistoryQuery, request.query))),
  )

  api.get(
    '/player/sessions',
    player(({ playerId }, request) => visitsOf(db, playerId, parse(HistoryQuery, request.query), now())),
  )
}

/** A refused claim has the shape of a claim's answer and that of every refusal at once. */
function refuseClaim(reply: FastifyReply, code: number, params: Record<string, string | number> = {}) {
  if (typeof params.seconds === 'number') reply.header('retry-after', params.seconds)
  return reply.code(statusOf(code)).send({ status: false, ...errorAnswer(code, params) })
}
