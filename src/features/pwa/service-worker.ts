import { strategyFor } from './cache-rules.ts'
import { createCache } from './cache-strategies.ts'

/*
 * The service worker, built to /sw.js by vite.config.ts. It opens the app without a network and hands out code and
 * art without asking; whatever is about money, machines or who somebody is goes past it.
 */

declare const __BUILD__: string
declare const __FILES__: readonly string[]

/** What is used of a worker's own world, for which the page's types have no names. */
interface LaterEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface AskedEvent extends LaterEvent {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
interface WorkerWorld {
  addEventListener(type: 'install' | 'activate', listener: (event: LaterEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: AskedEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  readonly registration: ServiceWorkerRegistration
  readonly location: Location
}

const world = globalThis as unknown as WorkerWorld
// biome-ignore lint/style/noRestrictedGlobals: the worker is the network as the app sees it
const ask: typeof fetch = (request, init) => fetch(request, init)
const { install, tidy, answer } = createCache({ caches, fetch: ask, build: __BUILD__, files: __FILES__ })

world.addEventListener('install', (event) => event.waitUntil(install()))

world.addEventListener('activate', (event) => {
  // A page is asked for while the worker still starts.
  const ahead = world.registration.navigationPreload?.enable()
  event.waitUntil(Promise.all([ahead, tidy()]).then(() => world.clients.claim()))
})

world.addEventListener('fetch', (event) => {
  const { request } = event
  const way = strategyFor(request, world.location.origin)
  if (!way) return
  const later = (work: Promise<unknown>) => event.waitUntil(work)
  const asking = async () => (await event.preloadResponse) ?? ask(request)
  if (way === 'shell') later(event.preloadResponse.catch(() => undefined))
  event.respondWith(answer(way, request, asking, later))
})

/** The player, or a kiosk, takes the version that waits. */
world.addEventListener('message', ({ data }) => {
  if (data === 'take') void world.skipWaiting()
})
