import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import type { VideoEngine } from '../video/client/engine.ts'
import { DEFAULT_LAYER, LAYERS, type LayerId } from '../video/protocol/layers.ts'
import { refuse } from './error-responses.ts'

export interface LayerOptions {
  readonly engine: Pick<VideoEngine, 'layer' | 'onClosed'>
  /** Refuses unauthenticated requests before the body is read. */
  readonly onlyPlayers: onRequestAsyncHookHandler
  /** Whether the sharp layer is offered. */
  readonly hasSharpLayer?: boolean | undefined
  /** The id of the viewer in the URL, if it belongs to the player. */
  readonly ownViewer: (request: FastifyRequest) => string | undefined
}

const EXT = 'urn:ietf:params:whep:ext:core'
/** Event streams of a viewer. */
const MAX_STREAMS = 4
/** Long, because the layers do not change. */
const RETRY_MS = 60_000
const BODY_LIMIT = 1024

const Choice = v.object({ mediaId: v.optional(v.string()), encodingId: v.optional(v.string()) })
const Events = v.array(v.string())
const Stream = v.object({ streamId: v.string() })

/** The Link headers that announce layer selection for a viewer. */
export const layerLinks = (viewer: string): string[] => [
  `<${viewer}/layer>; rel="${EXT}:layer"`,
  `<${viewer}/sse>; rel="${EXT}:server-sent-events"; events="layers"`,
]

const [, , , SMALLEST] = LAYERS

/**
 * The layer that a viewer starts with: the smallest where the browser estimates less than half of what the
 * default layer needs (`downlink`: the request's header of that name, Mbit/s), so that the first frame
 * arrives soon. Browsers that have measured nothing say 1.3 or more.
 */
export function startingLayer(downlink: unknown): LayerId {
  const bitrate = Number(downlink || undefined) * 1_000_000
  return bitrate < DEFAULT_LAYER.bitrate / 2 ? SMALLEST.id : DEFAULT_LAYER.id
}

/** The event that lists the layers of the video m-line. */
function layersEvent(offered: readonly (typeof LAYERS)[number][]): string {
  const layers = offered.map(({ id, ...size }, i) => ({
    encodingId: id,
    simulcastIdx: offered.length - 1 - i,
    ...size,
  }))
  return `retry: ${RETRY_MS}\nevent: layers\ndata: ${JSON.stringify({ 0: { active: [], inactive: [], layers } })}\n\n`
}

/**
 * WHEP's layer selection: POST {encodingId} to a viewer's /layer; its /sse lists the layers. A choice affects
 * only this viewer. The sharp layer has as many viewers as the machine can encode; further ones get the
 * default in its place, until there is room. The URL of an event stream is a secret itself, because
 * EventSource sends no token.
 */
export async function layerRoutes(app: FastifyInstance, options: LayerOptions): Promise<void> {
  const { engine, onlyPlayers, ownViewer, hasSharpLayer } = options
  const offered = LAYERS.filter(({ id }) => hasSharpLayer || id !== 'sharp')
  const viewer = '/whep/:machineId/:viewerId'
  /** Viewers' ids by event stream id. */
  const streams = new Map<string, string>()
  const stopClosed = engine.onClosed((closed) => {
    for (const [id, viewerId] of streams) if (viewerId === closed) streams.delete(id)
  })
  app.addHook('onClose', async () => stopClosed())
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
    app.options(`${viewer}/${path}`, async (_, reply) => {
      const allow = {
        'access-control-allow-methods': methods,
        'access-control-allow-headers': 'Authorization, Content-Type',
        'access-control-max-age': '86400',
      }
      return reply.headers(allow).code(204).send()
    })
  }

  app.post(`${viewer}/layer`, { onRequest: onlyPlayers }, async (request, reply) => {
    const own = ownViewer(request)
    if (!own) return refuse(reply, Code.notFound)
    const choice = v.safeParse(Choice, jsonOf(request))
    if (!choice.success) return refuse(reply, Code.invalidRequest, undefined, 400)
    const { mediaId = '0', encodingId = DEFAULT_LAYER.id } = choice.output
    const layer = offered.find(({ id }) => id === encodingId)
    if (!layer || mediaId !== '0') return refuse(reply, Code.invalidRequest, undefined, 422)
    const selected = await engine.layer(own, layer.id)
    if ('ok' in selected) return reply.code(200).send()
    if (selected.refused === 'unknown') return refuse(reply, Code.notFound)
    return refuse(reply.header('retry-after', '1'), Code.pipelineFailed, undefined, 503)
  })

  app.post(`${viewer}/sse`, { onRequest: onlyPlayers }, async (request, reply) => {
    const own = ownViewer(request)
    if (!own) return refuse(reply, Code.notFound)
    const body = jsonOf(request)
    if (body !== undefined && !v.is(Events, body)) {
      return refuse(reply, Code.invalidRequest, undefined, 400)
    }
    const earlier = [...streams].filter(([, viewerId]) => viewerId === own)
    for (const [old] of earlier.slice(0, Math.max(0, earlier.length + 1 - MAX_STREAMS))) streams.delete(old)
    const id = randomBytes(18).toString('base64url')
    streams.set(id, own)
    const path = new URL(request.url, 'http://localhost').pathname
    return reply
      .code(201)
      .headers({ location: `${path}/${id}`, 'cache-control': 'no-store' })
      .send()
  })

  app.get(`${viewer}/sse/:streamId`, { exposeHeadRoute: false }, async (request, reply) => {
    if (!streams.has(v.parse(Stream, request.params).streamId)) return refuse(reply, Code.notFound)
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }
    return reply.headers(headers).send(layersEvent(offered))
  })

  app.delete(`${viewer}/sse/:streamId`, async (request, reply) => {
    if (!streams.delete(v.parse(Stream, request.params).streamId)) return refuse(reply, Code.notFound)
    return reply.code(200).send()
  })
}

/** The JSON of a request; undefined without a body, null if invalid. */
function jsonOf({ body }: FastifyRequest): unknown {
  if (typeof body !== 'string' || body === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
