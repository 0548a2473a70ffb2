import { METHODS } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { Tls } from '../config/tls.ts'
import { trackConnections } from '../lib/track-connections.ts'

/**
 * A server for HTTP/2, HTTP/1.1 and WebSocket on one port. It applies the limits that Fastify applies to a
 * plain server: `requestTimeout`, the ms within which a request must arrive, and the end of open connections
 * when the server stops.
 */
export function createSecureServer(
  tls: Tls,
  options: FastifyServerOptions & { requestTimeout: number },
): FastifyInstance {
  const { requestTimeout } = options
  const http2 = { ...options, http2: true, https: { ...tls, allowHTTP1: true } }
  // The type of a plain server: routes use HTTP/2 through Node's compatibility layer.
  const app = fastify(http2 as FastifyServerOptions)
  app.server.requestTimeout = requestTimeout
  closeConnections(app)
  replaceUnknownMethods(app)
  limitUploads(app, requestTimeout)
  return app
}

/** A method of HTTP/1.1 that no route has. */
const UNROUTED_METHOD = 'TRACE'

/**
 * HTTP/2 permits any word as a method. Fastify runs no hook for a method that HTTP/1.1 does not have, so that
 * no limit would count the request, and writes two log lines. Such a request counts as one without a route.
 */
function replaceUnknownMethods(app: FastifyInstance): void {
  app.server.prependListener('request', (request) => {
    if (!METHODS.includes(request.method ?? '')) request.method = UNROUTED_METHOD
  })
}

/** Closes every connection before the server waits for them. */
function closeConnections(app: FastifyInstance): void {
  const endAll = trackConnections(app.server)
  app.addHook('preClose', async () => endAll())
}

/** Ends an HTTP/2 stream whose body has not arrived in `timeoutMs`. */
function limitUploads(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', async ({ raw, method }) => {
    if (raw.httpVersionMajor < 2 || method === 'GET' || method === 'HEAD') return
    const { stream } = raw as unknown as Http2ServerRequest
    const timer = setTimeout(() => stream.close(), timeoutMs)
    for (const event of ['end', 'close']) stream.once(event, () => clearTimeout(timer))
  })
}
