import { CURRENT_PAGE, isCacheable, SHELL_PREFIX, type Strategy } from './cache-rules.ts'

/** What the worker is made of: handed in, so that it can be tested without a browser. */
export interface CacheDeps {
  caches: Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>
  fetch: (request: RequestInfo, init?: RequestInit) => Promise<Response>
  /** Loads the page of a client anew. */
  reload: (client: string) => Promise<unknown>
  /** Names this build, as index.html does in `data-build`. */
  build: string
  /** All code of this build, by path: kept as a whole with the version it belongs to. */
  files: readonly string[]
}

/** A request as the worker gets it. */
interface Asked {
  readonly request: Request
  /** The page that asks; of a navigation, the page that it opens. */
  readonly client: string
  /** Work that goes on after the answer. */
  later(work: Promise<unknown>): void
}

/** How long the network may take before what is kept answers instead, ms. */
const PAGE_TIMEOUT_MS = 4_000
const SETTINGS_TIMEOUT_MS = 4_000
/** A page that the server has not confirmed for longer waits for the server, ms. */
const MAX_PAGE_AGE_MS = 7 * 24 * 3_600_000
/** Files that are fetched at the same time, so that the page has connections left over HTTP/1.1. */
const MAX_DOWNLOADS = 4
const MAX_ART = 80
const SHELL = '/index.html'
const ART_CACHE = 'reelcast-art'
const SETTINGS_CACHE = 'reelcast-settings'
/** The server sends one file in several encodings; what is kept is what was in it. */
const ANY: CacheQueryOptions = { ignoreVary: true }

const buildOf = (html: string) => /data-build="(\w+)"/.exec(html)?.[1]

/** What an operator's settings make of a page: what it says of them, and its policy but for the hashes of its build. */
const settingsOf = (html: string, { headers }: Response) => {
  const policy = headers.get('content-security-policy') ?? ''
  return `${/data-settings="([^"]*)"/.exec(html)?.[1]}\n${policy.replaceAll(/ 'sha\d+-[^']+'/g, '')}`
}

/** Resolves to undefined where the promise fails or takes longer. */
const within = <T>(promise: Promise<T>, ms: number): Promise<T | undefined> =>
  Promise.race([
    promise.catch(() => undefined),
    new Promise<undefined>((done) => setTimeout(() => done(undefined), ms)),
  ])

/** The network's answer; undefined when none comes in time, or only a gateway's 5xx. */
async function inTime(asking: Promise<Response>, ms: number): Promise<Response | undefined> {
  const answer = await within(asking, ms)
  return answer && answer.status < 500 ? answer : undefined
}

/** Storage that is full or blocked holds nothing; the network still answers. */
const createStore = (caches: CacheDeps['caches']) => ({
  kept: (name: string, key: string): Promise<Response | undefined> =>
    caches
      .open(name)
      .then((cache) => cache.match(key, ANY))
      .catch(() => undefined),
  keep: (name: string, key: string, answer: Response): Promise<void> =>
    caches
      .open(name)
      .then((cache) => cache.put(key, answer))
      .catch(() => {}),
  async keepArt(url: string, answer: Response): Promise<void> {
    const cache = await caches.open(ART_CACHE)
    // Put last, whatever it was before: the entry that was not requested for the longest time is removed.
    await cache.delete(url, ANY)
    await cache.put(url, answer)
    const all = await cache.keys()
    await Promise.all(all.slice(0, -MAX_ART).map((old) => cache.delete(old)))
  },
})
type Store = ReturnType<typeof createStore>

const fetchShell = (fetch: CacheDeps['fetch']) => fetch(SHELL, { cache: 'no-cache', credentials: 'omit' })

/** The page that opens at once, and its check against the server's. */
function createCurrentPage({ caches, fetch, build }: CacheDeps, { kept, keep }: Store) {
  const shellName = SHELL_PREFIX + build
  const forget = () => caches.open(shellName).then((cache) => cache.delete(CURRENT_PAGE, ANY))

  /** The page, where the server has confirmed it lately. */
  async function confirmed(): Promise<Response | undefined> {
    const found = await kept(shellName, CURRENT_PAGE)
    const age = Date.now() - Date.parse(found?.headers.get('date') ?? '')
    return age < MAX_PAGE_AGE_MS ? found : undefined
  }

  /**
   * Keeps the server's page for the next visit where it is of this build; another one's waits for the worker of that
   * build. Resolves to whether `shown` may not go on: it was made for other settings, or the server gives no page any
   * more. Rejects without an answer.
   */
  async function renew(shown?: Response): Promise<boolean> {
    const answer = await fetchShell(fetch)
    if (answer.status >= 500) return false
    const html = await answer.clone().text()
    const isOutdated =
      !isCacheable(answer) ||
      (shown !== undefined && settingsOf(await shown.text(), shown) !== settingsOf(html, answer))
    const isOwn = isCacheable(answer) && buildOf(html) === build
    if (isOwn) await keep(shellName, SHELL, answer.clone())
    // What is outdated comes from the server next time, so that two servers of different settings end in no loop.
    if (isOwn && !isOutdated) await keep(shellName, CURRENT_PAGE, answer)
    else await forget()
    return isOutdated
  }

  /** A page that the server has sent says whether the kept one is that of its build. */
  async function compareBuild(answer: Response): Promise<void> {
    const found = buildOf(await answer.text())
    if (found !== undefined && found !== build) await forget()
    else if (found && !(await confirmed())) await renew()
  }

  return { confirmed, renew, compareBuild }
}

