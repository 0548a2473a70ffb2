import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import type { VideoEngine } from '../video/client/engine.ts'
import { LAYERS } from '../video/protocol/layers.ts'
import { refuse } from './error-responses.ts'

export interface LayerOptions {
  readonly engine: Pick<VideoEngine, 'layer' | 'onClosed'>
  /** Refuses whoever is no player, before a body is read. */
  readonly onlyPlayers: onRequestAsyncHookHandler
  /** The id of the session that the address names, if it is the asking player's. */
  readonly ownSession: (request: FastifyRequest) => string | undefined
}

const EXT = 'urn:ietf:params:whep:ext:core'
const STREAMS = 4
/** ms after which a browser asks for the event anew; what can be chosen does not change while it is watched. */
const AGAIN = 60_000
const BODY_LIMIT = 1024

const Choice = v.object({ mediaId: v.optional(v.string()), encodingId: v.optional(v.string()) })
const Events = v.array(v.string())
const Stream = v.object({ streamId: v.string() })

/** The Link headers by which a session says that its layers can be chosen. */
export const layerLinks = (session: string): string[] => [
  `<${session}/layer>; rel="${EXT}:layer"`,
  `<${session}/sse>; rel="${EXT}:server-sent-events"; events="layers"`,
]

/** The event that names what can be chosen, for the video's m-line. */
function layersEvent(): string {
  const layers = LAYERS.map(({ id, ...size }, i) => ({
    encodingId: id,
    simulcastIdx: LAYERS.length - 1 - i,
    ...size,
  }))
  return `retry: ${AGAIN}\nevent: layers\ndata: ${JSON.stringify({ 0: { active: [], inactive: [], layers } })}\n\n`
}

/**
 * WHEP's layer selection: POST {encodingId} to a session's /layer, and what there is to choose from as an event of
 * its /sse. Only the viewer's own picture changes. An address of a stream of events is a secret of its own, because
 * a browser's EventSource sends no token.
 */
export async function layerRoutes(app: FastifyInstance, options: LayerOptions): Promise<void> {
  const { engine, onlyPlayers, ownSession } = options
  const session = '/whep/:machineId/:sessionId'
  /** Streams of events, by their ids: whose they are. */
  const streams = new Map<string, string>()
  const undo = engine.onClosed((closed) => {
    for (const [id, of] of streams) if (of === closed) streams.delete(id)
  })
  app.addHook('onClose', async () => undo())
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_, body, done) => done(null, body),
  )

  for (const [path, methods] of [
    ['layer', 'POST, OPTIONS'],
    ['sse', 'POST, OPTIONS'],
    ['sse/:streamId', 'GET, DELETE, OPTIONS'],
  ] as const) {
    app.options(`${session}/${path}`, async (_, reply) => {
      const allow = {
        'access-control-allow-methods': methods,
        'access-control-allow-headers': 'Authorization, Content-Type',
        'access-control-max-age': '86400',
      }
      return reply.headers(allow).code(204).send()
    })
  }

  app.post(`${session}/layer`, { onRequest: onlyPlayers }, async (request, reply) => {
    const own = ownSession(request)
    if (!own) return refuse(reply, Code.notFound)
    const asked = v.safeParse(Choice, jsonOf(request))
    if (!asked.success) return refuse(reply, Code.invalidRequest, undefined, 400)
    const { mediaId = '0', encodingId = LAYERS[0].id } = asked.output
    const layer = LAYERS.find(({ id }) => id === encodingId)
    if (!layer || mediaId !== '0') return refuse(reply, Code.invalidRequest, undefined, 422)
    const taken = await engine.layer(own, layer.id)
    if ('ok' in taken) return reply.code(200).send()
    if (taken.refused === 'unknown') return refuse(reply, Code.notFound)
    return refuse(reply.header('retry-after', '1'), Code.pipelineFailed, undefined, 503)
  })

  app.post(`${session}/sse`, { onRequest: onlyPlayers }, async (request, reply) => {
    const own = ownSession(request)
    if (!own) return refuse(reply, Code.notFound)
    const body = jsonOf(request)
    if (body !== undefined && !v.is(Events, body)) {
      return refuse(reply, Code.invalidRequest, undefined, 400)
    }
    const before = [...streams].filter(([, of]) => of === own)
    for (const [old] of before.slice(0, Math.max(0, before.length + 1 - STREAMS))) streams.delete(old)
    const id = randomBytes(18).toString('base64url')
    streams.set(id, own)
    const here = new URL(request.url, 'http://here').pathname
    return reply
      .code(201)
      .headers({ location: `${here}/${id}`, 'cache-control': 'no-store' })
      .send()
  })

  app.get(`${session}/sse/:streamId`, { exposeHeadRoute: false }, async (request, reply) => {
    if (!streams.has(v.parse(Stream, request.params).streamId)) return refuse(reply, Code.notFound)
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }
    return reply.headers(headers).send(layersEvent())
  })

  app.delete(`${session}/sse/:streamId`, async (request, reply) => {
    if (!streams.delete(v.parse(Stream, request.params).streamId)) return refuse(reply, Code.notFound)
    return reply.code(200).send()
  })
}

/** What a request says in JSON; undefined where it says nothing, and null where that can not be read. */
function jsonOf({ body }: FastifyRequest): unknown {
  if (typeof body !== 'string' || body === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
