import preact from '@preact/preset-vite'
import { defineConfig, type InlineConfig } from 'vite'
import pkg from './package.json' with { type: 'json' }
import { chunks } from './vite/chunks.ts'
import { firstScreen } from './vite/first-screen.ts'
import { inlineRuntime } from './vite/inline-runtime.ts'
import { editLibraries } from './vite/library-edits.ts'
import { serviceWorker } from './vite/service-worker.ts'
import { codesAsNumbers, scopedName, textGroups } from './vite/transforms.ts'

const shared = {
  css: { modules: { generateScopedName: scopedName } },
  define: { __VERSION__: JSON.stringify(`v${pkg.version}`) },
  resolve: {
    alias: [
      // On preact/compat the React binding of signals goes stale; the Preact one is the same interface.
      { find: '@preact/signals-react', replacement: '@preact/signals' },
      // Saves 2.3 KB of a lobby and of a game: the shim is CommonJS, for which the whole React layer is kept. It is for a
      // React without this hook.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
    // A package's entry for browsers may be a script (dlv, which rosetta uses); its module comes first.
    mainFields: ['module', 'browser', 'jsnext:main', 'jsnext'],
  },
} satisfies InlineConfig

/** `Features.LightDark` of Lightning CSS, which comes with Vite. */
const LIGHT_DARK = 1 << 20

const { groups, plugin: chunkEntries } = chunks()

/** `npm run dev`: the platform beside Vite. */
const PLATFORM = 'http://127.0.0.1:8080'

export default defineConfig({
  ...shared,
  plugins: [
    preact(),
    textGroups(),
    editLibraries(),
    codesAsNumbers(),
    ...firstScreen(shared),
    chunkEntries,
    inlineRuntime(),
    serviceWorker(),
  ],
  // `color-scheme` needs no variables beside it: nothing uses light-dark().
  css: { ...shared.css, lightningcss: { exclude: LIGHT_DARK } },
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: {
      polyfill: false,
      // Who asks for a chunk is there already, and so is what the first screen is made of.
      resolveDependencies: (_, needs, { hostId, hostType }) =>
        hostType === 'html'
          ? needs
          : needs.filter((file) => file !== hostId && !/\/first-screen-[^/]+$/.test(file)),
    },
    rolldownOptions: {
      // Its package does not say that what is not used may go.
      treeshake: { moduleSideEffects: [{ test: /engine\.io-client/, sideEffects: false }] },
      output: {
        codeSplitting: { groups },
        // 42 bits tell the files of a few builds apart, and each name stands in several files.
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
