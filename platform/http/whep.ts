import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import type { Identity } from '../players/sessions.ts'
import type { VideoEngine } from '../video/client/engine.ts'
import type { VideoRefusal } from '../video/protocol/ipc.ts'
import type { Scene } from '../video/protocol/machine-state.ts'
import type { Authenticate } from './auth.ts'
import { refuse } from './error-responses.ts'
import { layerLinks, layerRoutes } from './whep-layers.ts'

export interface WhepOptions {
  readonly engine: VideoEngine
  readonly authenticate: Authenticate
  /** What a machine looks like; undefined for one that is not there. */
  readonly machine: (id: string) => Scene | undefined
  /** Whether a machine has a picture at the moment. */
  readonly isOnline: (id: string) => boolean
  /** Told to the viewers in Link headers. */
  readonly iceServers?: readonly {
    readonly urls: string | readonly string[]
    readonly username?: string
    readonly credential?: string
  }[]
  /** Pictures a player may have open; one more closes the oldest. */
  readonly perPlayer?: number
  /** Tells of logins that are over, as of a player who is banned: their pictures are closed. Answers its undoing. */
  readonly onEnded?: (listener: (loginId: string) => void) => () => void
}

interface Session {
  readonly machineId: string
  readonly playerId: string
  readonly loginId: string
  etag: string
}

const SDP = 'application/sdp'
const FRAGMENT = 'application/trickle-ice-sdpfrag'
const BODY_LIMIT = 64 * 1024
/** Seconds after which a refused viewer may ask again: machine offline, no place left, process starting. */
const RETRY = { offline: 5, full: 10, down: 1 }
const Target = v.object({ machineId: v.string(), sessionId: v.optional(v.string(), '') })

/**
 * The pictures, by WHEP (draft-ietf-wish-whep): POST an offer for a machine, PATCH candidates or an ICE restart,
 * DELETE to leave. A session belongs to the player who opened it and is not there for anybody else.
 */
