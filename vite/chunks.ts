import type { Plugin, Rolldown } from 'vite'
import type { TextPart } from '../src/i18n/text-parts.ts'
import type { FirstFiles } from './first-script.ts'

interface ChunkEntries {
  readonly name: string
  readonly entries: readonly string[]
  /**
   * The part that holds its texts in a language other than Turkish; by default `rest`. `page`: index.html
   * holds them in all languages.
   */
  readonly texts?: TextPart | 'page'
  /** The pages that need it beside their entry. Their first script requests it at once. */
  readonly firstOn?: readonly (keyof FirstFiles)[]
}

/**
 * Small files compress badly, so what is always fetched together is one chunk: these modules, and all that
 * they import at once and that no chunk above holds. Everything else is split where it is imported lazily.
 */
const CHUNKS: readonly ChunkEntries[] = [
  // Runs while all other code is on its way, so that it imports none of it. The first script runs it.
  { name: 'early-offer', firstOn: ['game'], entries: ['src/net/early-offer.ts'] },
  {
    name: 'first-screen',
    texts: 'page',
    // The field is the login's and the load dialog's: a game does not need the rest of the login.
    entries: [
      'src/app/main.tsx',
      'src/core/settings/LanguageSwitch.tsx',
      'src/ui/TextField.tsx',
      // Icons of all chunks are drawn with it, also those that guests load.
      'src/ui/LineIcon.tsx',
      'src/contract/result.ts',
      // The login shares it with the session, which a player loads without the login.
      'src/contract/trim-name.ts',
    ],
  },
  {
    name: 'login',
    texts: 'page',
    firstOn: ['login'],
    entries: ['src/features/login/LoginPage.tsx', 'src/ui/PasswordToggle.tsx'],
  },
  {
    name: 'signed-in',
    texts: 'page',
    firstOn: ['lobby', 'game'],
    entries: [
      'src/core/session/actions.ts',
      'src/app/SignedInApp.tsx',
      'src/core/notices/queue.ts',
      'src/core/connection/when-ready.ts',
      'src/ui/LazyDialog.tsx',
      'src/ui/EmptyState.tsx',
      // What the lobby or a game shares with a part that guests load too.
      'src/contract/settings-play.ts',
      'src/contract/parse-url.ts',
      'src/core/frame/drawer.ts',
      'src/core/frame/slots.ts',
      'src/core/router/machine-paths.ts',
      'src/i18n/plural.ts',
      'src/features/wallet/actions.ts',
    ],
  },
  // Guests load it too, so it holds nothing of the lobby.
  {
    name: 'deferred',
    entries: [
      'src/app/deferred-startup.chunk.ts',
      'src/i18n/late-texts.ts',
      // What the frame's parts, the lock or a kiosk share with a game, or with what an operator has to set
      // first.
      'src/features/lock/state.ts',
      'src/core/session/login-storage.ts',
      'src/core/idle/wake-lock.ts',
      'src/i18n/localize.ts',
      'src/i18n/plain-signs.ts',
      'src/i18n/dates.ts',
      'src/core/connection/is-today.ts',
      'src/ui/NativeDialog.tsx',
      'src/ui/pressed-state.ts',
      'src/ui/close-on-back.ts',
      'src/ui/cover-page.ts',
      'src/ui/full-screen.ts',
      'src/ui/close-icon.tsx',
      'src/ui/link-props.ts',
      'src/core/settings/CashierLink.tsx',
      'src/core/idle/frame-activity.ts',
    ],
  },
  // Loaded only where the operator has set something of it.
  { name: 'operator-parts', entries: ['src/app/operator-parts.chunk.ts'] },
  {
    name: 'lobby',
    texts: 'lobby',
    firstOn: ['lobby'],
    entries: [
      'src/app/LobbyFrame.tsx',
      // The styles of the page services: a file of less than 1 KB would be a request more.
      'src/ui/Toasts.module.css',
    ],
  },
  // The sockets, and what a game shares with the wallet, the stills and the click sound, which come later.
  {
    name: 'sockets',
    texts: 'page',
    entries: [
      'src/net/socket.ts',
      'src/ui/count-up.ts',
      'src/net/request-id.ts',
      'src/core/audio/sound.ts',
      'src/core/settings/play.ts',
      // A game shares it with the search and a kiosk.
      'src/ui/open-dialogs.ts',
    ],
  },
  {
    name: 'page-services',
    entries: [
      'src/app/page-services.chunk.ts',
      'src/core/session/session-lifecycle.ts',
      // Late parts of a page with a frame share these with late parts of a game.
      'src/core/settings/data-saver.ts',
      // The stills of the lobby share it with a kiosk.
      'src/net/image.ts',
      'src/core/connection/machine-credit.ts',
      'src/ui/RadioGroup.tsx',
      'src/ui/TransientButton.tsx',
      'src/ui/use-focus-afterwards.ts',
      // The click sound, and what a game shares with it.
      'src/core/audio/audio-context.ts',
      'src/core/audio/feedback-preferences.ts',
      'src/core/audio/click-sound.ts',
      // The reports of every page need it, and the quality dialog of a game.
      'src/net/unreadable-fields.ts',
      // The row of the player's machines needs these, and the lock.
      'src/core/connection/use-time-left.ts',
      'src/i18n/clock-duration.ts',
      // The wallet and the menu share it with the dialog that loads money onto a machine.
      'src/features/wallet/claims/late.tsx',
    ],
  },
  {
    name: 'game',
    texts: 'game',
    firstOn: ['game'],
    entries: ['src/features/game/game.chunk.ts'],
  },
  {
    name: 'frame-parts',
    entries: [
      'src/app/frame-parts.chunk.ts',
      'src/features/wallet/late.chunk.ts',
      'src/features/lobby/late.chunk.ts',
      // The menu and the profile share it.
      'src/features/account/profile/actions.ts',
      // The row of the player's machines, a busy machine and the search share it.
      'src/features/lobby/all-machines/actions.ts',
      // The profile and a kiosk share it.
      'src/contract/phone-login.ts',
    ],
  },
  {
    name: 'navigation',
    entries: ['src/features/navigation/navigation.chunk.ts', 'src/core/router/nav-icons.tsx'],
  },
  { name: 'url-token', entries: ['src/core/session/url-token.chunk.ts'] },
  // The live picture of a busy machine needs it, and nothing else of a game's late parts.
  { name: 'video-layers', entries: ['src/net/whep-layers.ts'] },
  {
    name: 'game-late',
    entries: ['src/features/game/late.chunk.tsx', 'src/ui/fluent.css', 'src/ui/fluent-widgets.module.css'],
  },
  // Loaded once a machine is held for the player, by a kiosk's warning, and by the logout.
  {
    name: 'held-machine',
    entries: ['src/features/held-machine/held-machine.chunk.ts', 'src/features/held-machine/actions.ts'],
  },
  { name: 'pwa', entries: ['src/features/pwa/start.tsx'] },
  // The idle lock, and what a kiosk's logout shares with it.
  {
    name: 'lock',
    entries: [
      'src/features/lock/LockLayer.tsx',
      'src/core/idle/idle-timer.ts',
      'src/ui/IdleWarning.tsx',
      'src/core/connection/MoneyLine.tsx',
    ],
  },
  {
    name: 'gates',
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
 * Rolldown's groups for CHUNKS. Its `entries` pass through here, so that one that is met nowhere fails the
 * build. `isFile`: whether a build has a file; Vite removes the script of a chunk that is a stylesheet alone.
 */
export function chunks(): {
  groups: Rolldown.CodeSplittingGroup[]
  plugin: Plugin
  isFile: (name: string) => boolean
} {
  let files: Rolldown.OutputBundle = {}
  const all = CHUNKS.flatMap(({ entries }) => entries)
  const unmet = new Set(all)
  if (unmet.size < all.length) throw new Error('CHUNKS in vite/chunks.ts names a file twice')
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
    generateBundle(_, bundle) {
      files = bundle
      for (const entry of unmet) this.error(`${entry} in CHUNKS in vite/chunks.ts is not part of the app`)
    },
  }
  const isFile = (name: string) => {
    const file = files[name]
    return file?.type !== 'chunk' || file.moduleIds.some((id) => !id.endsWith('.css'))
  }
  return { groups, plugin, isFile }
}
