import { createHash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { pagePolicy } from '../config/headers/csp.ts'
import { cacheFor } from '../config/headers/header-set.ts'
import { findFile, refusalOf, typeOf } from '../config/public-files.ts'
import { compressResponse } from './compress-response.ts'

const SETTINGS = 'Settings.json'

/** The decoded path of a request, without the slash before it; undefined if it is not one of a file. */
function nameOf(url: string): string | undefined {
  try {
    const name = decodeURIComponent(url.split('?', 1)[0] ?? '').slice(1)
    return /[\\\0]|(^|\/)(\/|$)/.test(name) ? undefined : name
  } catch {
    return undefined
  }
}

/** Answers requests for the operator's files, before any route of the build does. */
export async function serveOperatorFiles(
  app: FastifyInstance,
  dir: string,
  cspReportUrl?: string,
): Promise<void> {
  const root = await realpath(dir)
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return
    const name = nameOf(request.url)
    if (name === undefined || name === SETTINGS || refusalOf(name)) return
    const file = await findFile(root, name)
    if (file === undefined) return
    const content = await readFile(file)
    const { type, isText } = typeOf(name)
    const etag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 16)}"`
    reply.headers({ 'cache-control': cacheFor(name), etag }).type(type)
    if (name.endsWith('.html')) {
      reply.header('content-security-policy', pagePolicy(content.toString(), cspReportUrl))
      reply.header('x-frame-options', 'SAMEORIGIN')
    }
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.send(isText ? await compressResponse(request, reply, content.toString()) : content)
  })
}
