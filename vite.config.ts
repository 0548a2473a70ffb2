import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import preact from '@preact/preset-vite'
import {
  build,
  defineConfig,
  type InlineConfig,
  minifySync,
  type Plugin,
  type Rolldown,
  runnerImport,
} from 'vite'
import pkg from './package.json' with { type: 'json' }
import { Code } from './src/contract/codes.ts'
import { LOCALES } from './src/contract/locales.ts'
import { playerPages } from './src/contract/routes.ts'

const SRC = fileURLToPath(new URL('src/', import.meta.url))
const OFETCH_NEEDS = fileURLToPath(new URL('src/net/ofetch-shims.ts', import.meta.url))
const WORKER = fileURLToPath(new URL('src/features/pwa/service-worker.ts', import.meta.url))
const EARLY_CALLS = fileURLToPath(new URL('src/net/early-calls.ts', import.meta.url))
const PRELOAD = fileURLToPath(new URL('src/net/preload.ts', import.meta.url))

/** The operator's settings as they are at the build; undefined where they can not be read, as the defaults hold then. */
function readBuildSettings(): unknown {
  try {
    return JSON.parse(readFileSync(new URL('public/Settings.json', import.meta.url), 'utf8'))
  } catch {
    return undefined
  }
}

const scopedNames = new Map<string, string>()

/** A class of a CSS module: its own name, and 18 bits of its file's. Each name is in two files that a player fetches. */
function scopedName(name: string, file: string): string {
  const path = file.slice(SRC.length)
  const scoped = `${name}-${createHash('sha256').update(path).digest('base64url').slice(0, 3)}`
  const other = scopedNames.get(scoped) ?? path
  if (other !== path) throw new Error(`.${name} of ${path} and of ${other} have one name: rename one of them`)
  scopedNames.set(scoped, path)
  return scoped
}

const shared = {
  css: { modules: { generateScopedName: scopedName } },
  define: { __VERSION__: JSON.stringify(`v${pkg.version}`) },
  resolve: {
    alias: {
      // On preact/compat the React binding of signals goes stale; the Preact one is the same interface.
      '@preact/signals-react': '@preact/signals',
      // The shim is for a React without this hook; ours has it.
      'use-sync-external-store/shim/index.js': 'react',
      // And by the name Fluent has for it, which is CommonJS: for that the whole React layer is kept.
      'use-sync-external-store/shim': 'react',
      // What ofetch needs of them, and no more.
      ufo: OFETCH_NEEDS,
      destr: OFETCH_NEEDS,
      // Its entry for browsers is not a module.
      dlv: 'dlv/dist/dlv.es.js',
    },
  },
} satisfies InlineConfig

/** What a guest needs beside the entry: index.html asks for it itself, all at once. */
const LOGIN = ['src/features/login/LoginPage.tsx']
/** The same for a player with a token: in the lobby, and in a game opened by its address. */
const SIGNED_IN = ['src/core/session/actions.ts', 'src/app/SignedInApp.tsx']
const LOBBY = [...SIGNED_IN, 'src/app/LobbyFrame.tsx']
/** The first of a game's files; index.html runs it when it has come. */
const EARLY_OFFER = 'src/net/early-offer.ts'
const GAME = [EARLY_OFFER, ...SIGNED_IN, 'src/features/game/GamePage.tsx']

/** The files of some chunks and of all that they import, but for what the page names already. */
function filesOf(bundle: Rolldown.OutputBundle, sources: string[], html: string): string[] {
  const files = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || files.has(file) || html.includes(file)) return
    files.add(file)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    chunk.imports.forEach(add)
  }
  for (const source of sources) {
    const chunks = Object.entries(bundle).filter(
      ([, chunk]) => chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.endsWith(source)),
    )
    if (chunks.length === 0) throw new Error(`${source} is in no chunk: correct the lists in vite.config.ts`)
    for (const [file] of chunks) add(file)
  }
  return [...files].map((file) => `/${file}`)
}

/** `x.json?groups=a,b` is a module of these groups alone. */
function textGroups(): Plugin {
  return {
    name: 'text-groups',
    enforce: 'pre',
    load: {
      filter: { id: /\.json\?groups=/ },
      handler(id) {
        const [file = '', wanted = ''] = id.split('?groups=')
        this.addWatchFile(file)
        const all: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'))
        const groups = Object.fromEntries(wanted.split(',').map((name) => [name, all[name]]))
        return { code: `export default ${JSON.stringify(groups)}`, moduleType: 'js' }
      },
    },
  }
}

