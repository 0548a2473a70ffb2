import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { readBuildId } from './build-id.ts'
import { BUILD_TARGET } from './least-browsers.ts'

const WORKER = fileURLToPath(new URL('../src/features/pwa/service-worker.ts', import.meta.url))

/** Builds src/features/pwa/service-worker.ts into /sw.js, with the name and all code of the build in it. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const files = Object.keys(bundle).filter((file) => /^assets\/.*\.(js|css)$/.test(file))
        const made = await build({
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          define: {
            __BUILD__: JSON.stringify(readBuildId(bundle)),
            __FILES__: JSON.stringify(files.sort().map((file) => `/${file}`)),
          },
          build: {
            write: false,
            target: BUILD_TARGET,
            modulePreload: false,
            rolldownOptions: { input: WORKER, output: { format: 'iife' } },
          },
        })
        const [code] = [made].flat().flatMap((one) => ('output' in one ? one.output : []))
        if (code?.type !== 'chunk') throw new Error('the service worker was not built')
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: code.code })
      },
    },
  }
}
