import preact from '@preact/preset-vite'
import { defineConfig } from 'vitest/config'
import pkg from './package.json' with { type: 'json' }

export default defineConfig({
  plugins: [preact()],
  define: { __VERSION__: JSON.stringify(`v${pkg.version}`) },
  // On preact/compat the React binding of signals goes stale; the Preact one is the same interface.
  resolve: { alias: { '@preact/signals-react': '@preact/signals' } },
  build: { target: 'es2022', manifest: true, modulePreload: { polyfill: false } },
  server: { proxy: {} },
  test: {
    pool: 'forks',
    projects: [
      { extends: true, test: { name: 'app', include: ['src/**/*.test.{ts,tsx}'], environment: 'happy-dom' } },
      { extends: true, test: { name: 'platform', include: ['platform/**/*.test.ts'], environment: 'node' } },
    ],
  },
})
