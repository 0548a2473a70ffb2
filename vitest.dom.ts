import { type Environment, populateGlobal } from 'vitest/runtime'

/*
 * Vitest's own environment "happy-dom", loaded from one file. Each test file starts a process, in which
 * happy-dom's 600 modules would take five times as long to load as their bundle, longer than most files'
 * tests take.
 */

/** Where vitest.config.ts writes the bundle. */
const BUNDLE = new URL('node_modules/happy-dom/bundle/index.js', import.meta.url).href
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
  'fetch',
]

export default {
  // This name makes Vitest resolve modules as for a browser.
  name: 'happy-dom',
  viteEnvironment: 'client',
  async setup(global) {
    const { GlobalWindow }: typeof import('happy-dom') = await import(/* @vite-ignore */ BUNDLE)
    const url = 'http://localhost:3000'
    const page = new GlobalWindow({ url, console, settings: { disableErrorCapturing: true } })
    const { keys, originals } = populateGlobal(global, page, {
      bindFunctions: true,
      additionalKeys: FROM_WINDOW,
    })
    return {
      async teardown() {
        await page.happyDOM.abort()
        page.close()
        for (const key of keys) Reflect.deleteProperty(global, key)
        for (const [key, value] of originals) Reflect.set(global, key, value)
      },
    }
  },
} satisfies Environment
