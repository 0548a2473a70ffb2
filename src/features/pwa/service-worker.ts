import { reloadAddress, strategyFor } from './cache-rules.ts'
import { createCache } from './cache-strategies.ts'

/*
 * The service worker, built to /sw.js by vite/service-worker.ts. It opens the app before the server answers
 * or without a network, and serves code and art from its cache. Requests about money, machines or players
 * bypass it.
 */

declare const __BUILD__: string
declare const __FILES__: readonly string[]

/** The parts of a worker's global scope that this file uses; the app's types describe pages only. */
interface LaterEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface AskedEvent extends LaterEvent {
  readonly request: Request
  readonly clientId: string
  readonly resultingClientId: string
  respondWith(answer: Promise<Response>): void
}
interface WindowClient {
  readonly url: string
  navigate(url: string): Promise<unknown>
}
interface WorkerWorld {
  addEventListener(type: 'install' | 'activate', listener: (event: LaterEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: AskedEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void>; get(id: string): Promise<WindowClient | undefined> }
  readonly registration: ServiceWorkerRegistration
  readonly location: Location
}

const world = globalThis as unknown as WorkerWorld
// biome-ignore lint/style/noRestrictedGlobals: the worker stands between the app and the network
const ask: typeof fetch = (request, init) => fetch(request, init)
const reload = async (id: string) => {
  const client = await world.clients.get(id)
  if (client) await client.navigate(reloadAddress(client.url))
}
const { install, tidy, answer } = createCache({
  caches,
  fetch: ask,
  reload,
  build: __BUILD__,
  files: __FILES__,
})

world.addEventListener('install', (event) => event.waitUntil(install()))

world.addEventListener('activate', (event) => {
  // An older worker enabled navigation preload, which would fetch each cached page in vain.
  const quiet = world.registration.navigationPreload?.disable()
  event.waitUntil(Promise.all([quiet, tidy()]).then(() => world.clients.claim()))
})

world.addEventListener('fetch', (event) => {
  const { request, clientId, resultingClientId } = event
  const strategy = strategyFor(request, world.location.origin)
  if (!strategy) return
  const later = (work: Promise<unknown>) => event.waitUntil(work)
  const client = request.mode === 'navigate' ? resultingClientId : clientId
  event.respondWith(answer(strategy, { request, client, later }))
})

/** The player or the kiosk accepts the waiting version. */
world.addEventListener('message', ({ data }) => {
  if (data === 'take') void world.skipWaiting()
})
