import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const PRELOAD = fileURLToPath(new URL('../src/net/preload.ts', import.meta.url))

/** Replaces each pattern; throws where one matches nothing. */
const replaced = (code: string, edits: readonly (readonly [from: RegExp, to: string])[]): string =>
  edits.reduce((before, [from, to]) => {
    if (!from.test(before)) throw new Error(`${from} in EDITS in vite/library-edits.ts matches nothing`)
    return before.replace(from, to)
  }, code)

/**
 * Libraries carry code that this app cannot use: the modules to edit, and what replaces their code. An edit that
 * matches no module, or changes nothing in one, fails the build: the library has changed.
 */
const EDITS: readonly { module: RegExp; edit: (code: string) => string }[] = [
  {
    // Both live channels pass their one transport (src/net/socket.ts): no long polling.
    module: /engine\.io-client\/build\/esm\/transports\/index\.js/,
    edit: () => 'export const transports = {}',
  },
  {
    // Nor does either carry binary data: attachments stay the placeholders they came as, and parse as nothing.
    module: /socket\.io-parser\/build\/esm\/is-binary\.js/,
    edit: () => 'export const isBinary = () => false\nexport const hasBinary = isBinary\n',
  },
  {
    module: /socket\.io-parser\/build\/esm\/binary\.js/,
    edit: () => `export const deconstructPacket = (packet) => ({ packet, buffers: [] })
      export const reconstructPacket = (packet) => packet`,
  },
  {
    module: /engine\.io-parser\/build\/esm\/contrib\/base64-arraybuffer\.js/,
    edit: () => 'export const decode = () => new ArrayBuffer(0)',
  },
  {
    module: /engine\.io-parser\/build\/esm\/encodePacket\.browser\.js/,
    edit: () => `import { PACKET_TYPES } from './commons.js'
      export const encodePacket = ({ type, data }, _, callback) => callback(PACKET_TYPES[type] + (data || ''))
      export const encodePacketToBinary = () => {}`,
  },
  {
    // Templates that another compiler makes of JSX: a namespace import (Fluent's) keeps them.
    module: /preact\/jsx-runtime\/dist\/jsxRuntime\.mjs/,
    edit: (code) =>
      replaced(code, [
        [/(\.vnode\((\w)\),\2\})function.*(?=export\{\w as jsx,)/s, '$1'],
        [/export\{(\w) as jsx,.*?\}/, 'export{$1 as jsx,$1 as jsxDEV,$1 as jsxs}'],
      ]),
  },
  {
    // Our routes are patterns already (src/core/router/routes.ts).
    module: /regexparam\/dist\/index\.mjs/,
    edit: () => 'export const parse = () => {}',
  },
  {
    // Vite's own has room for pages on other origins and for nonces.
    module: /^\0vite\/preload-helper\.js$/,
    edit: () => `export { preload as __vitePreload } from ${JSON.stringify(PRELOAD)}`,
  },
  {
    // A namespace import that is indexed keeps all of the React layer; these four are what it wants of it.
    module: /wouter\/src\/react-deps\.js/,
    edit: (code) =>
      code.replace(
        'import * as React from "react"',
        `import { useEffect as e, useInsertionEffect as i, useLayoutEffect as l, useRef as r } from "react"
         const React = { useEffect: e, useInsertionEffect: i, useLayoutEffect: l, useRef: r }`,
      ),
  },
  {
    // A default import of React keeps all of its layer too, and so does a hook that is looked up by a name put together.
    module: /@griffel\/react\/src\/useInsertionEffect\.js|@fluentui\/react-.*\/use(PortalMountNode|Id)\.js/,
    edit: (code) =>
      code
        .replace('import React from', 'import * as React from')
        .replaceAll(/React\['(\w+)' \+ '(\w+)'\]/g, (_, one: string, two: string) => `React.${one}${two}`),
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
