import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import fastify, { type FastifyInstance } from 'fastify'
import { proxyMatcher } from '../config/client-address.ts'
import type { Config } from '../config/config.ts'
import { contentSecurityPolicy, reportingEndpoints } from '../config/headers/csp.ts'
import { HSTS, SECURITY_HEADERS } from '../config/headers/header-set.ts'
import type { Tls } from '../config/tls.ts'
import { handleError } from './error-handler.ts'
import { type LogStream, logOptions, logStream } from './log.ts'
import { limitAddresses } from './rate-limit.ts'
import { createSecureServer } from './secure-server.ts'
import { acceptsPage, type BuiltApp, notFound, serveApp } from './static-files.ts'

/** Bytes. An SDP offer of a browser with many network interfaces has about 20 KB. */
const BODY_LIMIT = 64 * 1024

export interface ServerOptions {
  logLevel: Config['logLevel']
  /** Text by default. */
  logFormat?: Config['logFormat']
  trustProxy: Config['trustProxy']
  /** HTTPS with HTTP/2; plain HTTP/1.1 by default. */
  tls?: Tls | undefined
  /** None by default. */
  limits?: Config['limits']
  cspReportUrl?: string | undefined
  built: BuiltApp | undefined
  /** Adjusts the Settings.json that the app receives. */
  adjustSettings?: ((settings: object) => object) | undefined
  /** The folder of the operator's own files, which lie over the built ones. */
  publicDir?: string | undefined
  /** Standard output by default; JSON lines. */
  logStream?: LogStream
}

/**
 * The URL of a request. Where a browser requests a page and the path cannot be decoded, its percent signs
 * count as characters: the path is then an unknown page, which the app shows, not an error.
 */
function requestUrl({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const [path = '', ...query] = url.split('?')
  try {
    if (!acceptsPage(headers) || !decodeURIComponent(path).includes('\0')) return url
  } catch {}
  return [path.replaceAll('%', '%25'), ...query].join('?')
}

/** The HTTP server: security headers, error format and the app's files. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { built, cspReportUrl } = options
  const serverOptions = {
    logger: logOptions(options.logLevel, options.logStream ?? logStream(options.logFormat ?? 'text')),
    bodyLimit: BODY_LIMIT,
    // Limits slow senders; and stopping does not wait for keep-alive connections.
    requestTimeout: 30_000,
    forceCloseConnections: true,
    return503OnClosing: false,
    ...(options.trustProxy.length > 0 && { trustProxy: proxyMatcher(options.trustProxy) }),
    frameworkErrors: handleError,
    rewriteUrl: requestUrl,
    // A HEAD would run the handler of a GET, which may change something, e.g. pay a claim.
    exposeHeadRoutes: false,
  }
  const app = options.tls ? createSecureServer(options.tls, serverOptions) : fastify(serverOptions)
  app.setErrorHandler(handleError)
  if (options.limits) limitAddresses(app, options.limits.calls)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: built?.csp ?? contentSecurityPolicy('', undefined, cspReportUrl),
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    hsts: false,
    // For obsolete browsers and plug-ins.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    // HTTP/1.1 connections stay open by default; without this, Node adds a header that says so to each
    // answer.
    if (request.raw.httpVersion === '1.1' && !reply.raw.hasHeader('connection'))
      reply.raw.removeHeader('connection')
    // Behind TLS only: browsers ignore it over plain HTTP.
    if (request.protocol === 'https') reply.header('strict-transport-security', HSTS)
    reply.header('permissions-policy', SECURITY_HEADERS['Permissions-Policy'])
    if (cspReportUrl !== undefined) reply.header('reporting-endpoints', reportingEndpoints(cspReportUrl))
  })
  const sendPage = built && (await serveApp(app, built, options))
  app.setNotFoundHandler(notFound(sendPage))
  return app
}
