import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { defineConfig, mergeConfig } from 'vitest/config'
import app from './vite.config.ts'

/* Beside vite.config.ts, which a build without development dependencies reads. */

/** One file of happy-dom and what it imports, for vitest.dom.ts. In its package, so that another version brings none. */
const outDir = fileURLToPath(new URL('node_modules/happy-dom/bundle', import.meta.url))
if (!existsSync(`${outDir}/index.js`))
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(import.meta.resolve('happy-dom')),
      outDir,
      copyPublicDir: false,
      // happy-dom tells its classes apart by their names.
      rolldownOptions: { output: { keepNames: true } },
    },
  })

export default mergeConfig(
  app,
  defineConfig({
    test: {
      pool: 'forks',
      // The platform's tests wait as often as they compute: one more than there are cores.
      maxWorkers: availableParallelism() + 1,
      // A property test takes its seconds on a busy machine.
      testTimeout: 20_000,
      // On a build server a failed test runs once more, and the runner names it as flaky.
      retry: process.env.CI ? 1 : 0,
      projects: [
        {
          extends: true,
          test: { name: 'app', include: ['src/**/*.test.{ts,tsx}'], environment: './vitest.dom.ts' },
        },
        {
          extends: true,
          // No module of the platform keeps a state of its own, so each is read once a worker. A test may mock only what
          // no other test reads through the same importer.
          test: {
            name: 'platform',
            include: ['platform/**/*.test.ts'],
            environment: 'node',
            isolate: false,
          },
        },
        { extends: true, test: { name: 'bench', include: ['bench/**/*.test.ts'], environment: 'node' } },
      ],
    },
  }),
)
