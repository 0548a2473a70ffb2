import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { PAGE_ROUTES } from '../../src/contract/pages.ts'
import { contentSecurityPolicy, pagePolicy } from '../config/headers/csp.ts'
import {
  CACHE,
  cacheFor,
  DOCUMENT_HEADERS,
  SUBRESOURCE,
  SUBRESOURCE_POLICY,
  VALIDATOR_HEADERS,
} from '../config/headers/header-set.ts'
import { readSiteFiles } from '../config/headers/site-files.ts'
import { type AvifPoster, POSTER, readAvifPosters, SMALL_POSTER_PX } from '../config/posters.ts'
import { openSettingsFile, type Settings, type SettingsFile } from '../config/settings-file.ts'
import { rememberLast } from '../lib/remember-last.ts'
import { createAppPage, type SendPage } from './app-page.ts'
import { refuse } from './error-responses.ts'
import { serveOperatorFiles } from './operator-files.ts'
import { createTextSender } from './stored-text.ts'

/** The built app on disk. */
export interface BuiltApp {
  readonly dir: string
  /** index.html. */
  readonly html: string
  readonly csp: Record<string, string[]>
  readonly settings: SettingsFile
  /** The policies of the information pages by file name, with their inline styles at the platform's start. */
  readonly pages: ReadonlyMap<string, string>
  /** Immutable files, whose names contain a content hash. */
  readonly hashed: ReadonlySet<string>
  /** Posters that also exist as AVIF, by the path of their PNG. */
  readonly avif: ReadonlyMap<string, AvifPoster>
}

/** `/game` leads to the lobby. */
const APP_PATHS = ['/', '/game', ...Object.values(PAGE_ROUTES).map(({ path }) => path)]
/**
 * The app's routes, each answered with index.html; the app draws the page. As in the app, letter case and a
 * trailing slash do not matter.
 */
const APP_ROUTE = new RegExp(
  `^(${APP_PATHS.map((path) => path.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/:\w+/g, '[^/]+')).join('|')})/?$`,
  'i',
)

const Manifest = v.record(
  v.string(),
  v.object({
    file: v.string(),
    css: v.optional(v.array(v.string()), []),
    assets: v.optional(v.array(v.string()), []),
  }),
)

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Reads the built app's metadata; `settings`: by default its own; `video`: the addresses of an SFU, which the
 * policy permits. Throws an Error whose message is one line if there is no build.
 */
export async function readBuiltApp(
  dir: string,
  settings?: SettingsFile,
  cspReportUrl?: string,
  video?: readonly string[],
): Promise<BuiltApp> {
  const { html, pages } = await readSiteFiles(dir)
  const settingsFile = settings ?? (await openSettingsFile(join(dir, 'Settings.json')))
  const manifest = v.safeParse(Manifest, await readJson(join(dir, '.vite/manifest.json')))
  const chunks = manifest.success ? Object.values(manifest.output) : []
  return {
    dir,
    html,
    csp: contentSecurityPolicy(html, (await settingsFile.read()).value, cspReportUrl, video),
    settings: settingsFile,
    pages: new Map([...pages].map(([name, text]) => [name, pagePolicy(text, cspReportUrl)])),
    avif: await readAvifPosters(dir),
    hashed: new Set(chunks.flatMap(({ file, css, assets }) => [file, ...css, ...assets])),
  }
}

const path = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? ''

/** Whether a browser requests a page, unlike a fetch by a script. */
export const acceptsPage = ({ accept = '' }: IncomingHttpHeaders) => /\btext\/html\b/i.test(accept)

/** The same of any client that takes a page, such as a monitor, which names no type. */
const takesPage = ({ accept }: IncomingHttpHeaders) => !accept || /\btext\/(html|\*)|\*\/\*/i.test(accept)

/**
 * Removes headers that have no effect on a file: those for documents, and those for revalidation. They would
 * be most of a small file's answer. The service worker keeps its policy, which limits its requests.
 */
function leaveOutHeaders(app: FastifyInstance, { hashed }: BuiltApp): void {
  const remove = (reply: FastifyReply, names: readonly string[]) => {
    for (const name of names) {
      reply.removeHeader(name)
      reply.raw.removeHeader(name)
    }
  }
  app.addHook('onSend', async (request, reply) => {
    const name = path(request).slice(1)
    if (reply.statusCode >= 300 || !SUBRESOURCE.test(name) || name === 'sw.js') return
    remove(reply, DOCUMENT_HEADERS)
    reply.raw.setHeader('content-security-policy', SUBRESOURCE_POLICY)
    if (hashed.has(name)) remove(reply, VALIDATOR_HEADERS)
  })
}

