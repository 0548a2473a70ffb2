import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import preact from '@preact/preset-vite'
import { type InlineConfig, minifySync, type Plugin, type Rolldown, runnerImport } from 'vite'
import { LOCALES } from '../src/contract/locales.ts'
import { playerPages } from '../src/contract/routes.ts'
import { textGroups } from './transforms.ts'

const PRERENDER = fileURLToPath(new URL('../src/app/prerender.tsx', import.meta.url))

/** The operator's settings as they are at the build; undefined where they can not be read, as the defaults hold then. */
function readBuildSettings(): unknown {
  try {
    return JSON.parse(readFileSync(new URL('../public/Settings.json', import.meta.url), 'utf8'))
  } catch {
    return undefined
  }
}

/** The chunks that a guest needs beside the entry: index.html asks for their files itself, all at once. */
const LOGIN = ['login']
/** The same for a player with a token: in the lobby, and in a game opened by its address. */
const LOBBY = ['signed-in', 'lobby']
/** index.html runs the first of them when it has come. */
const GAME = ['early-offer', 'signed-in', 'game']

/** The files of some chunks and of all that they import, but for what the page names already. */
function filesOf(bundle: Rolldown.OutputBundle, names: readonly string[], html: string): string[] {
  const files = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || files.has(file) || html.includes(file)) return
    files.add(file)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    chunk.imports.forEach(add)
  }
  for (const name of names) {
    const [chunk, ...others] = Object.values(bundle).filter(
      (file) => file.type === 'chunk' && file.name === name,
    )
    if (!chunk || others.length > 0) throw new Error(`not one chunk is named ${name}`)
    add(chunk.fileName)
  }
  return [...files].map((file) => `/${file}`)
}

/** Draws the wait and the login into index.html, and tells it what to fetch ahead for a player with a token. */
export function firstScreen(shared: InlineConfig): Plugin[] {
  let texts: readonly string[] = []
  return [
    {
      name: 'first-screen',
      transformIndexHtml: {
        order: 'pre',
        async handler(html, { server }) {
          if (server) return html
          const { module } = await runnerImport<typeof import('../src/app/prerender.tsx')>(PRERENDER, {
            ...shared,
            define: { ...shared.define, __SETTINGS__: `${JSON.stringify(readBuildSettings())}` },
            configFile: false,
            plugins: [preact(), textGroups()],
          })
          const { attributes, splash, login, language } = module.prerender()
          // Turkish comes with the first script.
          texts = language === 'tr' ? [] : [language]
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
          const list = (names: readonly string[]) =>
            JSON.stringify(bundle ? filesOf(bundle, names, html) : [])
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
