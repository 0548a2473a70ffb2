import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { defineConfig, mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import app from './vite.config.ts'

/* Separate from vite.config.ts, which a build without development dependencies loads. */

/**
 * happy-dom and its imports as one file, for vitest.dom.ts. It is inside the package, so that a new version
 * removes it.
 */
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
      // happy-dom identifies its classes by their names.
      rolldownOptions: { output: { keepNames: true } },
    },
  })

/** The platform's files first: some take a minute, and the app's short ones then keep all workers busy. */
class PlatformFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isOfPlatform = ({ project }: TestSpecification) => project.name === 'platform'
    return [...sorted.filter(isOfPlatform), ...sorted.filter((file) => !isOfPlatform(file))]
  }
}

/** Prefixes of the paths of test files that e2e/run.ts runs on a database server only. */
const leftToServer = process.env.LEFT_TO_SERVER?.split(' ').filter(Boolean) ?? []

export default mergeConfig(
  app,
  defineConfig({
    test: {
      pool: 'forks',
      // The platform's tests wait about as long as they compute, so there is one worker more than cores.
      maxWorkers: availableParallelism() + 1,
      sequence: { sequencer: PlatformFirst },
      // A property test takes several seconds on a busy machine.
      testTimeout: 20_000,
      expect: { poll: { timeout: 10_000 } },
      // Only a build server runs a failed test again, and the runner reports it as flaky.
      retry: process.env.CI ? 1 : 0,
      projects: [
        {
          extends: true,
          test: {
            name: 'app',
            include: ['src/**/*.test.{ts,tsx}'],
            environment: './vitest.dom.ts',
            // So that its `react` is core Preact here, too.
            server: { deps: { inline: ['wouter'] } },
            // Each of these short files starts a worker: 226 s of processor time for all, 264 s with forks.
            pool: 'threads',
          },
        },
        {
          extends: true,
          // The platform's modules hold no state, so each is loaded once per worker. A test may mock a module
          // only if no other test loads it through the same importer.
          test: {
            name: 'platform',
            include: ['platform/**/*.test.ts', 'conformance/**/*.test.ts'],
            exclude: leftToServer.flatMap((path) => [`${path}*`, `${path}*/**`]),
            environment: 'node',
            globalSetup: './platform/testing/bundle.ts',
            isolate: false,
            // See NODE_ARGS in platform/testing/process.ts.
            execArgv: ['--liftoff-only'],
          },
        },
        {
          extends: true,
          test: {
            name: 'bench',
            include: ['bench/**/*.test.ts', 'e2e/run/**/*.test.ts', 'vite/**/*.test.ts'],
            environment: 'node',
          },
        },
      ],
    },
  }),
)
