import { isSettingsFile } from '../../contract/settings-file.ts'
import { CURRENT_PAGE, isCacheable, SHELL_PREFIX, type Strategy } from './cache-rules.ts'

/** The worker's environment, injected so that tests need no browser. */
export interface CacheDeps {
  caches: Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>
  fetch: (request: RequestInfo, init?: RequestInit) => Promise<Response>
  /** Reloads the page of a client. */
  reload: (client: string) => Promise<unknown>
  /** The id of this build, as in `data-build` of index.html. */
  build: string
  /** The paths of all code of this build; cached as a whole. */
  files: readonly string[]
}

interface Asked {
  readonly request: Request
  /** The client that sends the request; for a navigation the client that will show the page. */
  readonly client: string
  /** Registers work that continues after the answer. */
  later(work: Promise<unknown>): void
}

/** Maximum time for the network before the cache answers, ms. */
const PAGE_TIMEOUT_MS = 4_000
const SETTINGS_TIMEOUT_MS = 4_000
/** A page that the server has not confirmed for longer is not shown before the server answers, ms. */
const MAX_PAGE_AGE_MS = 7 * 24 * 3_600_000
/** Concurrent downloads; few, so that the page has connections left over HTTP/1.1. */
const MAX_DOWNLOADS = 4
const MAX_ART = 80
const SHELL = '/index.html'
const SETTINGS = '/Settings.json'
const ART_CACHE = 'reelcast-art'
const SETTINGS_CACHE = 'reelcast-settings'
/** The server varies by encoding, but the cache stores decoded bodies. */
const ANY: CacheQueryOptions = { ignoreVary: true }

const buildOf = (html: string) => /data-build="(\w+)"/.exec(html)?.[1]

/**
 * What the operator's settings change in a page: the copy of the settings in it, and its policy without the
 * hashes of the build.
 */
const settingsOf = (html: string, { headers }: Response) => {
  const policy = headers.get('content-security-policy') ?? ''
  return `${/data-settings="([^"]*)"/.exec(html)?.[1]}\n${policy.replaceAll(/ 'sha\d+-[^']+'/g, '')}`
}

/** Resolves to undefined if the promise rejects or takes longer. */
const within = <T>(promise: Promise<T>, ms: number): Promise<T | undefined> =>
  Promise.race([
    promise.catch(() => undefined),
    new Promise<undefined>((done) => setTimeout(() => done(undefined), ms)),
  ])

/** The network's answer; undefined if it is late, fails, or is a gateway's 5xx. */
async function inTime(asking: Promise<Response>, ms: number): Promise<Response | undefined> {
  const answer = await within(asking, ms)
  return answer && answer.status < 500 ? answer : undefined
}

/**
 * Fetches a file; once more and past the browser's own cache where the answer is not this file, because that
 * cache may contain a page under the file's name.
 */
async function fetchFile(
  fetch: CacheDeps['fetch'],
  file: RequestInfo,
  init?: RequestInit,
): Promise<Response> {
  const answer = await fetch(file, init)
  const isOther = answer.status === 200 && !isCacheable(typeof file === 'string' ? file : file.url, answer)
  return isOther ? fetch(file, { ...init, cache: 'reload' }) : answer
}

/** With full or blocked storage nothing is cached, and the network answers. */
const createStore = (caches: CacheDeps['caches']) => ({
  /** Searches all caches without a name. What is not this file does not count: earlier versions cached it. */
  kept: (name: string | undefined, key: string): Promise<Response | undefined> =>
    (name === undefined ? Promise.resolve(caches) : caches.open(name))
      .then((cache) => cache.match(key, ANY))
      .then((found) => (found && isCacheable(key, found) ? found : undefined))
      .catch(() => undefined),
  keep: (name: string, key: string, answer: Response): Promise<void> =>
    caches
      .open(name)
      .then((cache) => cache.put(key, answer))
      .catch(() => {}),
  async keepArt(url: string, answer: Response): Promise<void> {
    const cache = await caches.open(ART_CACHE)
    // The cache keeps the order of insertion: the art that was not requested for the longest time is deleted.
    await cache.delete(url, ANY)
    await cache.put(url, answer)
    const all = await cache.keys()
    await Promise.all(all.slice(0, -MAX_ART).map((old) => cache.delete(old)))
  },
})
type Store = ReturnType<typeof createStore>

