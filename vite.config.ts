import { defineConfig, type InlineConfig } from 'vite'
import pkg from './package.json' with { type: 'json' }
import { chunks, textPartOf } from './vite/chunks.ts'
import { firstScreen } from './vite/first-screen.ts'
import { inlineRuntime } from './vite/inline-runtime.ts'
import { BUILD_TARGET } from './vite/least-browsers.ts'
import { editLibraries } from './vite/library-edits.ts'
import { codesAsNumbers, scopedName } from './vite/own-code-edits.ts'
import { platformAddress } from './vite/platform-address.ts'
import { preactPlugins } from './vite/preact-plugins.ts'
import { serviceWorker } from './vite/service-worker.ts'
import { allTexts, texts } from './vite/text-plugin.ts'

const shared = {
  css: { modules: { generateScopedName: scopedName } },
  define: { __VERSION__: JSON.stringify(`v${pkg.version}`) },
  resolve: {
    alias: [
      // On preact/compat the React binding of signals misses updates; the Preact binding has the same
      // interface.
      { find: '@preact/signals-react', replacement: '@preact/signals' },
      // Saves 4 KB of a lobby and of a game. The shim is for a React without this hook; it is CommonJS, and
      // would load preact/compat with wouter.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
    // A package's browser entry may be a script (dlv, which rosetta uses), so the ES module takes precedence.
    mainFields: ['module', 'browser', 'jsnext:main', 'jsnext'],
  },
} satisfies InlineConfig

/** `Features.LightDark` of Lightning CSS, which is part of Vite. */
const LIGHT_DARK = 1 << 20

const { groups, plugin: chunkEntries, isFile } = chunks()
const chunkTexts = texts(textPartOf)

const PLATFORM = platformAddress(process.env)

export default defineConfig({
  ...shared,
  plugins: [
    preactPlugins(),
    allTexts(),
    ...chunkTexts.plugins,
    editLibraries(),
    codesAsNumbers(),
    ...firstScreen(shared, chunkTexts),
    chunkEntries,
    inlineRuntime(),
    serviceWorker(),
  ],
  // Without light-dark() in the styles, `color-scheme` needs no helper variables.
  css: { ...shared.css, lightningcss: { exclude: LIGHT_DARK } },
  build: {
    target: BUILD_TARGET,
    manifest: true,
    // The licences of the packages in the bundle require their notices to be shipped with it.
    license: { fileName: 'licenses.md' },
    modulePreload: {
      polyfill: false,
      // All files of a chunk that no page begins with. src/net/vite-preload.ts loads them before the chunk.
      resolveDependencies: (file, needs, { hostType }) =>
        hostType === 'html'
          ? needs
          : [
              ...new Set([file, ...needs].filter((one) => isFile(one) && !one.includes('/first-screen-'))),
              ...chunkTexts.partsOf([file, ...needs]),
            ],
    },
    rolldownOptions: {
      // The first chunk in vite/chunks.ts.
      input: { 'first-screen': 'index.html' },
      // The package does not declare `sideEffects: false`.
      treeshake: { moduleSideEffects: [{ test: /engine\.io-client/, sideEffects: false }] },
      output: {
        codeSplitting: { groups },
        // 42 bits distinguish the files of a few builds. Each name occurs in several files, so it is kept
        // short.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: {
    proxy: {
      '/api': PLATFORM,
      '/check': PLATFORM,
      '/whep': PLATFORM,
      '/socket.io': { target: PLATFORM, ws: true },
    },
  },
})
