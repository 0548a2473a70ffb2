import { createHash } from 'node:crypto'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pagePolicy } from '../config/headers/csp.ts'
import { cacheFor } from '../config/headers/header-set.ts'
import { compressResponse } from './compress-response.ts'

/*
 * The operator's own files, which lie over the build: logo, art, information pages, style sheet. They survive
 * an upgrade and need no build. Settings.json is among them, but settings-file.ts serves it.
 */

/**
 * The content types of the served files. No script is among them, so that a folder of pictures can run no
 * code.
 */
const TEXT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
}
const BINARY_TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.mp3': 'audio/mpeg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/**
 * The build's own code and page, whose hashes are in the policy. Of its assets only the art may be replaced.
 */
const BUILD_ONLY = /^(index\.html$|assets\/(?!machines\/))/
const SETTINGS = 'Settings.json'

/** Why a file of the folder is not served; undefined: it is. `name`: its path in the folder, with slashes. */
function refusalOf(name: string): string | undefined {
  if (/(^|\/)\./.test(name)) return 'its name begins with a dot'
  const ending = extname(name)
  if (!TEXT_TYPES[ending] && !BINARY_TYPES[ending]) return `files that end in "${ending}" are not served`
  return BUILD_ONLY.test(name) ? 'it would replace code of the app' : undefined
}

/**
 * The real path of a file in `root`, which is a real path itself; undefined if there is none. A link that
 * leads out of the folder counts as none.
 */
async function findFile(root: string, name: string): Promise<string | undefined> {
  const file = await realpath(join(root, name)).catch(() => undefined)
  if (!file?.startsWith(root + sep)) return undefined
  return (await stat(file).catch(() => undefined))?.isFile() ? file : undefined
}

/** The decoded path of a request, without the slash before it; undefined if it is not one of a file. */
function nameOf(url: string): string | undefined {
  try {
    const name = decodeURIComponent(url.split('?', 1)[0] ?? '').slice(1)
    return /[\\\0]|(^|\/)(\/|$)/.test(name) ? undefined : name
  } catch {
    return undefined
  }
}

/**
 * The files in the folder that are not served, each with the reason, for the log. Throws an Error whose
 * message is one line if the folder cannot be read.
 */
export async function refusedFiles(dir: string): Promise<string[]> {
  const root = await realpath(dir).catch(() => {
    throw new Error(`PUBLIC_DIR names ${dir}, which is not a folder that can be read`)
  })
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const problems = await Promise.all(
    entries.map(async (entry) => {
      const name = join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll(sep, '/')
      // Not the folders that Kubernetes mounts a volume's files from.
      if (entry.isDirectory() || name.split('/').some((part) => part.startsWith('..'))) return undefined
      const reason =
        refusalOf(name) ?? ((await findFile(root, name)) ? undefined : 'it leads out of the folder')
      return reason && `${join(root, name)} is not served: ${reason}`
    }),
  )
  return problems.filter((problem) => problem !== undefined)
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
    const textType = TEXT_TYPES[extname(name)]
    const etag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 16)}"`
    reply
      .headers({ 'cache-control': cacheFor(name), etag })
      .type(textType ?? BINARY_TYPES[extname(name)] ?? '')
    if (name.endsWith('.html')) {
      reply.header('content-security-policy', pagePolicy(content.toString(), cspReportUrl))
      reply.header('x-frame-options', 'SAMEORIGIN')
    }
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.send(textType ? await compressResponse(request, reply, content.toString()) : content)
  })
}