const fetchShell = (fetch: CacheDeps['fetch']) => fetch(SHELL, { cache: 'no-cache', credentials: 'omit' })

/** Whether an answer is the file, and not, for example, a captive portal's page. */
const areSettings = (answer: Response): Promise<boolean> =>
  answer.json().then(
    (file) => isCacheable(SETTINGS, answer) && isSettingsFile(file),
    () => false,
  )

/** The page that opens before the server answers, and its comparison with the server's. */
function createCurrentPage({ caches, fetch, build }: CacheDeps, { kept, keep }: Store) {
  const shellName = SHELL_PREFIX + build
  const forget = () => caches.open(shellName).then((cache) => cache.delete(CURRENT_PAGE, ANY))

  /** The page, if the server has confirmed it within MAX_PAGE_AGE_MS. */
  async function confirmed(): Promise<Response | undefined> {
    const found = await kept(shellName, CURRENT_PAGE)
    const age = Date.now() - Date.parse(found?.headers.get('date') ?? '')
    return age < MAX_PAGE_AGE_MS ? found : undefined
  }

  /**
   * Caches the server's page for the next start if it is of this build; a page of another build is left to
   * the worker of that build. Resolves to whether `shown` is outdated: it was made for other settings, or the
   * server does not serve the page any more. Rejects without an answer.
   */
  async function renew(shown?: Response): Promise<boolean> {
    const answer = await fetchShell(fetch)
    if (answer.status >= 500) return false
    const html = await answer.clone().text()
    const isOutdated =
      !isCacheable(SHELL, answer) ||
      (shown !== undefined && settingsOf(await shown.text(), shown) !== settingsOf(html, answer))
    const isOwn = isCacheable(SHELL, answer) && buildOf(html) === build
    if (isOwn) await keep(shellName, SHELL, answer.clone())
    // After an outdated page the next one comes from the server: two servers with different settings cause no
    // reload loop.
    if (isOwn && !isOutdated) await keep(shellName, CURRENT_PAGE, answer)
    else await forget()
    return isOutdated
  }

  /** Compares the build of a page that the server has sent with this worker's. */
  async function compareBuild(answer: Response): Promise<void> {
    const found = buildOf(await answer.text())
    if (found !== undefined && found !== build) await forget()
    else if (found && !(await confirmed())) await renew()
  }

  return { confirmed, renew, compareBuild }
}

/**
 * Caches this version, all of it or nothing: `tidy` would take a part of it for the last version. Rejects if
 * the server has another build by now.
 */
async function install({ caches, fetch, build, files }: CacheDeps): Promise<void> {
  const name = SHELL_PREFIX + build
  const page = await fetchShell(fetch)
  if (!isCacheable(SHELL, page) || buildOf(await page.clone().text()) !== build)
    throw new Error('the server has another build')
  const fetched: [string, Response][] = []
  for (let i = 0; i < files.length; i += MAX_DOWNLOADS) {
    const some = files.slice(i, i + MAX_DOWNLOADS)
    fetched.push(
      ...(await Promise.all(
        some.map(
          async (file): Promise<[string, Response]> => [
            file,
            await fetchFile(fetch, file, { credentials: 'omit' }),
          ],
        ),
      )),
    )
  }
  const missing = fetched.find(([file, answer]) => !isCacheable(file, answer))
  if (missing) throw new Error(`${missing[0]} cannot be fetched`)
  // After a rollback this version has a cache already, older than that of the version between.
  await caches.delete(name)
  try {
    const cache = await caches.open(name)
    await Promise.all(fetched.map(([file, answer]) => cache.put(file, answer)))
    await cache.put(SHELL, page.clone())
    await cache.put(CURRENT_PAGE, page)
  } catch (reason) {
    await caches.delete(name)
    throw reason
  }
}

