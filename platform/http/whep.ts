import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import type { Dispose } from '../../src/contract/result.ts'
import { WHEP_ALLOW_HEADERS, WHEP_EXPOSE_HEADERS } from '../config/headers/cors.ts'
import type { VideoEngine } from '../video/client/engine.ts'
import type { Viewer } from '../video/client/viewers.ts'
import type { Authenticate } from './auth.ts'
import { compressResponse } from './compress-response.ts'
import { refuse } from './error-responses.ts'
import { iceServerLinks } from './ice-servers.ts'
import { createWhepAuth, type WhepAuth } from './whep-auth.ts'
import { layerRoutes } from './whep-layers.ts'
import { FRAGMENT, refuseChange, SDP, Target, textOf, typeOf } from './whep-messages.ts'
import { createOfferHandler, type OfferOptions, type RightOf } from './whep-offers.ts'

export interface WhepOptions extends OfferOptions {
  readonly engine: VideoEngine
  readonly authenticate: Authenticate
  /**
   * Calls the listener for machines whose owner or status may have changed. Returns the unsubscribe function.
   */
  readonly onSeat?: (listener: (machineId: string) => void) => () => void
  /** Whether players may watch machines that they do not play. */
  readonly spectators?: boolean
  /** Whether viewers may select the sharp layer. */
  readonly hasSharpLayer?: boolean
  /** Answers a request of a viewer that another process opened. */
  readonly forward?: (
    viewerId: string,
    request: FastifyRequest,
  ) => Promise<{ status: number; headers: Record<string, string | string[]>; body: string } | undefined>
  /**
   * Calls the listener for logins that end, e.g. by a ban; their viewers are closed. Returns the unsubscribe
   * function.
   */
  readonly onEnded?: (listener: (loginId: string) => void) => Dispose
}

/** The path at which a machine's video is requested. */
export const whepPath = (machineId: string) => `/whep/${encodeURIComponent(machineId)}`

const RESOURCE = '/whep/:machineId'
const VIEWER = '/whep/:machineId/:viewerId'

/**
 * Video by WHEP (draft-ietf-wish-whep): POST an offer for a machine, PATCH candidates or an ICE restart,
 * DELETE to leave. A viewer belongs to the player who opened it and does not exist for anybody else. It ends
 * with the login and with the right that opened it: others than the player at the machine have a picture only
 * where the operator permits spectators.
 */
export async function whepRoutes(app: FastifyInstance, options: WhepOptions): Promise<void> {
  const auth = createWhepAuth(options.authenticate)
  const stopEnding = endViewers(options, auth)
  app.addHook('onClose', async () => stopEnding())
  const rightOf = createRights(options)
  /** The Link header for OPTIONS of who may have the picture; a browser's preflight has no token. */
  const linksFor = async (request: FastifyRequest): Promise<string[]> => {
    const verified = request.headers.authorization ? await options.authenticate(request) : undefined
    if (!verified?.ok) return []
    const { machineId } = v.parse(Target, request.params)
    const { identity, expiresAt } = verified
    const { playerId } = identity
    if (!options.machine(machineId) || (await options.readSeats?.(machineId)) === false) return []
    const right = rightOf(machineId, playerId)
    return right === 'seat' || right === 'watch'
      ? iceServerLinks(options.iceServers?.(playerId, expiresAt) ?? [])
      : []
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
      const { viewerId } = v.parse(Target, request.params)
      const answer = viewerId === '' ? undefined : await options.forward?.(viewerId, request)
      if (answer) return reply.code(answer.status).headers(answer.headers).send(answer.body)
    })
    preflightRoutes(scope, RESOURCE, ['POST'], linksFor)
    preflightRoutes(scope, VIEWER, ['PATCH', 'DELETE'], linksFor)
    const offers = { onRequest: auth.onlyPlayers, onSend: compressResponse }
    scope.post(RESOURCE, offers, createOfferHandler(options, auth, rightOf))
    await viewerRoutes(scope, options, auth)
  })
}

/**
 * Only a machine that is online, and whose player is known, has a picture. Without spectators it is its
 * player's, as long as the seat is. Where the machine is free, a player may connect ahead of the seat: not to
 * an SFU, nor where a relay may be needed, whose credentials are for players who may have the picture.
 */
function createRights(options: WhepOptions): RightOf {
  return (machineId, playerId) => {
    if (options.isKnown?.(machineId) === false) return undefined
    const owner = options.ownerOf(machineId)
    const isOnline = options.isOnline(machineId)
    if (isOnline && owner === playerId) return 'seat'
    if (isOnline && options.spectators) return 'watch'
    if (owner !== undefined && owner !== playerId) return undefined
    return isOnline && !options.sfu && !options.iceServers ? 'connect' : 'ending'
  }
}

/**
 * Closes viewers with their login, and rechecks those of a machine whose seat or status changed. Returns the
 * stop function.
 */
function endViewers(options: WhepOptions, auth: WhepAuth): Dispose {
  const stopEnded = options.onEnded?.((loginId) => {
    auth.countEnding()
    options.engine.endLogin(loginId)
  })
  const stopSeat = options.onSeat?.(options.engine.recheck)
  return () => {
    stopEnded?.()
    stopSeat?.()
  }
}

/** What a player does with an open viewer: PATCH, DELETE and the choice of a layer. */
async function viewerRoutes(
  scope: FastifyInstance,
  { engine, hasSharpLayer }: WhepOptions,
  auth: WhepAuth,
): Promise<void> {
  const findViewer = (request: FastifyRequest): Viewer | undefined => {
    const { machineId, viewerId } = v.parse(Target, request.params)
    const viewer = engine.viewer(viewerId)
    const isOwn = viewer?.login?.playerId === auth.identityOf(request).playerId
    return viewer?.machineId === machineId && isOwn ? viewer : undefined
  }

  scope.patch(VIEWER, { onRequest: auth.onlyPlayers }, async (request, reply) => {
    const viewer = findViewer(request)
    if (!viewer) return refuse(reply, Code.notFound)
    if (typeOf(request) !== FRAGMENT) {
      return refuse(reply.header('accept-patch', FRAGMENT), Code.invalidRequest, undefined, 415)
    }
    const match = request.headers['if-match']
    if (match === undefined) return refuse(reply, Code.invalidRequest, undefined, 428)
    if (match === '*') return restartIce(engine, viewer, request, reply)
    if (match !== viewer.etag) return refuse(reply, Code.invalidRequest, undefined, 412)
    const added = await engine.candidate(viewer.id, textOf(request))
    return 'refused' in added ? refuseChange(reply, added) : reply.code(204).send()
  })

  scope.delete(VIEWER, { onRequest: auth.onlyPlayers }, async (request, reply) => {
    const viewer = findViewer(request)
    if (!viewer) return refuse(reply, Code.notFound)
    engine.close(viewer.id)
    return reply.code(200).send()
  })

  const ownViewer = (request: FastifyRequest) => findViewer(request)?.id
  await layerRoutes(scope, { engine, onlyPlayers: auth.onlyPlayers, ownViewer, hasSharpLayer })
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

async function restartIce(engine: VideoEngine, viewer: Viewer, request: FastifyRequest, reply: FastifyReply) {
  const restarted = await engine.restartIce(viewer.id, textOf(request))
  if ('refused' in restarted) return refuseChange(reply, restarted)
  return reply
    .code(200)
    .headers({ 'content-type': FRAGMENT, etag: viewer.etag, 'cache-control': 'no-store' })
    .send(restarted.fragment)
}
