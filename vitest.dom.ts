import type { Environment } from 'vitest/runtime'

/** Makes Vitest resolve modules as for a browser; vitest.window.ts opens a window for each test file. */
export default {
  name: 'happy-dom',
  viteEnvironment: 'client',
  setup(global) {
    // Vite's client, which is loaded first, asks for it.
    global.self = global
    return { teardown() {} }
  },
} satisfies Environment
