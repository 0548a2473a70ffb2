import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CACHE } from '../config/headers/header-set.ts'
import { stampPage } from '../config/settings/stamp-page.ts'
import { acceptedEncoding } from './compress-response.ts'

/** Answers a request with index.html. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

interface Page {
  readonly settingsText: string | undefined
  readonly etag: string
  readonly bodies: { readonly br: Buffer; readonly gzip: Buffer; readonly identity: Buffer }
}

/**
 * Requests the client hint with the connection's bandwidth, by which an offer on a slow connection starts
 * with a small video.
 */
const CLIENT_HINTS = { 'accept-ch': 'Downlink' }

/** Serves index.html, rebuilt and compressed once for each version of Settings.json. */
export function createAppPage(html: string, readText: () => Promise<string | undefined>): SendPage {
  let current: Page | undefined

  async function make(settingsText: string | undefined): Promise<Page> {
    const identity = Buffer.from(stampPage(html, settingsText))
    const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
    const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 16)}"`
    return { settingsText, etag, bodies: { br, gzip: zipped, identity } }
  }

  return async (request, reply) => {
    const text = await readText()
    if (!current || current.settingsText !== text) current = await make(text)
    const { etag, bodies } = current
    reply
      .headers({ 'cache-control': CACHE.page, vary: 'accept-encoding', etag, ...CLIENT_HINTS })
      .type('text/html; charset=utf-8')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const encoding = acceptedEncoding(request)
    if (encoding) reply.header('content-encoding', encoding)
    return reply.send(bodies[encoding ?? 'identity'])
  }
}