export async function whepRoutes(app: FastifyInstance, options: WhepOptions): Promise<void> {
  const { engine, authenticate, machine, isOnline, iceServers = [], perPlayer = 4 } = options
  const sessions = new Map<string, Session>()
  const undo = engine.onClosed((session) => void sessions.delete(session))
  let endings = 0
  const undoEnded = options.onEnded?.((loginId) => {
    endings += 1
    for (const [session, { loginId: other }] of sessions) if (other === loginId) engine.close(session)
  })
  app.addHook('onClose', async () => {
    undo()
    undoEnded?.()
  })

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      [SDP, FRAGMENT],
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_, body, done) => done(null, body),
    )
    scope.addHook('onRequest', async (_, reply) => {
      // The token travels in a header and no cookie exists, so that any origin may be let in.
      reply.headers({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'Location, ETag, Link, Retry-After, Accept-Patch',
      })
    })

    for (const url of ['/whep/:machineId', '/whep/:machineId/:sessionId']) {
      const methods = url.endsWith('sessionId') ? 'PATCH, DELETE, OPTIONS' : 'POST, OPTIONS'
      scope.options(url, async (_, reply) => {
        const allow = {
          'access-control-allow-methods': methods,
          'access-control-allow-headers': 'Authorization, Content-Type, If-Match',
          'access-control-max-age': '86400',
          'accept-post': SDP,
          'accept-patch': FRAGMENT,
        }
        return reply
          .headers({ ...allow, ...linksOf(iceServers) })
          .code(204)
          .send()
      })
      const others = ['GET', 'PUT', ...(url.endsWith('sessionId') ? ['POST'] : ['PATCH', 'DELETE'])]
      scope.route({
        method: others,
        url,
        exposeHeadRoute: false,
        handler: async (_, reply) =>
          refuse(reply.header('allow', methods), Code.invalidRequest, undefined, 405),
      })
    }

    // Who asks is settled before a body is read.
    const who = new WeakMap<FastifyRequest, Identity & { since: number }>()
    const onlyPlayers = async (request: FastifyRequest, reply: FastifyReply) => {
      const since = endings
      const verified = await authenticate(request)
      if (verified.ok) who.set(request, { ...verified.identity, since })
      else return refuse(reply.header('www-authenticate', 'Bearer'), verified.code, verified.params, 401)
    }
    const asked = (request: FastifyRequest) => {
      const { machineId, sessionId } = v.parse(Target, request.params)
      const nobody = { playerId: '', loginId: '', since: -1 }
      return { machineId, sessionId, ...(who.get(request) ?? nobody) }
    }
    const owned = (request: FastifyRequest) => {
      const { machineId, sessionId, playerId } = asked(request)
      const session = sessions.get(sessionId)
      const own = session?.machineId === machineId && session.playerId === playerId
      return own ? { sessionId, session } : undefined
    }

    scope.post('/whep/:machineId', { onRequest: onlyPlayers }, async (request, reply) => {
      const { machineId, playerId, loginId, since } = asked(request)
      const scene = machine(machineId)
      if (!scene) return refuse(reply, Code.machineNotFound)
      if (typeOf(request) !== SDP) return refuse(reply, Code.invalidRequest, undefined, 415)
      if (!isOnline(machineId)) return later(reply, RETRY.offline, Code.machineOutOfOrder, 409)
      const opened = await engine.open(scene, textOf(request))
      if ('refused' in opened) return refuseOpening(reply, opened)
      const { session, answer } = opened
      // Whoever asked is gone already: nobody would ever delete this session.
      if (request.raw.socket.destroyed) return engine.close(session)
      const own = [...sessions].filter(([, { playerId: other }]) => other === playerId)
      for (const [old] of own.slice(0, Math.max(0, own.length + 1 - perPlayer))) engine.close(old)
      const etag = newTag()
      sessions.set(session, { machineId, playerId, loginId, etag })
      // Some login ended since it was looked at who asks, perhaps this one.
      const verified = since === endings ? undefined : await authenticate(request)
      if (verified?.ok === false) {
        engine.close(session)
        return refuse(reply.header('www-authenticate', 'Bearer'), verified.code, verified.params, 401)
      }
      const location = `/whep/${encodeURIComponent(machineId)}/${session}`
      return reply
        .code(201)
        .headers({
          'content-type': SDP,
          location,
          etag,
          'accept-patch': FRAGMENT,
          'cache-control': 'no-store',
          link: [...(linksOf(iceServers).link ?? []), ...layerLinks(location)],
        })
        .send(answer)
    })

    scope.patch('/whep/:machineId/:sessionId', { onRequest: onlyPlayers }, async (request, reply) => {
      const found = owned(request)
      if (!found) return refuse(reply, Code.notFound)
      const { session, sessionId } = found
      if (typeOf(request) !== FRAGMENT) {
        return refuse(reply.header('accept-patch', FRAGMENT), Code.invalidRequest, undefined, 415)
      }
      const match = request.headers['if-match']
      if (match === undefined) return refuse(reply, Code.invalidRequest, undefined, 428)
      if (match === '*') {
        const restarted = await engine.restartIce(sessionId, textOf(request))
        if ('refused' in restarted) return refuseChange(reply, restarted)
        session.etag = newTag()
        return reply
          .code(200)
          .headers({ 'content-type': FRAGMENT, etag: session.etag, 'cache-control': 'no-store' })
          .send(restarted.fragment)
      }
      if (match !== session.etag) return refuse(reply, Code.invalidRequest, undefined, 412)
      const taken = await engine.candidate(sessionId, textOf(request))
      return 'refused' in taken ? refuseChange(reply, taken) : reply.code(204).send()
    })

    scope.delete('/whep/:machineId/:sessionId', { onRequest: onlyPlayers }, async (request, reply) => {
      const found = owned(request)
      if (!found) return refuse(reply, Code.notFound)
      engine.close(found.sessionId)
      sessions.delete(found.sessionId)
      return reply.code(200).send()
    })

    await layerRoutes(scope, { engine, onlyPlayers, ownSession: (request) => owned(request)?.sessionId })
  })
}

function refuseOpening(reply: FastifyReply, { refused }: VideoRefusal) {
  if (refused === 'full') return later(reply, RETRY.full, Code.pipelineFailed, 503)
  if (refused === 'sdp') return refuse(reply, Code.invalidRequest, undefined, 400)
  if (refused === 'offer') return refuse(reply, Code.invalidRequest, undefined, 406)
  return later(reply, RETRY.down, Code.pipelineFailed, 503)
}

/** After 422 and 404 a client builds a new session. */
function refuseChange(reply: FastifyReply, { refused }: VideoRefusal) {
  if (refused === 'unknown') return refuse(reply, Code.notFound)
  if (refused === 'fragment') return refuse(reply, Code.invalidRequest, undefined, 400)
  if (refused === 'restart') return refuse(reply, Code.invalidRequest, undefined, 422)
  return later(reply, RETRY.down, Code.pipelineFailed, 503)
}

function later(reply: FastifyReply, seconds: number, code: number, status: number) {
  return refuse(reply.header('retry-after', String(seconds)), code, undefined, status)
}

/** An ICE session's strong entity tag. */
const newTag = () => `"${randomBytes(9).toString('base64url')}"`

const typeOf = (request: FastifyRequest) =>
  (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

const textOf = ({ body }: FastifyRequest) => (typeof body === 'string' ? body : '')

/** ICE servers as Link headers, credentials as the draft writes them. */
function linksOf(servers: NonNullable<WhepOptions['iceServers']>): { link?: string[] } {
  const links = servers.flatMap(({ urls, username, credential }) =>
    [urls].flat().map((url) => {
      const login = username && `; username=${quoted(username)}; credential=${quoted(credential ?? '')}`
      return `<${url}>; rel="ice-server"${login ? `${login}; credential-type="password"` : ''}`
    }),
  )
  return links.length > 0 ? { link: links } : {}
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
