import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import type { Dispose } from '../../src/contract/result.ts'
import { WHEP_ALLOW_HEADERS, WHEP_EXPOSE_HEADERS } from '../config/headers/cors.ts'
import type { FollowLogin } from '../players/follow-login.ts'
import type { VideoEngine } from '../video/client/engine.ts'
import type { Authenticate } from './auth.ts'
import { compressResponse } from './compress-response.ts'
import { refuse } from './error-responses.ts'
import { iceServerLinks } from './ice-servers.ts'
import { createWhepAuth, type WhepAuth } from './whep-auth.ts'
import { layerRoutes } from './whep-layers.ts'
import { FRAGMENT, refuseChange, SDP, Target, textOf, typeOf } from './whep-messages.ts'
import { createOfferHandler, type OfferOptions } from './whep-offers.ts'
import { createWhepSessions, newEtag, type WhepSession, type WhepSessions } from './whep-sessions.ts'

export interface WhepOptions extends OfferOptions {
  readonly engine: VideoEngine
  readonly authenticate: Authenticate
  /** Calls the listener for machines whose owner may have changed. Returns the unsubscribe function. */
  readonly onSeat?: (listener: (machineId: string) => void) => () => void
  /** Whether players may watch machines that they do not play. */
  readonly spectators?: boolean
  /** Sessions that a player may have open; a further one closes the oldest. */
  readonly perPlayer?: number
  /** Answers a request of a session that another process opened. */
  readonly forward?: (
    sessionId: string,
    request: FastifyRequest,
  ) => Promise<{ status: number; headers: Record<string, string | string[]>; body: string } | undefined>
  /** Calls the listener for logins that end, e.g. by a ban; their sessions are closed. Returns the unsubscribe function. */
  readonly onEnded?: (listener: (loginId: string) => void) => Dispose
  /** Reports when no token of a login is valid any more; its sessions are closed. */
  readonly followLogin?: FollowLogin
}

const RESOURCE = '/whep/:machineId'
const SESSION = '/whep/:machineId/:sessionId'

/**
 * Video by WHEP (draft-ietf-wish-whep): POST an offer for a machine, PATCH candidates or an ICE restart, DELETE to
 * leave. A session belongs to the player who opened it and does not exist for anybody else. Others than
 * the player at the machine have a picture only where the operator permits spectators.
 */
export async function whepRoutes(app: FastifyInstance, options: WhepOptions): Promise<void> {
  const { engine } = options
  const sessions = createWhepSessions(engine, options.perPlayer ?? 4, options.followLogin)
  const auth = createWhepAuth(options.authenticate)
  const stopEnding = endSessions(options, sessions, auth)
  app.addHook('onClose', async () => stopEnding())
  const mayWatch = (machineId: string, playerId: string) =>
    options.spectators === true || options.ownerOf(machineId) === playerId
  /** The Link header for OPTIONS of who may have the picture; a browser's preflight has no token. */
  const linksFor = async (request: FastifyRequest): Promise<string[]> => {
    const verified = request.headers.authorization ? await options.authenticate(request) : undefined
    if (!verified?.ok) return []
    const { machineId } = v.parse(Target, request.params)
    const { playerId } = verified.identity
    const isPermitted = options.machine(machineId) && mayWatch(machineId, playerId)
    return isPermitted ? iceServerLinks(options.iceServers?.(playerId) ?? []) : []
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser([SDP, FRAGMENT], { parseAs: 'string' }, (_, body, done) => done(null, body))
    scope.addHook('onRequest', async (request, reply) => {
      // The platform's own app needs none of them.
      if (request.headers['sec-fetch-site'] === 'same-origin') return
      // Any origin: the token travels in a header, and there are no cookies.
      reply.headers({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': WHEP_EXPOSE_HEADERS,
      })
    })
    scope.addHook('preHandler', async (request, reply) => {
      const { sessionId } = v.parse(Target, request.params)
      const answer = sessionId === '' ? undefined : await options.forward?.(sessionId, request)
      if (answer) return reply.code(answer.status).headers(answer.headers).send(answer.body)
    })
    preflightRoutes(scope, RESOURCE, ['POST'], linksFor)
    preflightRoutes(scope, SESSION, ['PATCH', 'DELETE'], linksFor)
    const offers = { onRequest: auth.onlyPlayers, onSend: compressResponse }
    scope.post(RESOURCE, offers, createOfferHandler(options, sessions, auth, mayWatch))
    await sessionRoutes(scope, engine, sessions, auth)
  })
}

