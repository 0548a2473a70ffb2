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

const { browser, version, path } = await openBrowser()
const BENCHES: Record<Exclude<SectionName, 'bytes'>, () => Promise<Table>> = {
  'first-load': async () => (await import('./first-load.ts')).firstLoadBench(browser, quick ? 1 : 5),
  floor: async () => (await import('./floor.ts')).floorBench(browser, quick ? 1 : 5),
  tap: async () => (await import('./tap.ts')).tapBench(browser, quick ? 4 : 12),
  play: async () => (await import('./play.ts')).playBench(path, quick ? 15 : 60),
  glass: async () => (await import('./glass.ts')).glassBench(browser, quick ? 10 : 15, quick ? 1 : 4),
  line: async () => (await import('./line.ts')).lineBench(browser, quick ? 5 : 10),
  video: async () => (await import('./video.ts')).videoBench(quick ? 4 : 8),
  cabinets: async () => (await import('./cabinets.ts')).cabinetsBench(quick ? 5 : 20),
  'cabinet-picture': async () =>
    (await import('./cabinet-picture.ts')).cabinetPictureBench(browser, quick ? 4 : 20),
  audit: async () => (await import('./audit.ts')).auditBench(quick ? 10_000 : 1_000_000),
  load: async () => (await import('./load.ts')).loadBench(),
  processes: async () => (await import('./processes.ts')).processesBench(),
  memory: async () => (await import('./memory.ts')).memoryBench(browser, quick ? 20 : 120),
  soak: async () => (await import('./soak.ts')).soakBench(path, quick ? 60 : 500),
  'soak-kills': async () => (await import('./soak-kills.ts')).soakKillsBench(quick ? 5 : 100),
  'cabinet-kills': async () => (await import('./cabinet-kills.ts')).cabinetKillsBench(quick ? 30 : 100),
}
/** They take too long for a run without names. */
const LONG: readonly string[] = ['audit', 'load', 'processes', 'soak', 'soak-kills', 'cabinet-kills']

const tables: Partial<Record<string, Table>> = {}
for (const [name, run] of Object.entries(BENCHES)) {
  if (names.length ? !names.includes(name) : LONG.includes(name)) continue
  const table = await run()
  tables[name] = table
  console.log(`\n## ${table.title}\n\n${table.note}\n\n${markdownTable(table)}`)
}
await browser.close()
if (!quick) storeTables(tables, describeMachine(version))
process.exit(0)