/** Draws the wait and the login into index.html, and tells it what to fetch ahead for a player with a token. */
function firstScreen(): Plugin[] {
  let texts: string[] = []
  return [
    {
      name: 'first-screen',
      transformIndexHtml: {
        order: 'pre',
        async handler(html, { server }) {
          if (server) return html
          const { module } = await runnerImport<typeof import('./src/app/prerender.tsx')>(
            './src/app/prerender.tsx',
            {
              ...shared,
              define: { ...shared.define, __SETTINGS__: `${JSON.stringify(readBuildSettings())}` },
              configFile: false,
              plugins: [preact(), textGroups()],
            },
          )
          const { attributes, splash, login, language } = module.prerender()
          // Turkish comes with the first script.
          texts = language === 'tr' ? [] : [`locales/${language}.json`]
          return html
            .replace('lang="tr"', attributes)
            .replace('<!--splash-->', () => splash)
            .replace('<!--login-->', () => login)
        },
      },
    },
    {
      name: 'fetch-ahead',
      transformIndexHtml: {
        order: 'post',
        handler(html, { bundle }) {
          const list = (sources: string[]) => JSON.stringify(bundle ? filesOf(bundle, sources, html) : [])
          const optIn = Object.entries(LOCALES).map(([code, locale]) => [code, Number(locale.optIn)])
          const made = html
            .replace('/* locales */ {}', () => JSON.stringify(Object.fromEntries(optIn)))
            .replace('/* pages */ []', () => JSON.stringify(playerPages()))
            .replace('/* lobby */ []', () => list(LOBBY))
            .replace('/* game */ []', () => list(GAME))
            .replace('/* login */ []', () => list([...LOGIN, ...texts]))
            .replace(
              /<script>(.*?)<\/script>/gs,
              (_, code: string) => `<script>${minifySync('first.js', code).code}</script>`,
            )
            .replace(/\n\s+/g, '\n')
          return bundle ? made.replace('<html ', () => `<html data-build="${buildOf(bundle, made)}" `) : made
        },
      },
    },
  ]
}

/** Names a build: another one as soon as a byte of the page, or the name of a file with its hash, is another. */
const buildOf = (bundle: Rolldown.OutputBundle, html: string) =>
  createHash('sha256')
    .update([html, ...Object.keys(bundle).sort()].join('\n'))
    .digest('hex')
    .slice(0, 8)

/** Builds src/features/pwa/service-worker.ts into /sw.js, with the name and all code of the build in it. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html']
        const [, id] = /data-build="(\w+)"/.exec(page?.type === 'asset' ? `${page.source}` : '') ?? []
        if (!id) throw new Error('index.html has no data-build')
        const files = Object.keys(bundle).filter((file) => /^assets\/.*\.(js|css)$/.test(file))
        const made = await build({
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          define: {
            __BUILD__: JSON.stringify(id),
            __FILES__: JSON.stringify(files.sort().map((file) => `/${file}`)),
          },
          build: {
            write: false,
            target: 'es2022',
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

/** Replaces each pattern; throws where one matches nothing. */
const replaced = (code: string, edits: readonly (readonly [from: RegExp, to: string])[]): string =>
  edits.reduce((before, [from, to]) => {
    if (!from.test(before)) throw new Error(`${from} in EDITS in vite.config.ts matches nothing`)
    return before.replace(from, to)
  }, code)

/**
 * Libraries carry code that this app cannot use: the modules to edit, and what replaces their code. An edit that
 * matches no module, or changes nothing in one, fails the build: the library has changed.
 */
const EDITS: readonly { module: RegExp; edit: (code: string) => string }[] = [
  {
    // Both live channels speak WebSocket alone: no long polling. The first takes over what index.html has opened.
    module: /engine\.io-client\/build\/esm\/transports\/index\.js/,
    edit: () => `import { WS } from './websocket.js'
      import { takeEarlySocket } from ${JSON.stringify(EARLY_CALLS)}
      class EarlyWS extends WS {
        createSocket(uri) { return takeEarlySocket(uri) ?? super.createSocket(uri) }
      }
      export const transports = { websocket: EarlyWS }`,
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
    // Every answer is read as JSON, nothing is retried, and a failure is a value (src/net/api.ts): no retries, and no
    // errors that carry the whole request.
    module: /ofetch\/dist\/shared\/ofetch\.[\w-]+\.mjs/,
    edit: (code) =>
      replaced(code, [
        [
          /class FetchError .*(?=const payloadMethods)/s,
          'const createFetchError = Error, FetchError = Error\n',
        ],
        [/const textTypes .*(?=function resolveFetchOptions)/s, "const detectResponseType = () => 'json'\n"],
        [
          /async function onError.*(?=const \$fetchRaw = )/s,
          "const onError = ({ error }) => { throw error ?? new Error('refused') }\n",
        ],
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
    // The tokens are in src/ui/fluent.css. A style tag for each provider that is mounted would have the whole page
    // styled again, because of its rules with :has().
    module: /@fluentui\/react-provider\/.*\/useFluentProviderThemeStyleTag\.js/,
    edit: () =>
      `export const useFluentProviderThemeStyleTag = () => ({ styleTagId: 'fluent-tokens', rule: '' })`,
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

/** `Code.tokenExpired` is its number in the built app, which then does without the table. */
function codesAsNumbers(): Plugin {
  const codes: Record<string, number> = Code
  return {
    name: 'codes-as-numbers',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /\bCode\./ },
      handler: (code) => code.replace(/\bCode\.(\w+)/g, (whole, name: string) => `${codes[name] ?? whole}`),
    },
  }
}

function editLibraries(): Plugin {
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
        if (edited === code) this.error(`${id} holds nothing of what EDITS in vite.config.ts replaces`)
        return edited
      },
    },
    generateBundle() {
      for (const { module } of unused) this.error(`${module} in EDITS in vite.config.ts matches no module`)
    },
  }
}

