import { strategyFor } from './cache-rules.ts'
import { createCache } from './cache-strategies.ts'

/*
 * The service worker, built to /sw.js by vite/service-worker.ts. It opens the app before the server answers, or without a
 * network, and hands out code and art without asking; requests about money, machines or players bypass it.
 */

declare const __BUILD__: string
declare const __FILES__: readonly string[]

/** What is used of a worker's own world, for which the page's types have no names. */
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
// biome-ignore lint/style/noRestrictedGlobals: the worker is the network as the app sees it
const ask: typeof fetch = (request, init) => fetch(request, init)
const reload = async (id: string) => {
  const client = await world.clients.get(id)
  // With a fragment it would be a jump within the page.
  await client?.navigate(client.url.replace(/#.*/, ''))
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
  // An older worker switched it on: a page that opens at once would be requested for nothing.
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

/** The player, or a kiosk, takes the version that waits. */
world.addEventListener('message', ({ data }) => {
  if (data === 'take') void world.skipWaiting()
})
