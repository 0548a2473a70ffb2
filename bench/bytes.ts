import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import * as v from 'valibot'
import { browserCandidates } from '../e2e/run/browser.ts'
import { LOCALE_CODES, type Locale } from '../src/contract/locales.ts'
import { chunksOf, textPartOf, type Wave } from '../vite/chunks.ts'
import type { Page } from '../vite/first-script.ts'
import { describeMachine, storeTables } from './report.ts'
import { checkWire } from './wire.ts'

/*
 * The byte budgets: the HTML, CSS and JS that a route loads before it is usable (brotli quality 11, no
 * images), in KB of 1024 bytes and in each language, and the bytes that a browser counts on the wire
 * (wire.ts). Prints each chunk that grew since bench/bytes.json was written. `--accept` stores the new sizes
 * there and in docs/benchmarks.md; `--list` prints each request of the browser.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const SIZES_FILE = join(root, 'bench/bytes.json')

const Manifest = v.record(
  v.string(),
  v.object({
    file: v.string(),
    name: v.optional(v.string()),
    css: v.optional(v.array(v.string()), []),
    imports: v.optional(v.array(v.string()), []),
    dynamicImports: v.optional(v.array(v.string()), []),
  }),
)
type Manifest = v.InferOutput<typeof Manifest>

interface Route {
  readonly route: string
  readonly page: Page
  /** The waves of the page's chunks (vite/chunks.ts). */
  readonly waves: readonly Wave[]
  readonly budget?: number
}

/**
 * What each route waits for, with the shipped settings, and what a page loads afterwards. Chunks that a
 * player or an operator has to ask for are not included.
 */
const ROUTES: readonly Route[] = [
  { route: 'login', page: 'login', waves: ['first'], budget: 25 },
  { route: 'lobby', page: 'lobby', waves: ['first'], budget: 55 },
  { route: 'lobby, live', page: 'lobby', waves: ['first', 'live'] },
  { route: 'lobby, all', page: 'lobby', waves: ['first', 'live', 'later'] },
  { route: 'game', page: 'game', waves: ['first'], budget: 75 },
  { route: 'game, later', page: 'game', waves: ['later'], budget: 75 },
]
/** The row of ROUTES that loads once any other can be used: without their files, and without texts. */
const DEFERRED = 'game, later'

/** What a route's figure includes, for docs/benchmarks.md. */
const INCLUDES: Readonly<Record<string, string>> = {
  login: 'the submit button answers two valid fields; a form submitted before hydration is replayed',
  lobby: 'machines are shown and can be tapped',
  'lobby, live': 'the same, with the notification channel that opens next',
  'lobby, all': 'the same, with everything that then loads: menu, search, wallet, filters, branding',
  game: 'video is shown and spin works',
  'game, later': 'loaded once a game can be played: autoplay, information panel, dialogs, Fluent',
}

const KB = 1024
const kb = (bytes: number) => `${(bytes / KB).toFixed(2)} KB`

function brotliSize(file: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  return brotliCompressSync(readFileSync(join(dist, file)), { params }).length
}

/** A chunk's own file, its styles, and the files of its static imports. */
function files(manifest: Manifest, key: string, into = new Set<string>()): Set<string> {
  const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key)
  if (!chunk) throw new Error(`${key} is not a chunk of the build: correct ROUTES in bench/bytes.ts`)
  if (into.has(chunk.file)) return into
  into.add(chunk.file)
  for (const style of chunk.css) into.add(style)
  for (const next of chunk.imports) files(manifest, next, into)
  return into
}

/** A file's name without its content hash. */
const withoutHash = (file: string) => file.replace(/-[\w-]{7}(?=\.\w+$)/, '')

