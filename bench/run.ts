import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { attractBench } from './attract.ts'
import { openBrowser } from './browser.ts'
import { floorBench } from './floor.ts'
import { glassBench } from './glass.ts'
import { joinBench } from './join.ts'
import { ledgerBench } from './ledger.ts'
import { lighthouseBench } from './lighthouse.ts'
import { loginBench } from './login.ts'
import { memoryBench } from './memory.ts'
import { playBench } from './play.ts'
import { soakBench } from './soak.ts'
import { markdown, type Table } from './table.ts'
import { tapBench } from './tap.ts'
import { videoBench } from './video.ts'

/*
 * `npm run bench [names ...]` measures and prints; without names everything
 * but the soak, which takes its half hour. `--quick` takes fewer runs.
 * Writes bench/results.json, and with `--readme` the tables between the markers in README.md.
 */

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const quick = process.argv.includes('--quick')

const { browser, version, path } = await openBrowser()
const benches: readonly { name: string; run: () => Promise<Table>; long?: true }[] = [
  { name: 'login', run: () => loginBench(browser, quick ? 3 : 9) },
  { name: 'lighthouse', run: () => lighthouseBench(quick ? 1 : 5) },
  { name: 'floor', run: () => floorBench(browser, quick ? 1 : 5) },
  { name: 'join', run: () => joinBench(browser, quick ? 2 : 7) },
  { name: 'tap', run: () => tapBench(browser, quick ? 4 : 12) },
  { name: 'play', run: () => playBench(path, quick ? 15 : 60) },
  { name: 'glass', run: () => glassBench(browser, quick ? 6 : 15, quick ? 1 : 4) },
  { name: 'video', run: () => videoBench(quick ? 4 : 8) },
  { name: 'ledger', run: () => ledgerBench(quick ? 3 : 8) },
  { name: 'attract', run: () => attractBench(browser, quick ? 15 : 60) },
  { name: 'memory', run: () => memoryBench(browser, quick ? 20 : 120) },
  { name: 'soak', run: () => soakBench(path, quick ? 60 : 500), long: true },
]

/** The newest table of each bench, with its day; those that did not run now keep what they said last. */
function kept(): Record<string, Table & { measured: string }> {
  try {
    return JSON.parse(readFileSync(at('results.json'), 'utf8')).tables
  } catch {
    return {}
  }
}

const tables = kept()
const today = new Date().toISOString().slice(0, 10)
for (const { name, run, long } of benches) {
  if (names.length ? !names.includes(name) : long) continue
  const table = await run()
  tables[name] = { ...table, measured: today }
  console.log(`\n${markdown(table)}`)
}
await browser.close()

const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}, Chromium ${version}`
writeFileSync(at('results.json'), `${JSON.stringify({ machine, tables }, null, 2)}\n`)

if (process.argv.includes('--readme')) {
  const dated = benches.flatMap(({ name }) => {
    const table = tables[name]
    return table ? [markdown({ ...table, note: `${table.note} (${table.measured})` })] : []
  })
  const text = [`On ${machine}; each table with the day it was measured.`, '', ...dated].join('\n')
  const readme = readFileSync(at('../README.md'), 'utf8')
  const between = /(<!-- bench -->\n)[\s\S]*(<!-- \/bench -->)/
  if (!between.test(readme))
    throw new Error('README.md has no <!-- bench --> ... <!-- /bench --> to write between')
  writeFileSync(
    at('../README.md'),
    readme.replace(between, (_, open, close) => `${open}\n${text}\n${close}`),
  )
}
process.exit(0)
