import { createReadStream, existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { CONTENT_TYPES } from '../e2e/fixtures/foreign-site.ts'

/** The JSON response of an API call; undefined for any other path. */
export type Answer = (method: string, path: string) => unknown

/**
 * The static file server for both sides of a comparison. It sends `.br` copies if they exist, index.html for
 * a path without an extension, and otherwise a file from the first folder that contains it. Listens on a free
 * port of 127.0.0.1.
 */
export async function serve(
  folders: readonly string[],
  answer: Answer = () => undefined,
): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://bench').pathname)
    const json = answer(request.method ?? 'GET', path)
    if (json !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json))
      return
    }
    const extension = extname(path)
    const name = path.endsWith('/') ? `${path}index.html` : extension ? path : '/index.html'
    const file = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
    if (!file) {
      response.writeHead(404).end()
      return
    }
    const compressed = existsSync(`${file}.br`)
    response.writeHead(200, {
      'content-type': CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
      'cache-control': 'no-cache',
      ...(compressed ? { 'content-encoding': 'br' } : {}),
    })
    createReadStream(compressed ? `${file}.br` : file).pipe(response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return { server, url: `http://127.0.0.1:${address.port}` }
}
