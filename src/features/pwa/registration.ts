import { CURRENT_PAGE, SHELL_PREFIX } from './cache-rules.ts'

/** Where the build puts service-worker.ts, and what it may answer for. */
const WORKER = '/sw.js'

/** The one address that may become a worker, in the form that the page's policy (trusted types) asks for. */
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
 * Lets the service worker in. Nothing depends on it: private windows, plain http and old browsers go without.
 * The browser looks for its next version by itself; update/start.ts notices what that brings.
 */
export async function registerServiceWorker(): Promise<void> {
  try {
    await navigator.serviceWorker?.register(workerAddress(), { scope: '/', updateViaCache: 'none' })
  } catch {
    // The next visit asks again.
  }
}

/** Lets the next page come from the server: not every browser shows the worker that a page is reloaded. */
export async function forgetCurrentPage(): Promise<void> {
  try {
    const names = (await caches.keys()).filter((name) => name.startsWith(SHELL_PREFIX))
    await Promise.all(names.map(async (name) => (await caches.open(name)).delete(CURRENT_PAGE)))
  } catch {
    // Without storage there is none.
  }
}

/** Sends it away, with all that it kept: the operator does not want it (any more). */
export async function unregisterServiceWorker(): Promise<void> {
  try {
    const all = (await navigator.serviceWorker?.getRegistrations()) ?? []
    await Promise.all(all.map((one) => one.unregister()))
    if (!('caches' in window)) return
    const names = (await caches.keys()).filter((name) => name.startsWith('reelcast-'))
    await Promise.all(names.map((name) => caches.delete(name)))
  } catch {
    // The next visit asks again.
  }
}
