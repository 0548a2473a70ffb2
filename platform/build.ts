import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressFolder } from './lib/compress.ts'

/*
 * Builds dist/, which any web server can serve, with a brotli and a gzip copy beside each file that shrinks.
 * `--if-stale` does nothing if dist/ is newer than its sources.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
/** Written last, so that an interrupted build does not count. */
const stamp = join(dist, '.vite/complete')
const sources = ['index.html', 'vite.config.ts', 'vite', 'package-lock.json', 'src', 'public', 'locales']

/** The newest mtime in ms below a path; folders count, because removing a file changes theirs. */
function newestMtime(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  const within = readdirSync(path)
    .filter((name) => !/\.test\.tsx?$|\.tsbuildinfo$/.test(name))
    .map((name) => newestMtime(join(path, name)))
  return Math.max(stat.mtimeMs, ...within)
}

function isStale(): boolean {
  const built = newestMtime(stamp)
  return [...sources.map((name) => join(root, name)), fileURLToPath(import.meta.url)].some(
    (path) => newestMtime(path) > built,
  )
}

async function build(): Promise<void> {
  const started = performance.now()
  const slow = setTimeout(() => process.stdout.write('Building the app ...\n'), 1000)
  rmSync(stamp, { force: true })
  // Imported only when needed: loading Vite would be most of a warm start.
  const vite = await import('vite')
  await vite.build({ root, logLevel: 'warn' })
  await compressFolder(dist)
  writeFileSync(stamp, '')
  clearTimeout(slow)
  const seconds = (performance.now() - started) / 1000
  if (seconds > 1) process.stdout.write(`Built the app in ${seconds.toFixed(1)} s\n`)
}

if (!process.argv.includes('--if-stale') || isStale()) await build()
