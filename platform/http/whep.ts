import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import type { Dispose } from '../../src/contract/result.ts'
import { WHEP_ALLOW_HEADERS, WHEP_EXPOSE_HEADERS } from '../config/headers/cors.ts'
import { createQueues } from '../floor/keyed-queue.ts'
import type { FollowLogin } from '../players/follow-login.ts'
import type { Identity } from '../players/sessions.ts'
import type { VideoEngine } from '../video/client/engine.ts'
import type { VideoRefusal } from '../video/protocol/ipc.ts'
import type { Scene } from '../video/protocol/machine-state.ts'
import type { Publications } from '../video/sfu/publications.ts'
import type { Authenticate } from './auth.ts'
import { compressResponse } from './compress-response.ts'
import { refuse } from './error-responses.ts'
import { type IceServersOf, iceServerLinks } from './ice-servers.ts'
import { layerLinks, layerRoutes } from './whep-layers.ts'
import { createWhepSessions, newEtag, type WhepSession } from './whep-sessions.ts'

export interface WhepOptions {
  readonly engine: VideoEngine
  readonly authenticate: Authenticate
  /** The scene of a machine; undefined for an unknown one. */
  readonly machine: (id: string) => Scene | undefined
  /** Whether a machine has video at the moment. */
  readonly isOnline: (id: string) => boolean
  /** The player who is seated at a machine. */
  readonly ownerOf: (id: string) => string | undefined
  /** Calls the listener for machines whose owner may have changed. Returns the unsubscribe function. */
  readonly onSeat?: (listener: (machineId: string) => void) => () => void
  /** Whether players may watch machines that they do not play. */
  readonly spectators?: boolean
  /** Sent to viewers in Link headers, once they may have the picture. */
  readonly iceServers?: IceServersOf
  /** Answers viewers with the address of an SFU that has the picture; by default the engine answers their offers. */
  readonly sfu?: Pick<Publications, 'admit'> | undefined
  /** Answers a request of a session that another process opened. */
  readonly forward?: (
    sessionId: string,
    request: FastifyRequest,
  ) => Promise<{ status: number; headers: Record<string, string | string[]>; body: string } | undefined>
  /** Sessions that a player may have open; a further one closes the oldest. */
  readonly perPlayer?: number
  /** Calls the listener for logins that end, e.g. by a ban; their sessions are closed. Returns the unsubscribe function. */
  readonly onEnded?: (listener: (loginId: string) => void) => Dispose
  /** Reports when no token of a login is valid any more; its sessions are closed. */
  readonly followLogin?: FollowLogin
}

const SDP = 'application/sdp'
const FRAGMENT = 'application/trickle-ice-sdpfrag'
const RESOURCE = '/whep/:machineId'
const SESSION = '/whep/:machineId/:sessionId'
/** Values of Retry-After in s: machine offline, no capacity, video process starting, other openings of the player, no SFU. */
const RETRY_AFTER_S = { offline: 5, full: 10, down: 1, busy: 1, sfu: 2 }
const Target = v.object({ machineId: v.string(), sessionId: v.optional(v.string(), '') })

/**
 * Video by WHEP (draft-ietf-wish-whep): POST an offer for a machine, PATCH candidates or an ICE restart, DELETE to
 * leave. A session belongs to the player who opened it and does not exist for anybody else. Others than
 * the player at the machine have a picture only where the operator permits spectators.
 */