/**
 * Returns a function that reads the text of the answer for Settings.json: the operator's file, unchanged or
 * adjusted. Undefined without a file.
 */
function createSettingsReader(
  { settings }: BuiltApp,
  adjustSettings: ((settings: object) => object) | undefined,
): () => Promise<string | undefined> {
  const textOf = rememberLast(({ text, value }: Settings) =>
    value && adjustSettings ? JSON.stringify(adjustSettings(value)) : text,
  )
  return async () => textOf(await settings.read())
}

interface ServeOptions {
  /** Adjusts the Settings.json that the app receives. */
  adjustSettings?: ((settings: object) => object) | undefined
  /** The folder of the operator's own files. */
  publicDir?: string | undefined
  cspReportUrl?: string | undefined
}

/**
 * Serves the operator's files, the built app's, precompressed where possible, and Settings.json. Resolves to
 * the function that answers with index.html.
 */
export async function serveApp(
  app: FastifyInstance,
  built: BuiltApp,
  { adjustSettings, publicDir, cspReportUrl }: ServeOptions = {},
): Promise<SendPage> {
  leaveOutHeaders(app, built)
  if (publicDir !== undefined) await serveOperatorFiles(app, publicDir, cspReportUrl)
  const readSettings = createSettingsReader(built, adjustSettings)
  const sendPage = createAppPage(built.html, readSettings)
  for (const url of ['/', '/index.html']) app.get(url, { exposeHeadRoute: true }, sendPage)
  const sendSettings = createTextSender()
  app.get('/Settings.json', { exposeHeadRoute: true }, async (request, reply) => {
    const text = await readSettings()
    if (text === undefined) return refuse(reply, Code.notFound)
    reply.header('cache-control', CACHE.page).type('application/json; charset=utf-8')
    return sendSettings(request, reply, text)
  })
  for (const [png, avif] of built.avif) {
    app.get<{ Querystring: { w?: string } }>(`/${png}`, { exposeHeadRoute: true }, (request, reply) => {
      const accepts = (request.headers.accept ?? '').includes('image/avif')
      if (!accepts) return reply.sendFile(png)
      return reply.sendFile(request.query.w === `${SMALL_POSTER_PX}` ? avif.small : avif.whole)
    })
  }
  await app.register(fastifyStatic, {
    root: built.dir,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    // A compressed copy is served only in place of its original.
    allowedPath: (name) => !/\.(br|gz)$/.test(name),
    setHeaders(response, file) {
      // A file of the operator has its own.
      if (!file.startsWith(built.dir + sep)) return
      const name = file
        .slice(built.dir.length + 1)
        .replaceAll('\\', '/')
        .replace(/\.(br|gz)$/, '')
      response.setHeader('cache-control', built.hashed.has(name) ? CACHE.hashed : cacheFor(name))
      response.setHeader('vary', POSTER.test(name) ? 'accept' : 'accept-encoding')
      const policy = built.pages.get(name)
      if (policy === undefined) return
      response.setHeader('content-security-policy', policy)
      response.setHeader('x-frame-options', 'SAMEORIGIN')
    },
  })
  return sendPage
}

/**
 * Answers requests without a route or file: index.html for a route of the app, with status 404 for an unknown
 * page, for which the app shows its own; a coded error for everything else.
 */
export function notFound(sendPage: SendPage | undefined) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const pathname = path(request)
    const [, first = '', ...rest] = pathname.split('/')
    const isFile = /\.\w+$/.test(rest.at(-1) ?? first)
    const isCall = /^(api|check|whep|socket\.io)$/.test(first)
    const { method, headers } = request
    const isRead = method === 'GET' || method === 'HEAD'
    if (!sendPage || !isRead || isCall) return refuse(reply, Code.notFound)
    if (APP_ROUTE.test(pathname) && takesPage(headers)) return sendPage(request, reply)
    return isFile || !acceptsPage(headers) ? refuse(reply, Code.notFound) : sendPage(request, reply.code(404))
  }
}
