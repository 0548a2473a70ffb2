import { readFile, realpath } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { pagePolicy } from '../config/headers/csp.ts'
import { cacheFor } from '../config/headers/header-set.ts'
import { findFile, refusalOf, typeOf } from '../config/public-files.ts'
import { createStoredText, type StoredText, sendEncoded } from './stored-text.ts'

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

/** A text of the folder, and the policy of a page. */
interface OwnText extends StoredText {
  readonly policy: Promise<string> | undefined
}

/** Answers requests for the operator's files, before any route of the build does. */
export async function serveOperatorFiles(
  app: FastifyInstance,
  dir: string,
  cspReportUrl?: string,
): Promise<void> {
  const root = await realpath(dir)
  const texts = new Map<string, OwnText>()

  /** Operators edit the files in place, which changes the tag. */
  function textOf(name: string, file: string, etag: string): OwnText {
    const known = texts.get(name)
    if (known?.etag === etag) return known
    const policy = name.endsWith('.html')
      ? readFile(file, 'utf8').then((html) => pagePolicy(html, cspReportUrl))
      : undefined
    policy?.catch(() => texts.delete(name))
    const text = { ...createStoredText(etag, () => readFile(file)), policy }
    texts.set(name, text)
    return text
  }

  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return
    const name = nameOf(request.url)
    if (name === undefined || name === SETTINGS || refusalOf(name)) return
    const found = await findFile(root, name)
    if (found === undefined) return
    const { file, stats } = found
    const { type, isText } = typeOf(name)
    reply.header('cache-control', cacheFor(name)).type(type)
    if (isText) {
      // The tag is that of @fastify/static, which sends the text as it is.
      const etag = `W/"${stats.size.toString(16)}-${stats.mtime.getTime().toString(16)}"`
      const text = textOf(name, file, etag)
      const policy = await text.policy
      if (policy !== undefined)
        reply.headers({ 'content-security-policy': policy, 'x-frame-options': 'SAMEORIGIN' })
      if (await sendEncoded(request, reply, text, stats.size)) return reply
    }
    // The library would look for compressed copies in the folder.
    delete request.headers['accept-encoding']
    return reply.sendFile(name, root)
  })
}
