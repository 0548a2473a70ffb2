import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const PRELOAD = fileURLToPath(new URL('../src/net/vite-preload.ts', import.meta.url))
const TEXTS = fileURLToPath(new URL('../src/i18n/texts.ts', import.meta.url))

/**
 * The modules of libraries that the build edits, and what replaces their code. An edit saves 0.8 KB of a
 * route or mends a fault; docs/decisions/0008-bytes.md has the figures. An edit that matches no module, or
 * changes nothing in one, fails the build: the library has changed.
 */
const EDITS: readonly { module: RegExp; edit: (code: string) => string }[] = [
  {
    // Saves 2.0 KB of a game: long polling. Both live channels pass their one transport (src/net/socket.ts).
    module: /engine\.io-client\/build\/esm\/transports\/index\.js/,
    edit: () => 'export const transports = {}',
  },
  {
    // Vite's helper does not request a stylesheet again after a failed load: a sheet or dialog then opens
    // without styles. e2e/specs/chunks.spec.ts fails without this edit. It also saves 0.4 KB of each route.
    module: /^\0vite\/preload-helper\.js$/,
    edit: () => `import { preload } from ${JSON.stringify(PRELOAD)}
      import { needTexts } from ${JSON.stringify(TEXTS)}
      export const __vitePreload = (load, files) => preload(load, files, needTexts)`,
  },
  {
    // Saves 0.5 KB of each route: preact's templates. It stays for the bytes on the wire, as
    // docs/decisions/0008-bytes.md says.
    module: /@fluentui\/react-jsx-runtime\/lib\/utils\/Runtime\.js/,
    edit: () => `import { jsx, jsxs } from 'react/jsx-runtime'
      export const Runtime = { jsx, jsxs }`,
  },
  {
    // Saves 1.6 KB of Fluent: a default import of React keeps all of preact/compat.
    module: /@griffel\/react\/src\/useInsertionEffect\.js/,
    edit: (code) => code.replace('import React from', 'import * as React from'),
  },
]

export function editLibraries(): Plugin {
  const unused = new Set(EDITS)
  return {
    name: 'edit-libraries',
    enforce: 'pre',
    buildStart() {
      for (const edit of EDITS) unused.add(edit)
    },
    transform: {
      filter: { id: EDITS.map(({ module }) => module) },
      handler(code, id) {
        const found = EDITS.find(({ module }) => module.test(id))
        if (!found) return
        unused.delete(found)
        const edited = found.edit(code)
        if (edited === code) this.error(`${id} holds nothing of what EDITS in vite/library-edits.ts replaces`)
        return edited
      },
    },
    generateBundle() {
      for (const { module } of unused)
        this.error(`${module} in EDITS in vite/library-edits.ts matches no module`)
    },
  }
}