/**
 * Small files compress badly, so what is always fetched together is one chunk: these modules, and all that they
 * import at once and that no chunk above holds. Everything else is split where it is imported lazily.
 */
const CHUNKS: readonly { name: string; entries: readonly string[] }[] = [
  // Runs while all other code is on its way, so that it imports none of it.
  { name: 'early-offer', entries: [EARLY_OFFER] },
  {
    name: 'first-screen',
    // The field is the login's and the load dialog's: a game does not need the rest of the login.
    entries: ['src/app/main.tsx', 'src/core/settings/LanguageSwitch.tsx', 'src/ui/TextField.tsx'],
  },
  { name: 'login', entries: ['src/features/login/LoginPage.tsx', 'src/ui/eye-icons.tsx'] },
  {
    name: 'signed-in',
    entries: [
      'src/core/session/actions.ts',
      'src/app/SignedInApp.tsx',
      'src/core/notices/queue.ts',
      'src/core/connection/when-ready.ts',
      'src/ui/open-lazy.tsx',
      // What the lobby or a game shares with a part that guests load too.
      'src/contract/settings-play.ts',
      'src/core/slots/drawer.ts',
      'src/core/router/route-params.ts',
      'src/ui/open-dialogs.ts',
      'src/ui/full-screen.ts',
      'src/i18n/plural.ts',
      'src/features/wallet/actions.ts',
    ],
  },
  // Guests load it too, so it holds nothing of the lobby.
  {
    name: 'outside-app',
    entries: [
      'src/app/outside-app.tsx',
      'locales/tr.json?groups=code,ended,site',
      // What the frame's parts, the lock or a kiosk share with a game, or with what an operator has to set first.
      'src/features/lock/state.ts',
      'src/i18n/localize.ts',
      'src/i18n/clock-duration.ts',
      'src/i18n/digits.ts',
      'src/i18n/dates.ts',
      'src/ui/NativeDialog.tsx',
      'src/ui/pressed-state.ts',
    ],
  },
  // What an operator has to set first.
  {
    name: 'contact',
    entries: [
      'src/app/LoginFooter.tsx',
      'src/features/branding/Banners.tsx',
      'src/features/branding/Logo.tsx',
      'src/features/contact/SupportBlock.tsx',
    ],
  },
  {
    name: 'lobby',
    entries: [
      'src/app/LobbyFrame.tsx',
      // The channel's styles: a file of less than 1 KB would be a request more.
      'src/features/frame/LinkBanner.module.css',
      'src/ui/Toasts.module.css',
    ],
  },
  // The sockets, and what a game shares with the wallet, the stills and the click sound, which come later.
  {
    name: 'live',
    entries: [
      'src/net/socket.ts',
      'src/ui/count-up.ts',
      'src/net/request-id.ts',
      'src/core/audio/sound.ts',
      'src/core/settings/play.ts',
    ],
  },
  {
    name: 'notification-channel',
    entries: [
      'src/app/notification-channel.ts',
      'src/core/session/session-lifecycle.ts',
      // The frame's parts share it with a game, which does without those.
      'src/core/settings/data-saver.ts',
    ],
  },
  { name: 'game', entries: ['src/features/game/GamePage.tsx', 'src/features/game/actions.ts'] },
  {
    name: 'frame-parts',
    entries: [
      'src/features/navigation/register.tsx',
      'src/features/info/register.ts',
      'src/features/search/register.tsx',
      'src/features/wallet/register.ts',
      'src/features/lobby/register.ts',
      'src/features/game/preconnect-on-intent.ts',
      // What the menu, the account pages and the game's tools share.
      'src/i18n/dates.ts',
    ],
  },
  {
    name: 'navigation',
    entries: ['src/features/navigation/NavContents.tsx', 'src/core/router/nav-icons.tsx'],
  },
  {
    name: 'game-tools',
    entries: [
      'src/features/game/tools.chunk.ts',
      'src/features/game/dialogs.chunk.ts',
      'src/ui/fluent.css',
      'src/ui/fluent-widgets.module.css',
    ],
  },
  { name: 'pwa', entries: ['src/features/pwa/start.tsx', 'src/core/router/reload-blockers.ts'] },
  { name: 'preflight', entries: ['src/core/preflight/actions.ts', 'src/features/preflight/GatePage.tsx'] },
]