export async function whepRoutes(app: FastifyInstance, options: WhepOptions): Promise<void> {
  const { engine, iceServers = () => [], perPlayer = 4 } = options
  const sessions = createWhepSessions(engine, perPlayer, options.followLogin)
  const openings = createQueues()
  /** Openings that run or wait, by player. */
  const pending = new Map<string, number>()
  const auth = createWhepAuth(options.authenticate)
  const stopClosed = engine.onClosed((id) => sessions.remove(id))
  const stopEnded = options.onEnded?.((loginId) => {
    auth.countEnding()
    sessions.endLogin(loginId)
  })
  const stopSeat = options.onSeat?.((machineId) => {
    const owner = options.ownerOf(machineId)
    if (owner !== undefined && !options.spectators) sessions.endOthers(machineId, owner)
  })
  app.addHook('onClose', async () => {
    stopClosed()
    stopEnded?.()
    stopSeat?.()
  })

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser([SDP, FRAGMENT], { parseAs: 'string' }, (_, body, done) => done(null, body))
    scope.addHook('onRequest', async (_, reply) => {
      // Any origin: the token travels in a header, and there are no cookies.
      reply.headers({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': WHEP_EXPOSE_HEADERS,
      })
    })
    const mayWatch = (machineId: string, playerId: string) =>
      options.spectators || options.ownerOf(machineId) === playerId
    /** The Link header for OPTIONS of who may have the picture; a browser's preflight has no token. */
    const linksFor = async (request: FastifyRequest): Promise<string[]> => {
      const verified = request.headers.authorization ? await options.authenticate(request) : undefined
      if (!verified?.ok) return []
      const { machineId } = v.parse(Target, request.params)
      const { playerId } = verified.identity
      const isPermitted = options.machine(machineId) && mayWatch(machineId, playerId)
      return isPermitted ? iceServerLinks(iceServers(playerId)) : []
    }
    scope.addHook('preHandler', async (request, reply) => {
      const { sessionId } = v.parse(Target, request.params)
      const answer = sessionId === '' ? undefined : await options.forward?.(sessionId, request)
      if (answer) return reply.code(answer.status).headers(answer.headers).send(answer.body)
    })
    preflightRoutes(scope, RESOURCE, ['POST'], linksFor)
    preflightRoutes(scope, SESSION, ['PATCH', 'DELETE'], linksFor)

    const findSession = (request: FastifyRequest) => {
      const { machineId, sessionId } = v.parse(Target, request.params)
      const session = sessions.find(sessionId, machineId, auth.identityOf(request).playerId)
      return session && { sessionId, session }
    }

    const offers = { onRequest: auth.onlyPlayers, onSend: compressResponse }
    scope.post(RESOURCE, offers, async (request, reply) => {
      const { machineId } = v.parse(Target, request.params)
      const scene = options.machine(machineId)
      if (!scene) return refuse(reply, Code.machineNotFound)
      if (typeOf(request) !== SDP) return refuse(reply, Code.invalidRequest, undefined, 415)
      if (!options.isOnline(machineId))
        return retryLater(reply, RETRY_AFTER_S.offline, Code.machineOutOfOrder, 409)
      const { playerId, loginId } = auth.identityOf(request)
      if (!mayWatch(machineId, playerId)) return refuse(reply, Code.notSeated, undefined, 403)
      if (options.sfu) {
        const address = await options.sfu.admit(machineId, playerId)
        if (!address) return retryLater(reply, RETRY_AFTER_S.sfu, Code.pipelineFailed, 503)
        return reply.code(307).headers({ location: address, 'cache-control': 'no-store' }).send()
      }
      const count = pending.get(playerId) ?? 0
      if (count >= perPlayer) return retryLater(reply, RETRY_AFTER_S.busy, Code.tooManyRequests, 429)
      pending.set(playerId, count + 1)
      // One after the other: the limit holds for peers that are being opened too.
      const opened = await openings
        .run(playerId, async () => {
          if (request.raw.socket.destroyed) return undefined
          sessions.makeRoom(playerId)
          const answer = await engine.open(scene, textOf(request), options.ownerOf(machineId) === playerId)
          if ('refused' in answer) return answer
          return { ...answer, ...sessions.add(answer.session, { machineId, playerId, loginId }) }
        })
        .finally(() => {
          const left = (pending.get(playerId) ?? 1) - 1
          if (left > 0) pending.set(playerId, left)
          else pending.delete(playerId)
        })
      if (!opened) return
      if ('refused' in opened) return refuseOffer(reply, opened)
      const { session: id, answer, etag } = opened
      // The client is gone, so it could never delete the session.
      if (request.raw.socket.destroyed) return engine.close(id)
      const ended = await auth.verifyAgain(request)
      if (ended) {
        engine.close(id)
        return refuse(reply.header('www-authenticate', 'Bearer'), ended.code, ended.params, 401)
      }
      // Another player took the seat meanwhile.
      if (!mayWatch(machineId, playerId)) {
        engine.close(id)
        return refuse(reply, Code.notSeated, undefined, 403)
      }
      const location = `/whep/${encodeURIComponent(machineId)}/${id}`
      const link = [...iceServerLinks(iceServers(playerId)), ...layerLinks(location)]
      const headers = { 'content-type': SDP, location, etag, 'accept-patch': FRAGMENT, link }
      return reply
        .code(201)
        .headers({ ...headers, 'cache-control': 'no-store' })
        .send(answer)
    })

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
  })
}

/** Authenticates before a body is read, and again if a login ended meanwhile. */
function createWhepAuth(authenticate: Authenticate) {
  const identities = new WeakMap<FastifyRequest, Identity & { endings: number }>()
  let endings = 0
  return {
    countEnding() {
      endings += 1
    },
    async onlyPlayers(request: FastifyRequest, reply: FastifyReply) {
      const before = endings
      const verified = await authenticate(request)
      if (verified.ok) identities.set(request, { ...verified.identity, endings: before })
      else return refuse(reply.header('www-authenticate', 'Bearer'), verified.code, verified.params, 401)
    },
    identityOf: (request: FastifyRequest): Identity =>
      identities.get(request) ?? { playerId: '', loginId: '' },
    /** The refusal if the request's login ended since `onlyPlayers`. */
    async verifyAgain(request: FastifyRequest) {
      if (identities.get(request)?.endings === endings) return undefined
      const verified = await authenticate(request)
      return verified.ok ? undefined : verified
    },
  }
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

function refuseOffer(reply: FastifyReply, { refused }: VideoRefusal) {
  if (refused === 'full') return retryLater(reply, RETRY_AFTER_S.full, Code.pipelineFailed, 503)
  if (refused === 'sdp') return refuse(reply, Code.invalidRequest, undefined, 400)
  if (refused === 'offer') return refuse(reply, Code.invalidRequest, undefined, 406)
  return retryLater(reply, RETRY_AFTER_S.down, Code.pipelineFailed, 503)
}

/** After 422 and 404 a client opens a new session. */
function refuseChange(reply: FastifyReply, { refused }: VideoRefusal) {
  if (refused === 'unknown') return refuse(reply, Code.notFound)
  if (refused === 'fragment') return refuse(reply, Code.invalidRequest, undefined, 400)
  if (refused === 'restart') return refuse(reply, Code.invalidRequest, undefined, 422)
  return retryLater(reply, RETRY_AFTER_S.down, Code.pipelineFailed, 503)
}

function retryLater(reply: FastifyReply, seconds: number, code: number, status: number) {
  return refuse(reply.header('retry-after', String(seconds)), code, undefined, status)
}

const typeOf = (request: FastifyRequest) =>
  (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

const textOf = ({ body }: FastifyRequest) => (typeof body === 'string' ? body : '')
