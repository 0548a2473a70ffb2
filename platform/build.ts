import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressFolder } from './lib/compress.ts'

/*
 * Makes dist/, the app as the platform (or any web server) hands it out, with a brotli and a gzip copy beside
 * every file that shrinks. `--if-stale` does nothing when dist/ is newer than everything it is made from.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
/** Written last, so that a build that was broken off counts as none. */
const stamp = join(dist, '.vite/complete')
const sources = ['index.html', 'vite.config.ts', 'package-lock.json', 'src', 'public', 'locales']

/** The newest change, in ms, below a path; a folder's own time tells that something in it was removed. */
function newest(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  const within = readdirSync(path)
    .filter((name) => !/\.test\.tsx?$|\.tsbuildinfo$/.test(name))
    .map((name) => newest(join(path, name)))
  return Math.max(stat.mtimeMs, ...within)
}

function stale(): boolean {
  const built = newest(stamp)
  return [...sources.map((name) => join(root, name)), fileURLToPath(import.meta.url)].some(
    (path) => newest(path) > built,
  )
}

async function build(): Promise<void> {
  const started = performance.now()
  const slow = setTimeout(() => process.stdout.write('Building the app ...\n'), 1000)
  rmSync(stamp, { force: true })
  // Vite is only loaded when there is something to build: it would be most of a warm start.
  const vite = await import('vite')
  await vite.build({ root, logLevel: 'warn' })
  await compressFolder(dist)
  writeFileSync(stamp, '')
  clearTimeout(slow)
  const seconds = (performance.now() - started) / 1000
  if (seconds > 1) process.stdout.write(`Built the app in ${seconds.toFixed(1)} s\n`)
}

if (!process.argv.includes('--if-stale') || stale()) await build()