const manifest = v.parse(Manifest, JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')))
const everything = new Set(['index.html'])
for (const key of Object.keys(manifest)) for (const file of files(manifest, key)) everything.add(file)
const textFiles = readdirSync(join(dist, 'assets'))
  .filter((name) => /^texts-.*\.js$/.test(name))
  .map((name) => `assets/${name}`)
for (const file of textFiles) everything.add(file)
const code = [...everything].filter((file) => /\.(html|css|js)$/.test(file))
const weights = new Map(code.map((file) => [file, brotliSize(file)]))
const sum = (names: Iterable<string>) =>
  [...names].reduce((total, name) => total + (weights.get(name) ?? 0), 0)

const stored = v.parse(v.record(v.string(), v.number()), JSON.parse(readFileSync(SIZES_FILE, 'utf8')))
const current: Record<string, number> = {}
for (const [file, bytes] of weights) current[withoutHash(file)] = (current[withoutHash(file)] ?? 0) + bytes
const sizes = Object.entries(current).sort(([, a], [, b]) => b - a)
for (const [name, bytes] of sizes) {
  const old = stored[name]
  const change =
    old === undefined ? 'new' : bytes === old ? '' : `${bytes > old ? '+' : ''}${bytes - old} bytes`
  console.log(`  ${name.padEnd(36)} ${kb(bytes).padStart(9)}   ${change}`)
}
for (const name of Object.keys(stored).filter((name) => !(name in current)))
  console.log(`  ${name.padEnd(36)}      gone`)

let over = false
const rows: string[][] = []
/** The text files of a language for some parts. */
const textsOf = (language: Locale, parts: readonly string[]) =>
  textFiles.filter((file) => parts.some((part) => file.startsWith(`assets/texts-${part}-${language}-`)))
/** Prints the bytes of a route's files and texts, in each language, beside the budget. */
function checkBudget(
  what: string,
  names: ReadonlySet<string>,
  parts: readonly string[],
  budget = Number.POSITIVE_INFINITY,
): void {
  const sizes = LOCALE_CODES.map((code) => [code, sum([...names, ...textsOf(code, parts)])] as const)
  const bad = sizes.some(([, bytes]) => bytes > budget * KB)
  over ||= bad
  const limit = Number.isFinite(budget) ? `${budget}` : ''
  rows.push([what, INCLUDES[what] ?? '', ...sizes.map(([, bytes]) => (bytes / KB).toFixed(1)), limit])
  const figures = sizes.map(([code, bytes]) => `${code} ${kb(bytes).padStart(9)}`).join('   ')
  const of = Number.isFinite(budget) ? ` of ${budget} KB` : ''
  console.log(`${what.padEnd(12)} ${figures}${of}${bad ? '   OVER BUDGET' : ''}`)
}
const counted = new Set<string>()
for (const row of ROUTES) {
  const needs = row.waves.flatMap((wave) => chunksOf(row.page, wave))
  const found = new Set(needs.flatMap((key) => [...files(manifest, key)]))
  if (row.route === DEFERRED)
    checkBudget(row.route, new Set([...found].filter((file) => !counted.has(file))), [], row.budget)
  else checkBudget(row.route, found.add('index.html'), needs.map(textPartOf), row.budget)
  for (const file of found) counted.add(file)
}

const grown = sizes.filter(([name, bytes]) => bytes > (stored[name] ?? 0))
if (process.argv.includes('--accept')) {
  writeFileSync(SIZES_FILE, `${JSON.stringify(Object.fromEntries(sizes), null, 2)}\n`)
  const bytes = {
    title: 'Bytes of each route',
    note: 'The HTML, CSS and JavaScript that each route loads before it is usable, in each language: brotli quality 11, in KB of 1024 bytes, without images. `npm run check` fails when a route exceeds its budget.',
    head: ['route', 'usable when, or included', ...LOCALE_CODES.map((code) => `${code}, KB`), 'budget, KB'],
    rows,
  }
  storeTables({ bytes }, describeMachine())
} else if (grown.length) {
  const names = grown.map(([name, bytes]) => `${name} (+${bytes - (stored[name] ?? 0)})`).join(', ')
  console.log(
    `Grew since bench/bytes.json: ${names}. If intended: "npm run bytes -- --accept" stores the new sizes.`,
  )
}
if (browserCandidates().length === 0)
  console.log('No browser found: requests and bytes on the wire are not counted.')
else if (!(await checkWire(process.argv.includes('--list')))) over = true
process.exit(over ? 1 : 0)
