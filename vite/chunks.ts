import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import type { TextPart } from '../src/i18n/text-parts.ts'
import type { Page } from './first-script.ts'
import { type Chunk, type Imports, placeModules } from './place-modules.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

interface Row extends Chunk {
  /**
   * The part that holds its texts in a language other than Turkish; by default `rest`. `page`: index.html
   * holds them in all languages.
   */
  readonly texts?: TextPart | 'page'
  /** When each page loads it; for a chunk that no page loads by itself, who asks for it. */
  readonly when: { readonly [P in Page]?: Wave } | 'a player opens it' | 'an operator has it switched on'
}

/**
 * `first`: the page waits for it, and its first script requests it at once. `live`: next, so that the page's
 * figures change with the machines'. `later`: once the page is in use, by src/app/second-wave.ts,
 * src/app/deferred-startup.tsx or src/features/game/second-wave.ts.
 */
export type Wave = 'first' | 'live' | 'later'

/**
 * What loads when, in the order of loading. Small files compress badly, so what is fetched together is one
 * chunk. No module but the entries has a row: placeModules computes its place from the imports. A module that
 * is imported by `import()` alone needs a row only where it shares code with others than its importer.
 */
const CHUNKS: readonly Row[] = [
  // Runs while all other code is on its way, so that it imports none of it. The first script runs it.
  {
    name: 'early-offer',
    when: { game: 'first' },
    after: [],
    texts: 'page',
    entries: ['src/net/early-offer.ts'],
  },
  {
    name: 'first-screen',
    when: { login: 'first', lobby: 'first', game: 'first' },
    after: [],
    texts: 'page',
    entries: ['index.html'],
  },
  {
    name: 'login',
    when: { login: 'first' },
    after: ['first-screen'],
    texts: 'page',
    entries: ['src/features/login/LoginPage.tsx'],
  },
  {
    name: 'signed-in',
    when: { login: 'later', lobby: 'first', game: 'first' },
    after: ['first-screen'],
    texts: 'page',
    entries: ['src/core/session/actions.ts', 'src/app/SignedInApp.tsx'],
  },
  {
    name: 'lobby',
    when: { lobby: 'first', game: 'later' },
    after: ['signed-in'],
    texts: 'lobby',
    entries: ['src/app/LobbyFrame.tsx'],
  },
  {
    name: 'sockets',
    when: { lobby: 'live', game: 'first' },
    after: ['signed-in'],
    texts: 'page',
    entries: ['src/net/socket.ts'],
  },
  {
    name: 'page-services',
    when: { lobby: 'live', game: 'live' },
    after: ['sockets', 'lobby'],
    entries: ['src/app/page-services.chunk.ts', 'src/core/session/session-lifecycle.ts'],
  },
  {
    name: 'game',
    when: { game: 'first' },
    after: ['sockets', 'early-offer'],
    texts: 'game',
    entries: ['src/features/game/game.chunk.ts'],
  },
  // Guests load it too, so that it comes after nothing of the lobby. What the later waves share lies here.
  {
    name: 'deferred',
    when: { login: 'later', lobby: 'later', game: 'later' },
    after: ['signed-in'],
    entries: ['src/app/deferred-startup.chunk.ts', 'src/i18n/late-texts.ts', 'src/net/unreadable-fields.ts'],
  },
  {
    name: 'later',
    when: { lobby: 'later' },
    after: ['page-services', 'deferred'],
    entries: [
      'src/app/later.chunk.ts',
      'src/features/wallet/late.chunk.ts',
      'src/features/lobby/late.chunk.ts',
      'src/features/held-machine/held-machine.chunk.ts',
    ],
  },
  // The live picture of a busy machine needs it, and nothing else of a game's second wave.
  { name: 'video-layers', when: { game: 'later' }, after: ['game'], entries: ['src/net/whep-layers.ts'] },
  {
    name: 'busy-machine',
    when: 'a player opens it',
    after: ['later', 'video-layers'],
    entries: ['src/features/lobby/busy/LivePicture.tsx'],
  },
  {
    name: 'game-later',
    when: { game: 'later' },
    after: ['page-services', 'deferred', 'video-layers'],
    entries: ['src/features/game/late.chunk.tsx'],
  },
  {
    name: 'info-panel',
    when: 'a player opens it',
    after: ['game-later'],
    entries: ['src/features/game/info-panel/InfoPanel.tsx'],
  },
  { name: 'fluent', when: { game: 'later' }, after: ['later'], entries: ['src/ui/fluent.tsx'] },
  {
    name: 'account',
    when: 'a player opens it',
    after: ['later', 'login'],
    entries: ['src/app/SecondaryRoutes.tsx'],
  },
  // After refused logins.
  {
    name: 'login-lockout',
    when: 'a player opens it',
    after: ['login', 'signed-in'],
    entries: ['src/features/login/login-lockout.tsx'],
  },
  {
    name: 'url-token',
    when: 'an operator has it switched on',
    after: ['signed-in'],
    entries: ['src/core/session/url-token.chunk.ts'],
  },
  {
    name: 'pwa',
    when: { login: 'later', lobby: 'later', game: 'later' },
    after: ['deferred'],
    entries: ['src/features/pwa/start.tsx'],
  },
  {
    name: 'operator-parts',
    when: 'an operator has it switched on',
    after: ['deferred'],
    entries: ['src/app/operator-parts.chunk.ts', 'src/core/info-pages/StatementContacts.tsx'],
  },
  {
    name: 'lock',
    when: 'an operator has it switched on',
    after: ['page-services', 'deferred'],
    entries: ['src/features/lock/LockLayer.tsx'],
  },
  {
    name: 'extras',
    when: 'an operator has it switched on',
    after: ['later'],
    entries: ['src/features/extras/extras.chunk.tsx'],
  },
  {
    name: 'kiosk',
    when: 'an operator has it switched on',
    after: ['later', 'pwa', 'lock'],
    entries: ['src/features/kiosk/start.tsx'],
  },
  {
    name: 'kiosk-game',
    when: 'an operator has it switched on',
    after: ['kiosk', 'game-later'],
    entries: ['src/features/kiosk/kiosk-game.chunk.ts'],
  },
  {
    name: 'gates',
    when: 'an operator has it switched on',
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

/** The chunks that a page loads in a wave. */
export const chunksOf = (page: Page, wave: Wave): string[] =>
  CHUNKS.flatMap(({ name, when }) => (typeof when === 'object' && when[page] === wave ? [name] : []))

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
