import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import type { TextPart } from '../src/i18n/text-parts.ts'
import type { FirstFiles } from './first-script.ts'
import { type Chunk, type Imports, placeModules } from './place-modules.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

interface Row extends Chunk {
  /**
   * The part that holds its texts in a language other than Turkish; by default `rest`. `page`: index.html
   * holds them in all languages.
   */
  readonly texts?: TextPart | 'page'
  /** The pages that need it beside their entry. Their first script requests it at once. */
  readonly firstOn?: readonly (keyof FirstFiles)[]
}

/**
 * What loads when, in the order of loading. Small files compress badly, so what is fetched together is one
 * chunk. No module but the entries has a row: placeModules computes its place from the imports. A module that
 * is imported by `import()` alone needs a row only where it shares code with others than its importer.
 */
const CHUNKS: readonly Row[] = [
  // Runs while all other code is on its way, so that it imports none of it. The first script runs it.
  { name: 'early-offer', after: [], firstOn: ['game'], entries: ['src/net/early-offer.ts'] },
  { name: 'first-screen', after: [], texts: 'page', entries: ['index.html'] },
  {
    name: 'login',
    after: ['first-screen'],
    texts: 'page',
    firstOn: ['login'],
    entries: ['src/features/login/LoginPage.tsx'],
  },
  {
    name: 'signed-in',
    after: ['first-screen'],
    texts: 'page',
    firstOn: ['lobby', 'game'],
    entries: ['src/core/session/actions.ts', 'src/app/SignedInApp.tsx'],
  },
  {
    name: 'lobby',
    after: ['signed-in'],
    texts: 'lobby',
    firstOn: ['lobby'],
    entries: ['src/app/LobbyFrame.tsx'],
  },
  { name: 'sockets', after: ['signed-in'], texts: 'page', entries: ['src/net/socket.ts'] },
  {
    name: 'page-services',
    after: ['sockets', 'lobby'],
    entries: ['src/app/page-services.chunk.ts', 'src/core/session/session-lifecycle.ts'],
  },
  {
    name: 'game',
    after: ['sockets', 'early-offer'],
    texts: 'game',
    firstOn: ['game'],
    entries: ['src/features/game/game.chunk.ts'],
  },
  // Guests load it too, so that it comes after nothing of the lobby. What a game's late parts share with the
  // frame's lies here.
  {
    name: 'deferred',
    after: ['signed-in'],
    entries: ['src/app/deferred-startup.chunk.ts', 'src/i18n/late-texts.ts', 'src/net/unreadable-fields.ts'],
  },
  {
    name: 'later',
    after: ['page-services', 'deferred'],
    entries: [
      'src/app/later.chunk.ts',
      'src/features/wallet/late.chunk.ts',
      'src/features/lobby/late.chunk.ts',
      'src/features/held-machine/held-machine.chunk.ts',
    ],
  },
  // The live picture of a busy machine needs it, and nothing else of a game's late parts.
  { name: 'video-layers', after: ['game'], entries: ['src/net/whep-layers.ts'] },
  {
    name: 'busy-machine',
    after: ['later', 'video-layers'],
    entries: ['src/features/lobby/busy/LivePicture.tsx'],
  },
  {
    name: 'game-late',
    after: ['page-services', 'deferred', 'video-layers'],
    entries: ['src/features/game/late.chunk.tsx'],
  },
  { name: 'fluent', after: ['later'], entries: ['src/ui/fluent.tsx'] },
  {
    name: 'account',
    after: ['later', 'login'],
    entries: ['src/app/SecondaryRoutes.tsx'],
  },
  {
    name: 'login-lockout',
    after: ['login', 'signed-in'],
    entries: ['src/features/login/login-lockout.tsx'],
  },
  { name: 'url-token', after: ['signed-in'], entries: ['src/core/session/url-token.chunk.ts'] },
  { name: 'pwa', after: ['deferred'], entries: ['src/features/pwa/start.tsx'] },
  // What an operator has to switch on.
  { name: 'operator-parts', after: ['deferred'], entries: ['src/app/operator-parts.chunk.ts'] },
  { name: 'lock', after: ['page-services', 'deferred'], entries: ['src/features/lock/LockLayer.tsx'] },
  {
    name: 'extras',
    after: ['later'],
    entries: ['src/features/extras/register.tsx'],
  },
  {
    name: 'kiosk',
    after: ['later', 'pwa', 'lock'],
    entries: ['src/features/kiosk/start.tsx'],
  },
  {
    name: 'kiosk-game',
    after: ['kiosk', 'game-late'],
    entries: ['src/features/kiosk/kiosk-game.chunk.ts'],
  },
  {
    name: 'gates',
    after: ['signed-in'],
    entries: [
      'src/core/gates/wait-for-gates.ts',
      'src/features/gates/GatePage.tsx',
      // As rarely needed as a gate.
      'src/contract/settings-file.ts',
    ],
  },
]

/** The part of the texts that a chunk belongs to; `page`: those of the first screens. */
export const textPartOf = (chunk: string): TextPart | 'page' =>
  CHUNKS.find(({ name }) => name === chunk)?.texts ?? 'rest'

/** The chunks that a page's first script requests. */
export const requestedBy = (page: keyof FirstFiles): string[] =>
  CHUNKS.flatMap(({ name, firstOn }) => (firstOn?.includes(page) ? [name] : []))

/**
 * Rolldown's groups for CHUNKS. An entry that the app does not import fails the build. `isFile`: whether a
 * build has a file; Vite removes the script of a chunk that is a stylesheet alone.
 */
export function chunks(): {
  groups: Rolldown.CodeSplittingGroup[]
  plugin: Plugin
  isFile: (name: string) => boolean
} {
  let files: Rolldown.OutputBundle = {}
  let placed: ReadonlyMap<string, string> = new Map()
  const rows = CHUNKS.map((row) => ({
    ...row,
    entries: row.entries.map((path) => ROOT + path),
  }))
  const groups = rows.map(({ name }, at) => ({
    name,
    priority: rows.length - at,
    test: (id: string) => placed.get(id) === name,
  }))
  const plugin: Plugin = {
    name: 'chunks',
    apply: 'build',
    buildEnd() {
      const graph = new Map<string, Imports>()
      for (const id of this.getModuleIds()) {
        const module = this.getModuleInfo(id)
        if (module) graph.set(id, { now: module.importedIds, later: module.dynamicallyImportedIds })
      }
      for (const entry of rows.flatMap(({ entries }) => entries))
        if (!graph.has(entry)) this.error(`${entry} in CHUNKS in vite/chunks.ts is not part of the app`)
      placed = placeModules(rows, graph)
    },
    generateBundle(_, bundle) {
      files = bundle
    },
  }
  const isFile = (name: string) => {
    const file = files[name]
    return file?.type !== 'chunk' || file.moduleIds.some((id) => !id.endsWith('.css'))
  }
  return { groups, plugin, isFile }
}
