import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The comparison pages, built with what people would reach for: React 19 and Fluent, as they come. */
export default defineConfig({
  root: at('.'),
  base: './',
  resolve: { alias: { react: 'react-19', 'react-dom': 'react-dom-19' } },
  // Not as the project's own tsconfig has it, which is for Preact.
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  build: {
    target: 'es2022',
    outDir: at('../../.cache/compare'),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: [at('login/index.html'), at('floor/index.html')] },
  },
})
