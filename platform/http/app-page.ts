import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PAGE_ADDRESSES, PAGE_DEFAULTS } from '../../src/contract/page-settings.ts'
import { readSettings, type Settings } from '../../src/contract/settings.ts'
import { CACHE } from '../config/headers/header-set.ts'
import { acceptedEncoding } from './compress-response.ts'

/** Answers a request with index.html. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

interface Page {
  readonly settingsText: string | undefined
  readonly etag: string
  readonly bodies: { readonly br: Buffer; readonly gzip: Buffer; readonly identity: Buffer }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Whether an address is on the page's own origin. A cached page must not contain another origin, which the
 * operator may have changed since.
 */
const isOwn = (address: string) => !/^\w+:/.test(address)

/**
 * Adds the settings that the login and the first calls need as an attribute of the page's root, so that a
 * first start does not wait for Settings.json. Without a readable file the page stays unchanged.
 */
function stamp(html: string, settingsText: string | undefined): string {
  const file = settingsText === undefined ? undefined : parsed(settingsText)
  if (typeof file !== 'object' || file === null) return html
  const { settings } = readSettings(file)
  const keys: (keyof Settings)[] = [
    ...(Object.keys(PAGE_DEFAULTS) as (keyof typeof PAGE_DEFAULTS)[]),
    ...PAGE_ADDRESSES.filter((key) => isOwn(settings[key])),
  ]
  const stamped = Object.fromEntries(keys.map((key) => [key, settings[key]]))
  const value = JSON.stringify(stamped).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return html.replace(/<html\b/, () => `<html data-settings="${value}"`)
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
    const identity = Buffer.from(stamp(html, settingsText))
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
