import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { MAIN } from './process.ts'

/* For tests: the platform and its packages as one file. A start loads 1,000 modules otherwise. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, '.cache')
/** Packages that load compiled code from their own folders. */
const COMPILED = ['@node-rs/argon2', '@resvg/resvg-js', '@roamhq/wrtc', 'sharp']

/** A module finds the files beside it by its own address, which this keeps. */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  transform: {
    // Not the bundler's own modules, which are nowhere.
    filter: { id: /^[^\0]/, code: 'import.meta.url' },
    handler: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
}

/**
 * Makes the bundle of `main`, and names it in `PLATFORM_BUNDLE` for the processes of this run. Returns what
 * removes it.
 */
export async function bundlePlatform(main: string): Promise<() => void> {
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, 'platform-'))
  const { NODE_ENV } = process.env
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [keepAddresses],
    publicDir: false,
    ssr: { noExternal: true, external: COMPILED },
    build: {
      outDir,
      ssr: main,
      rolldownOptions: { output: { codeSplitting: false, keepNames: true, entryFileNames: 'main.js' } },
    },
  })
  // Vite sets it, and the platforms of the tests would inherit it.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  process.env.PLATFORM_BUNDLE = join(outDir, 'main.js')
  return () => rmSync(outDir, { recursive: true })
}

/** The global setup of Vitest. Watched tests start the sources, which change. */
export default ({ config }: { config: { watch: boolean } }) =>
  config.watch ? () => {} : bundlePlatform(MAIN)