/** Keeps this version, all of it or none. Rejects when the server has another version by now. */
async function install({ caches, fetch, build, files }: CacheDeps): Promise<void> {
  const cache = await caches.open(SHELL_PREFIX + build)
  const page = await fetchShell(fetch)
  if (!isCacheable(page) || buildOf(await page.clone().text()) !== build)
    throw new Error('the server has another version')
  const fetched: [string, Response][] = []
  for (let i = 0; i < files.length; i += MAX_DOWNLOADS) {
    const some = files.slice(i, i + MAX_DOWNLOADS)
    fetched.push(
      ...(await Promise.all(
        some.map(
          async (file): Promise<[string, Response]> => [file, await fetch(file, { credentials: 'omit' })],
        ),
      )),
    )
  }
  const missing = fetched.find(([, answer]) => !isCacheable(answer))
  if (missing) throw new Error(`${missing[0]} does not come`)
  await Promise.all(fetched.map(([file, answer]) => cache.put(file, answer)))
  await cache.put(SHELL, page.clone())
  await cache.put(CURRENT_PAGE, page)
}

/** The service worker's work: what it keeps, and what it answers. */
export function createCache(deps: CacheDeps) {
  const { caches, fetch, reload, build } = deps
  const shellName = SHELL_PREFIX + build
  const store = createStore(caches)
  const { kept, keep, keepArt } = store
  const currentPage = createCurrentPage(deps, store)
  /** Whether the page of a client, which got the kept one, is outdated. */
  const checks = new Map<string, Promise<boolean>>()

  /** A page: as new as it can be had, else the shell of the version that is kept whole. */
  async function page({ request, later }: Asked): Promise<Response> {
    const asking = fetch(request)
    const answer = await inTime(asking, PAGE_TIMEOUT_MS)
    if (!answer) return (await kept(shellName, SHELL)) ?? asking
    later(currentPage.compareBuild(answer.clone()).catch(() => {}))
    return answer
  }

  /** A page at once, as the server had it at the last visit, and checked while it starts. */
  async function shellPage(asked: Asked): Promise<Response> {
    const current = await currentPage.confirmed()
    if (!current) return page(asked)
    const check = currentPage.renew(current.clone()).catch(() => false)
    checks.set(asked.client, check)
    asked.later(check)
    return current
  }

  /** A page that opened at once gets its settings once it is known not to be outdated: until then the app has not begun. */
  async function settings({ request, client }: Asked): Promise<Response> {
    const asking = fetch(request)
    const check = checks.get(client)
    checks.delete(client)
    const [answer, isOutdated] = await Promise.all([
      inTime(asking, SETTINGS_TIMEOUT_MS),
      check && within(check, SETTINGS_TIMEOUT_MS),
    ])
    if (isOutdated) await reload(client).catch(() => {})
    if (answer && isCacheable(answer)) await keep(SETTINGS_CACHE, '/Settings.json', answer.clone())
    return answer ?? (await kept(SETTINGS_CACHE, '/Settings.json')) ?? asking
  }

  async function code({ request }: Asked): Promise<Response> {
    // Also of the version before: its pages are open until they are closed.
    const found =
      (await kept(shellName, request.url)) ?? (await caches.match(request.url, ANY).catch(() => {}))
    if (found) return found
    const answer = await fetch(request)
    if (isCacheable(answer)) await keep(shellName, request.url, answer.clone())
    return answer
  }

  async function art({ request, later }: Asked): Promise<Response> {
    const found = await kept(ART_CACHE, request.url)
    const asking = fetch(request).then(async (answer) => {
      if (isCacheable(answer)) await keepArt(request.url, answer.clone()).catch(() => {})
      return answer
    })
    if (!found) return asking
    later(asking.catch(() => undefined))
    return found
  }

  const answers = { shell: shellPage, page, settings, code, art }

  return {
    install: () => install(deps),

    /** Deletes old versions, except for the last one, whose pages may still be open. */
    async tidy(): Promise<void> {
      const names = (await caches.keys()).filter((name) => name.startsWith('reelcast-'))
      const last = names.findLast((name) => name.startsWith(SHELL_PREFIX) && name !== shellName)
      const old = names.filter((name) => ![shellName, last, ART_CACHE, SETTINGS_CACHE].includes(name))
      await Promise.all(old.map((name) => caches.delete(name)))
    },

    /** Answers a request by its strategy. */
    answer: (strategy: NonNullable<Strategy>, asked: Asked): Promise<Response> => answers[strategy](asked),
  }
}