/** Rolldown's groups for CHUNKS. Its `entries` pass through here, so that one that is met nowhere fails the build. */
function chunks(): { groups: Rolldown.CodeSplittingGroup[]; plugin: Plugin } {
  const unmet = new Set(CHUNKS.flatMap(({ entries }) => entries))
  const groups = CHUNKS.map(({ name, entries }, at) => ({
    name,
    priority: CHUNKS.length - at,
    test: (id: string) => {
      const entry = entries.find((path) => id.endsWith(`/${path}`))
      if (entry) unmet.delete(entry)
      return entry !== undefined
    },
  }))
  const plugin: Plugin = {
    name: 'chunk-entries',
    apply: 'build',
    generateBundle() {
      for (const entry of unmet) this.error(`${entry} in CHUNKS in vite.config.ts is not part of the app`)
    },
  }
  return { groups, plugin }
}
const { groups, plugin: chunkEntries } = chunks()

const RUNTIME_IMPORT = /import\{([^}]*)\}from"\.\/rolldown-runtime-[\w-]+\.js";/
const RUNTIME_EXPORTS = /export\{([^}]*)\};?\s*$/

/**
 * Rolldown keeps its helpers, 200 bytes, in a file of their own, which every page would request. They move into the
 * chunk of the first screen, which every page has. A chunk without an import of the first screen gets a copy: its name has no
 * hash of the first screen's, so with such an import two builds would have other bytes under one name.
 */
function inlineRuntime(): Plugin {
  return {
    name: 'inline-runtime',
    apply: 'build',
    // Names come from what was there before the helpers moved: a change of this plugin changes them all.
    augmentChunkHash: () => String(inlineRuntime),
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const all = Object.values(bundle).filter((file) => file.type === 'chunk')
        const runtime = all.find(({ name }) => name === 'rolldown-runtime')
        const first = all.find(({ name }) => name === 'first-screen')
        const [, names] = RUNTIME_EXPORTS.exec(runtime?.code ?? '') ?? []
        if (!runtime || !first || !names) return this.error('the helpers of Rolldown are not where they were')
        const helpers = names.split(',').map((name) => {
          const [own = '', as = own] = name.trim().split(' as ')
          return { own, as, shared: `runtime_${as}` }
        })
        const list = (key: 'own' | 'shared') => helpers.map((helper) => helper[key]).join(',')
        const body = runtime.code.replace(RUNTIME_EXPORTS, '')
        const declared = `const [${list('shared')}]=(()=>{${body};return[${list('own')}]})();`
        for (const chunk of all) {
          const hasFirst = chunk.imports.includes(first.fileName)
          chunk.code = chunk.code.replace(RUNTIME_IMPORT, (_import, used: string) => {
            const pairs = used.split(',').map((name) => name.trim().split(' as '))
            if (hasFirst) {
              const imported = pairs.map(([name, as = name]) => `runtime_${name} as ${as}`)
              return `import{${imported}}from"./${first.fileName.split('/').at(-1)}";`
            }
            const consts = `const ${pairs.map(([name, as = name]) => `${as}=runtime_${name}`).join(',')};`
            return chunk === first ? consts : declared + consts
          })
          if (chunk !== runtime && chunk.code.includes('/rolldown-runtime-'))
            this.error(`${chunk.fileName} imports the helpers of Rolldown in another form`)
          chunk.imports = chunk.imports.filter((file) => file !== runtime.fileName)
        }
        first.code = `${declared}${first.code};export{${list('shared')}}`
        delete bundle[runtime.fileName]
      },
    },
  }
}

/** `Features.LightDark` of Lightning CSS, which comes with Vite. */
const LIGHT_DARK = 1 << 20

/** `npm run dev`: the platform beside Vite. */
const PLATFORM = 'http://127.0.0.1:8080'

export default defineConfig({
  ...shared,
  plugins: [
    preact(),
    textGroups(),
    editLibraries(),
    codesAsNumbers(),
    ...firstScreen(),
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
