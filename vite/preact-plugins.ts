import { fileURLToPath } from 'node:url'
import preact from '@preact/preset-vite'
import type { PluginOption } from 'vite'

const CORE = fileURLToPath(new URL('../src/ui/react.ts', import.meta.url))
/** Libraries other than wouter, which needs core Preact only. */
const NEEDS_COMPAT = /\/node_modules\/(?!wouter\/)/

/**
 * Preact's preset, and what `react` is: core Preact for src and wouter, preact/compat for Fluent. A module
 * that imports preact/compat runs all of it. docs/decisions/0008-bytes.md has the figures.
 */
export const preactPlugins = (): PluginOption[] => [
  // The preset's aliases would resolve `react` before the importer is known. The packages `react` and
  // `react-dom` are aliases of preact/compat already.
  preact({ reactAliasesEnabled: false }),
  {
    name: 'core-react',
    enforce: 'pre',
    // In development, a bundled dependency does not pass through here.
    config: () => ({ optimizeDeps: { exclude: ['wouter'] } }),
    resolveId: {
      filter: { id: /^react$/ },
      handler: (_id, importer) => (importer && !NEEDS_COMPAT.test(importer) ? CORE : undefined),
    },
  },
]