/** The service worker: what it caches and how it answers. */
export function createCache(deps: CacheDeps) {
  const { caches, fetch, reload, build } = deps
  const shellName = SHELL_PREFIX + build
  const store = createStore(caches)
  const { kept, keep, keepArt } = store
  const currentPage = createCurrentPage(deps, store)
  /** By client that got the cached page: whether that page is outdated. */
  const checks = new Map<string, Promise<boolean>>()

  /** A page from the network; without an answer in time the shell of this build. */
  async function page({ request, later }: Asked): Promise<Response> {
    const asking = fetch(request)
    const answer = await inTime(asking, PAGE_TIMEOUT_MS)
    if (!answer) return (await kept(shellName, SHELL)) ?? asking
    later(currentPage.compareBuild(answer.clone()).catch(() => {}))
    return answer
  }

  /** The cached page, which is compared with the server's while it starts. */
  async function shellPage(asked: Asked): Promise<Response> {
    const current = await currentPage.confirmed()
    if (!current) return page(asked)
    const check = currentPage.renew(current.clone()).catch(() => false)
    checks.set(asked.client, check)
    asked.later(check)
    return current
  }

  /**
   * The settings. A cached page receives them only after its comparison, so that an outdated page reloads
   * before the app has started.
   */
  async function settings({ request, client }: Asked): Promise<Response> {
    const asking = fetch(request)
    const check = checks.get(client)
    checks.delete(client)
    const [answer, isOutdated] = await Promise.all([
      inTime(asking, SETTINGS_TIMEOUT_MS),
      check && within(check, SETTINGS_TIMEOUT_MS),
    ])
    if (isOutdated) await reload(client).catch(() => {})
    if (answer && (await areSettings(answer.clone()))) {
      await keep(SETTINGS_CACHE, SETTINGS, answer.clone())
      return answer
    }
    // A refusal is passed on: the page repeats the request with credentials.
    if (answer && answer.status !== 200) return answer
    return (await kept(SETTINGS_CACHE, SETTINGS)) ?? answer ?? asking
  }

  async function code({ request }: Asked): Promise<Response> {
    // Also code of the previous version, whose pages may still be open.
    const found = (await kept(shellName, request.url)) ?? (await kept(undefined, request.url))
    if (found) return found
    const answer = await fetchFile(fetch, request)
    if (isCacheable(request.url, answer)) await keep(shellName, request.url, answer.clone())
    return answer
  }

  async function art({ request, later }: Asked): Promise<Response> {
    const found = await kept(ART_CACHE, request.url)
    const asking = fetchFile(fetch, request).then(async (answer) => {
      if (isCacheable(request.url, answer)) await keepArt(request.url, answer.clone()).catch(() => {})
      return answer
    })
    if (!found) return asking
    later(asking.catch(() => undefined))
    return found
  }

  const answers = { shell: shellPage, page, settings, code, art }

  return {
    install: () => install(deps),

    /**
     * Deletes old versions except the previous one, whose pages may still be open. The names come in the
     * order of the caches' creation, so that the names after this version's belong to newer versions.
     */
    async tidy(): Promise<void> {
      const names = (await caches.keys()).filter((name) => name.startsWith('reelcast-'))
      const shells = names.filter((name) => name.startsWith(SHELL_PREFIX))
      const needed = shells.slice(Math.max(0, shells.indexOf(shellName) - 1))
      const old = names.filter((name) => ![...needed, ART_CACHE, SETTINGS_CACHE].includes(name))
      await Promise.all(old.map((name) => caches.delete(name)))
    },

    /** Answers a request by its strategy. */
    answer: (strategy: NonNullable<Strategy>, asked: Asked): Promise<Response> => answers[strategy](asked),
  }
}
