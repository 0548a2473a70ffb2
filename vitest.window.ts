import { pathToFileURL } from 'node:url'
import { afterAll, vi } from 'vitest'
import { populateGlobal } from 'vitest/runtime'
import { HAS_WINDOW } from './vitest.dom.ts'

/*
 * The files of a worker share its process. Each gets new instances of all modules, and a new window unless it
 * asks for the environment "node", so that none meets what another one has left. happy-dom's 600 modules are
 * loaded from one file.
 */

/** Where vitest.config.ts writes the bundle. */
const BUNDLE = pathToFileURL('node_modules/happy-dom/bundle/index.js').href
/** Globals that Node also has, but that a test must get from the page's window. */
const FROM_WINDOW = [
  'AbortController',
  'AbortSignal',
  'FormData',
  'Headers',
  'MessagePort',
  'Request',
  'Response',
  'URL',
  'URLSearchParams',
  'clearInterval',
  'clearTimeout',
  'fetch',
  'setInterval',
  'setTimeout',
]

async function openWindow(): Promise<() => Promise<void>> {
  // wouter marks the global object whose history it has patched. Its own property could not be deleted.
  Object.defineProperty(globalThis, Symbol.for('wouter_v3'), { configurable: true, value: undefined })
  const { GlobalWindow }: typeof import('happy-dom') = await import(/* @vite-ignore */ BUNDLE)
  const url = 'http://localhost:3000'
  const page = new GlobalWindow({ url, console, settings: { disableErrorCapturing: true } })
  const { keys, originals } = populateGlobal(globalThis, page, {
    bindFunctions: true,
    additionalKeys: FROM_WINDOW,
  })
  return async () => {
    await page.happyDOM.abort()
    page.close()
    for (const key of keys) Reflect.deleteProperty(globalThis, key)
    for (const [key, value] of originals) Reflect.set(globalThis, key, value)
  }
}

vi.resetModules()
const closeWindow = HAS_WINDOW in globalThis ? await openWindow() : undefined
afterAll(async () => {
  // What a file has replaced would replace the next file's.
  vi.unstubAllGlobals()
  vi.useRealTimers()
  await closeWindow?.()
})
