import { CURRENT_PAGE, SHELL_PREFIX } from './cache-rules.ts'

/** The path of the built service-worker.ts; it determines the worker's scope. */
const WORKER = '/sw.js'

/**
 * The worker's address as a TrustedScriptURL, which the page's policy requires; it permits no other address.
 */
function workerAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: Factory }
  const policy = trustedTypes?.createPolicy('reelcast-worker', { createScriptURL: () => WORKER })
  return policy?.createScriptURL('') ?? WORKER
}
interface Factory {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(text: string): string }
}

/**
 * Registers the service worker. Without it (private windows, plain http, old browsers) the app works too. The
 * browser checks for a new worker by itself; update/start.ts notices the change.
 */
export async function registerServiceWorker(): Promise<void> {
  try {
    await navigator.serviceWorker?.register(workerAddress(), { scope: '/', updateViaCache: 'none' })
  } catch {
    // The next start tries again.
  }
}

/**
 * Removes the cached pages, so that the next one comes from the server: not every browser shows a reload to
 * the worker.
 */
export async function forgetCurrentPage(): Promise<void> {
  try {
    const names = (await caches.keys()).filter((name) => name.startsWith(SHELL_PREFIX))
    await Promise.all(names.map(async (name) => (await caches.open(name)).delete(CURRENT_PAGE)))
  } catch {
    // Without storage there are no cached pages.
  }
}

/** Unregisters the service worker and deletes its caches, if the operator has switched it off. */
export async function unregisterServiceWorker(): Promise<void> {
  try {
    const all = (await navigator.serviceWorker?.getRegistrations()) ?? []
    await Promise.all(all.map((one) => one.unregister()))
    if (!('caches' in window)) return
    const names = (await caches.keys()).filter((name) => name.startsWith('reelcast-'))
    await Promise.all(names.map((name) => caches.delete(name)))
  } catch {
    // The next start tries again.
  }
}
