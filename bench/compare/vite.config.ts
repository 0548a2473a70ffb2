import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The comparison pages, built with React 19 and Fluent in their default configuration. */
export default defineConfig({
  root: at('.'),
  base: './',
  resolve: { alias: { react: 'react-19', 'react-dom': 'react-dom-19' } },
  // The project's tsconfig configures JSX for Preact.
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  build: {
    target: 'es2022',
    outDir: at('../../.cache/compare'),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: [at('login/index.html'), at('floor/index.html')] },
  },
})
