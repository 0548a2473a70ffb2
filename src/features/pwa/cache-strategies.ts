import { isCacheable, type Strategy } from './cache-rules.ts'

/** What the worker is made of: handed in, so that it can be tested without a browser. */
export interface CacheDeps {
  caches: Pick<CacheStorage, 'open' | 'keys' | 'delete'>
  fetch: (request: RequestInfo, init?: RequestInit) => Promise<Response>
  /** Names this build, as index.html does in `data-build`. */
  build: string
  /** What the shell needs, by path: kept as a whole with the version it belongs to. */
  files: readonly string[]
}

/** How long the network may take before what is kept answers instead, ms. */
const SHELL_TIMEOUT_MS = 4_000
const SETTINGS_TIMEOUT_MS = 4_000
const MAX_ART = 80
const SHELL = '/index.html'
const ART_CACHE = 'reelcast-art'
const SETTINGS_CACHE = 'reelcast-settings'
/** The server sends one file in several encodings; what is kept is what was in it. */
const ANY: CacheQueryOptions = { ignoreVary: true }

/** The service worker's work: what it keeps, and what it answers. */
export function createCache({ caches, fetch, build, files }: CacheDeps) {
  const shellName = `reelcast-shell-${build}`
  const shell = () => caches.open(shellName)

  /** The network's answer; undefined when none comes in time, or only a gateway's word that there is nobody. */
  async function inTime(asking: Promise<Response>, ms: number): Promise<Response | undefined> {
    const late = new Promise<undefined>((done) => setTimeout(done, ms))
    const answer = await Promise.race([asking.catch(() => undefined), late])
    return answer && answer.status < 500 ? answer : undefined
  }

  /** A page: as new as it can be had, else the shell of the version that is kept whole. */
  async function page(asking: Promise<Response>): Promise<Response> {
    return (await inTime(asking, SHELL_TIMEOUT_MS)) ?? (await (await shell()).match(SHELL, ANY)) ?? asking
  }

  async function settings(request: Request): Promise<Response> {
    const cache = await caches.open(SETTINGS_CACHE)
    const asking = fetch(request)
    const answer = await inTime(asking, SETTINGS_TIMEOUT_MS)
    if (answer && isCacheable(answer)) await cache.put('/Settings.json', answer.clone())
    return answer ?? (await cache.match('/Settings.json', ANY)) ?? asking
  }

  async function code(request: Request): Promise<Response> {
    const cache = await shell()
    const kept = await cache.match(request.url, ANY)
    if (kept) return kept
    const answer = await fetch(request)
    if (isCacheable(answer)) await cache.put(request.url, answer.clone())
    return answer
  }

  async function art(request: Request, later: (work: Promise<unknown>) => void): Promise<Response> {
    const cache = await caches.open(ART_CACHE)
    const kept = await cache.match(request.url, ANY)
    const asking = fetch(request).then(async (answer) => {
      if (!isCacheable(answer)) return answer
      // Put last, whatever it was before: what is over is what nobody has asked for the longest.
      const copy = answer.clone()
      await cache.delete(request.url, ANY)
      await cache.put(request.url, copy)
      const all = await cache.keys()
      await Promise.all(all.slice(0, -MAX_ART).map((old) => cache.delete(old)))
      return answer
    })
    if (!kept) return asking
    later(asking.catch(() => undefined))
    return kept
  }

  return {
    /** Keeps this version's shell, all of it or none. Rejects when the server has another version by now. */
    async install(): Promise<void> {
      const cache = await shell()
      const page = await fetch(SHELL, { cache: 'no-cache', credentials: 'omit' })
      if (!isCacheable(page) || !(await page.clone().text()).includes(`data-build="${build}"`))
        throw new Error('the server has another version')
      const rest = await Promise.all(
        files.map(async (file) => [file, await fetch(file, { credentials: 'omit' })] as const),
      )
      const missing = rest.find(([, answer]) => !isCacheable(answer))
      if (missing) throw new Error(`${missing[0]} does not come`)
      await Promise.all(rest.map(([file, answer]) => cache.put(file, answer)))
      await cache.put(SHELL, page)
    },

    /** Throws the shells of other versions away. */
    async tidy(): Promise<void> {
      const old = (await caches.keys()).filter(
        (name) => name.startsWith('reelcast-') && ![shellName, ART_CACHE, SETTINGS_CACHE].includes(name),
      )
      await Promise.all(old.map((name) => caches.delete(name)))
    },

    /** Answers a request by its way; `asking` is the page's own request where the browser has sent it already. */
    answer(
      way: NonNullable<Strategy>,
      request: Request,
      asking: () => Promise<Response>,
      later: (work: Promise<unknown>) => void,
    ): Promise<Response> {
      if (way === 'shell') return page(asking())
      if (way === 'settings') return settings(request)
      return way === 'code' ? code(request) : art(request, later)
    },
  }
}
