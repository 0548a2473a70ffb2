import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { MachineRequest } from '../../src/contract/end-visit.ts'
import { Id } from '../../src/contract/money.ts'
import { normalizeAddress } from '../config/ip-addresses.ts'
import type { OperatorPort } from '../floor/ports/interfaces.ts'
import { type Result, refused } from '../lib/result.ts'
import { changeBan } from '../players/account-commands.ts'
import type { Logins } from '../players/logins.ts'
import { type ActionOrigin, type OperatorAction, recordOperatorAction } from '../players/operator-log.ts'
import type { Db } from '../store/db.ts'
import { bearerToken, tokenComparison } from './auth.ts'
import { parse } from './error-handler.ts'
import { refuse } from './error-responses.ts'
import { limitRate } from './rate-limit.ts'

/** The floor's operator commands. */
export type OperatorOperations = Pick<OperatorPort, 'setFault' | 'quit' | 'beginIdleClose' | 'expel'>

export interface AdminRoutesOptions {
  db: Db
  logins: Logins
  floor: OperatorOperations
  /** The operator's token. */
  token: string
  callsPerMinute: number
  /** ms since 1970. */
  now: () => number
}

const PlayerRequest = v.object({
  username: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100), v.regex(/^\P{Cc}*$/u)),
  banned: v.boolean(),
})
const StateRequest = v.object({ machineId: Id, state: v.picklist(['ok', 'error', 'offline']) })
const QuitRequest = v.object({
  ...MachineRequest.entries,
  message: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
})

/**
 * The admin API: bans players, takes machines out of service, ends visits. It affects no outcome and no
 * wallet. Every call is stored as a row of the books, and logged at the default level with its target and
 * without the token.
 */
export async function adminRoutes(app: FastifyInstance, options: AdminRoutesOptions): Promise<void> {
  const { db, logins, floor } = options
  const isToken = tokenComparison(options.token)
  await limitRate(app, 'admin', options.callsPerMinute)
  // Before the token is compared, to limit guessing.
  app.addHook('onRequest', app.rateLimit())
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isToken(bearerToken(request))) return
    request.log.warn({ route: request.routeOptions.url, ip: request.ip }, "an operator's call was refused")
    return refuse(reply.header('www-authenticate', 'Bearer'), Code.badSignature)
  })

  type Handled = readonly [target: object, result: Result<object>]

  /** `handle` stores the call, and returns the target for the log, and the result. */
  function call<S extends v.GenericSchema>(
    url: string,
    schema: S,
    handle: (request: v.InferOutput<S>, origin: ActionOrigin) => Promise<Handled>,
  ): void {
    app.post(url, async (request, reply) => {
      const origin = { action: url, ip: normalizeAddress(request.ip), at: new Date(options.now()) }
      const [target, result] = await handle(parse(schema, request.body), origin)
      const outcome = result.ok ? 'done' : result.code
      request.log.warn({ route: url, ip: request.ip, ...target, outcome }, "an operator's call")
      if (!result.ok) return refuse(reply, result.code, result.params)
      return { status: true, code: Code.success }
    })
  }

  /** Stores a call when its result is known. One that fails may have had its effect, and is stored too. */
  async function recorded(
    origin: ActionOrigin,
    target: object,
    operate: () => Promise<Result<object>>,
  ): Promise<Handled> {
    let outcome: OperatorAction['outcome'] = Code.serverError
    try {
      const result = await operate()
      outcome = result.ok ? 'done' : result.code
      return [target, result]
    } finally {
      await recordOperatorAction(db, { ...origin, target, outcome })
    }
  }

  call('/admin/player', PlayerRequest, async ({ username, banned }, origin) => {
    const changed = await changeBan(db, { username, banned }, origin)
    if (!changed) return recorded(origin, { banned }, async () => refused(Code.notFound))
    const { player, ended } = changed
    for (const loginId of ended) logins.notifyEnded(loginId, Code.banned)
    return [{ player, banned }, banned ? await floor.expel(player) : { ok: true }]
  })
  call('/admin/machine', StateRequest, ({ machineId, state }, origin) => {
    const fault = state === 'ok' ? undefined : state
    return recorded(origin, { machine: machineId, state }, () => floor.setFault(machineId, fault))
  })
  call('/admin/quit', QuitRequest, ({ machineId, message }, origin) =>
    recorded(origin, { machine: machineId }, () => floor.quit(machineId, message)),
  )
  call('/admin/close', MachineRequest, ({ machineId }, origin) =>
    recorded(origin, { machine: machineId }, () => floor.beginIdleClose(machineId)),
  )
}