/** Closes sessions with their login, and with the seat of their player. Returns the stop function. */
function endSessions(options: WhepOptions, sessions: WhepSessions, auth: WhepAuth): Dispose {
  const stopClosed = options.engine.onClosed((id) => sessions.remove(id))
  const stopEnded = options.onEnded?.((loginId) => {
    auth.countEnding()
    sessions.endLogin(loginId)
  })
  const stopSeat = options.onSeat?.((machineId) => {
    const owner = options.ownerOf(machineId)
    if (owner !== undefined && !options.spectators) sessions.seat(machineId, owner)
  })
  return () => {
    stopClosed()
    stopEnded?.()
    stopSeat?.()
  }
}

/** What a player does with an open session: PATCH, DELETE and the choice of a layer. */
async function sessionRoutes(
  scope: FastifyInstance,
  engine: VideoEngine,
  sessions: WhepSessions,
  auth: WhepAuth,
): Promise<void> {
  const findSession = (request: FastifyRequest) => {
    const { machineId, sessionId } = v.parse(Target, request.params)
    const session = sessions.find(sessionId, machineId, auth.identityOf(request).playerId)
    return session && { sessionId, session }
  }

  scope.patch(SESSION, { onRequest: auth.onlyPlayers }, async (request, reply) => {
    const found = findSession(request)
    if (!found) return refuse(reply, Code.notFound)
    if (typeOf(request) !== FRAGMENT) {
      return refuse(reply.header('accept-patch', FRAGMENT), Code.invalidRequest, undefined, 415)
    }
    const match = request.headers['if-match']
    if (match === undefined) return refuse(reply, Code.invalidRequest, undefined, 428)
    if (match === '*') return restartIce(engine, found, request, reply)
    if (match !== found.session.etag) return refuse(reply, Code.invalidRequest, undefined, 412)
    const added = await engine.candidate(found.sessionId, textOf(request))
    return 'refused' in added ? refuseChange(reply, added) : reply.code(204).send()
  })

  scope.delete(SESSION, { onRequest: auth.onlyPlayers }, async (request, reply) => {
    const found = findSession(request)
    if (!found) return refuse(reply, Code.notFound)
    engine.close(found.sessionId)
    sessions.remove(found.sessionId)
    return reply.code(200).send()
  })

  const ownSession = (request: FastifyRequest) => findSession(request)?.sessionId
  await layerRoutes(scope, { engine, onlyPlayers: auth.onlyPlayers, ownSession })
}

/** OPTIONS for a URL, and 405 for every method that it does not allow. */
function preflightRoutes(
  scope: FastifyInstance,
  url: string,
  methods: string[],
  linksFor: (request: FastifyRequest) => Promise<string[]>,
): void {
  const allow = [...methods, 'OPTIONS'].join(', ')
  scope.options(url, async (request, reply) => {
    const link = await linksFor(request)
    return reply
      .headers({
        'access-control-allow-methods': allow,
        'access-control-allow-headers': WHEP_ALLOW_HEADERS,
        'access-control-max-age': '86400',
        'accept-post': SDP,
        'accept-patch': FRAGMENT,
        ...(link.length > 0 && { link, 'cache-control': 'no-store' }),
      })
      .code(204)
      .send()
  })
  scope.route({
    method: ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'].filter((method) => !methods.includes(method)),
    url,
    exposeHeadRoute: false,
    handler: async (_, reply) => refuse(reply.header('allow', allow), Code.invalidRequest, undefined, 405),
  })
}

async function restartIce(
  engine: VideoEngine,
  { sessionId, session }: { sessionId: string; session: WhepSession },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const restarted = await engine.restartIce(sessionId, textOf(request))
  if ('refused' in restarted) return refuseChange(reply, restarted)
  session.etag = newEtag()
  return reply
    .code(200)
    .headers({ 'content-type': FRAGMENT, etag: session.etag, 'cache-control': 'no-store' })
    .send(restarted.fragment)
}
