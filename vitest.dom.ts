import type { Environment } from 'vitest/runtime'

/** Marks the process of tests in a browser, for which vitest.window.ts opens a window for each file. */
export const HAS_WINDOW = Symbol.for('reelcast.has-window')

/** Makes Vitest resolve modules as for a browser. */
export default {
  name: 'happy-dom',
  viteEnvironment: 'client',
  setup(global) {
    // Vite's client, which is loaded first, asks for it.
    global.self = global
    global[HAS_WINDOW] = true
    return {
      teardown() {
        delete global[HAS_WINDOW]
      },
    }
  },
} satisfies Environment
