import { openBrowser } from './browser.ts'
import { describeMachine, type SectionName, storeTables, writeReport } from './report.ts'
import { markdownTable, type Table } from './table.ts'

/*
 * `npm run bench [names ...]` measures, prints, and stores the tables in bench/results.json and
 * docs/benchmarks.md. Without names it runs every bench that is not marked as long. `--quick` takes fewer
 * runs and stores nothing. `--report` writes docs/benchmarks.md from the stored results without measuring.
 */

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const quick = process.argv.includes('--quick')

if (process.argv.includes('--report')) {
  writeReport()
  console.log('docs/benchmarks.md is written from bench/results.json.')
  process.exit(0)
}

interface Bench {
  name: SectionName
  run(): Promise<Table>
  /** Takes too long for a run without names. */
  long?: true
}

const { browser, version, path } = await openBrowser()
const BENCHES: readonly Bench[] = [
  {
    name: 'first-load',
    run: async () => (await import('./first-load.ts')).firstLoadBench(browser, quick ? 1 : 5),
  },
  { name: 'floor', run: async () => (await import('./floor.ts')).floorBench(browser, quick ? 1 : 5) },
  { name: 'tap', run: async () => (await import('./tap.ts')).tapBench(browser, quick ? 4 : 12) },
  { name: 'play', run: async () => (await import('./play.ts')).playBench(path, quick ? 15 : 60) },
  {
    name: 'glass',
    run: async () => (await import('./glass.ts')).glassBench(browser, quick ? 10 : 15, quick ? 1 : 4),
  },
  { name: 'video', run: async () => (await import('./video.ts')).videoBench(quick ? 4 : 8) },
  { name: 'cabinets', run: async () => (await import('./cabinets.ts')).cabinetsBench(quick ? 5 : 20) },
  {
    name: 'cabinet-picture',
    run: async () => (await import('./cabinet-picture.ts')).cabinetPictureBench(browser, quick ? 4 : 20),
  },
  {
    name: 'audit',
    run: async () => (await import('./audit.ts')).auditBench(quick ? 10_000 : 1_000_000),
    long: true,
  },
  { name: 'load', run: async () => (await import('./load.ts')).loadBench(), long: true },
  {
    name: 'processes',
    run: async () => (await import('./processes.ts')).processesBench(),
    long: true,
  },
  { name: 'memory', run: async () => (await import('./memory.ts')).memoryBench(browser, quick ? 20 : 120) },
  {
    name: 'soak',
    run: async () => (await import('./soak.ts')).soakBench(path, quick ? 60 : 500),
    long: true,
  },
  {
    name: 'soak-kills',
    run: async () => (await import('./soak-kills.ts')).soakKillsBench(quick ? 5 : 100),
    long: true,
  },
  {
    name: 'cabinet-kills',
    run: async () => (await import('./cabinet-kills.ts')).cabinetKillsBench(quick ? 30 : 100),
    long: true,
  },
]

const tables: Partial<Record<SectionName, Table>> = {}
for (const { name, run, long } of BENCHES) {
  if (names.length ? !names.includes(name) : long) continue
  const table = await run()
  tables[name] = table
  console.log(`\n## ${table.title}\n\n${table.note}\n\n${markdownTable(table)}`)
}
await browser.close()
if (!quick) storeTables(tables, describeMachine(version))
process.exit(0)
