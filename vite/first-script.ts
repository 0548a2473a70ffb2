import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { PAGE_ROUTES, playerPages } from '../src/contract/pages.ts'
import type { PageTexts } from '../src/i18n/texts.ts'
import { BUILD_TARGET } from './least-browsers.ts'

// Not by `new URL`, which Vite replaces by an address of the dev server in the unit tests' page.
const pathOf = (name: string) => join(import.meta.dirname, '../src/app', name)

/** Compiles a module of src/app, with all that it imports, into a classic script of index.html. */
async function compile(
  name: string,
  target: string | string[],
  constants: Record<string, unknown> = {},
  plugins: Plugin[] = [],
): Promise<Rolldown.OutputChunk> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins,
    define: Object.fromEntries(
      Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
    build: {
      write: false,
      target,
      modulePreload: false,
      // The minifier inlines more of what `let` and `const` declare than of `var`.
      rolldownOptions: { input: pathOf(name), output: { format: 'iife', topLevelVar: false } },
    },
  })
  const [script] = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (script?.type !== 'chunk') throw new Error(`${name} was not built`)
  return script
}

/** Compiles src/app/browser-check.inline.ts, in a syntax that browsers have parsed since 2016. */
export const compileBrowserCheck = async (): Promise<string> =>
  (await compile('browser-check.inline.ts', 'es2015')).code.trim()

/** A guest's page, and a player's in the lobby and in a game. */
export type Page = 'login' | 'lobby' | 'game'

/** What each page requests at once beside its entry. */
type FirstFiles = Readonly<Record<Page, readonly string[]>>

/**
 * Compiles src/app/first.inline.ts, with all that it imports, into the classic script of index.html.
 * `texts`: those of the first screens.
 * `modules`: the files that the script is made of. `plugins`: of a test that changes a module.
 */
export async function compileFirstScript(
  { login, lobby, game }: FirstFiles,
  texts: PageTexts,
  plugins: Plugin[] = [],
): Promise<{ code: string; modules: readonly string[] }> {
  // Declared in src/app/env.d.ts.
  const constants = {
    __LOGIN_FILES__: login,
    __LOBBY_FILES__: lobby,
    __GAME_FILES__: game,
    __PAGE_TEXTS__: texts,
    // Computed here: the whole table of routes would add 0.2 KB to the page.
    __LOGIN_PAGES__: [PAGE_ROUTES.login.path.slice(1), ...playerPages()],
  }
  const script = await compile('first.inline.ts', BUILD_TARGET, constants, plugins)
  return { code: script.code.trim(), modules: script.moduleIds }
}
