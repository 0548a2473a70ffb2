import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { markdownTable, type Table } from './table.ts'

/*
 * docs/benchmarks.md is generated from bench/results.json only. `npm run bench -- --report` writes it without
 * measuring, and report.test.ts fails if the two files differ.
 */

const StoredTable = v.object({
  title: v.string(),
  note: v.string(),
  head: v.array(v.string()),
  rows: v.array(v.array(v.string())),
  /** The day of the measurement, YYYY-MM-DD. */
  measured: v.string(),
  /** The processor, the Node version and, if a browser was used, its version. */
  machine: v.string(),
  /** The measured commit, and the number of commits up to it. */
  commit: v.string(),
  commits: v.number(),
})
/** A figure that is measured more commits before the newest one is marked as old. */
const MAX_AGE_COMMITS = 150
const Results = v.record(v.string(), StoredTable)
export type Results = v.InferOutput<typeof Results>

/** The sections of the document in order. `npm run bytes` measures the first, a bench each other. */
export const SECTIONS = [
  'bytes',
  'first-load',
  'floor',
  'tap',
  'play',
  'glass',
  'line',
  'video',
  'audit',
  'cabinets',
  'cabinet-picture',
  'load',
  'processes',
  'memory',
  'soak',
  'soak-kills',
  'cabinet-kills',
] as const
export type SectionName = (typeof SECTIONS)[number]

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const RESULTS_FILE = at('results.json')
export const REPORT_FILE = at('../docs/benchmarks.md')

const INTRODUCTION = `# Benchmarks

\`npm run bench\` writes this file from \`bench/results.json\`; do not edit it by hand. Measure on an idle machine.

| command                         | what it does                                                         |
| ------------------------------- | -------------------------------------------------------------------- |
| \`npm run bench\`                 | measures everything but audit, load, processes, the soak, the kills  |
| \`npm run bench tap video\`       | measures these sections and keeps the others                         |
| \`npm run bench tap -- --quick\`  | measures with fewer runs, prints the tables and stores nothing       |
| \`npm run bench -- --report\`     | writes this file without measuring                                   |
| \`npm run bytes\`                 | checks the byte budgets of a build; \`-- --accept\` stores the figures |

\`123 (110–140)\` is a median with the lowest and the highest value. "6 times slower processor" is Chromium's CPU
throttling.
`

/** Reads the stored results. Throws if the file is missing or malformed. */
export function readResults(): Results {
  return v.parse(Results, JSON.parse(readFileSync(RESULTS_FILE, 'utf8')))
}

/** The processor and the runtime of this machine, for a stored table. */
export function describeMachine(chromiumVersion?: string): string {
  const parts = [`${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`, `Node ${process.versions.node}`]
  if (chromiumVersion) parts.push(`Chromium ${chromiumVersion}`)
  return parts.join(', ')
}

/** How many commits before the newest stored figures a section was measured, if that makes it old. */
export function oldBy(name: SectionName, results: Results): number | undefined {
  const newest = Math.max(...Object.values(results).map(({ commits }) => commits))
  const age = newest - (results[name]?.commits ?? newest)
  return age > MAX_AGE_COMMITS ? age : undefined
}

/** The text of docs/benchmarks.md. A section without a stored table is left out. */
export function renderReport(results: Results): string {
  const sections = SECTIONS.flatMap((name) => {
    const table = results[name]
    if (!table) return []
    const { title, note, measured, machine, commit } = table
    const command = name === 'bytes' ? 'npm run build && npm run bytes -- --accept' : `npm run bench ${name}`
    const age = oldBy(name, results)
    const old = age ? ` **Old: ${age} commits before the newest figures.**` : ''
    return [
      `## ${title}\n`,
      `${note}\n`,
      `\`${command}\`, measured ${measured} at commit ${commit} on ${machine}.${old}\n`,
      markdownTable(table),
    ]
  })
  return [INTRODUCTION, ...sections].join('\n')
}

/** Stores new tables with today's date and the checked out commit, and writes the report. */
export function storeTables(tables: Partial<Record<SectionName, Table>>, machine: string): void {
  const measured = new Date().toISOString().slice(0, 10)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: at('.'), encoding: 'utf8' }).trim()
  const commit = git('rev-parse', '--short=8', 'HEAD')
  const commits = Number(git('rev-list', '--count', 'HEAD'))
  const results = readResults()
  for (const [name, { title, note, head, rows }] of Object.entries(tables)) {
    results[name] = {
      title,
      note,
      head: [...head],
      rows: rows.map((row) => [...row]),
      measured,
      machine,
      commit,
      commits,
    }
  }
  writeFileSync(RESULTS_FILE, `${JSON.stringify(results, null, 2)}\n`)
  writeReport()
}

/** Writes docs/benchmarks.md from the stored results. */
export function writeReport(): void {
  writeFileSync(REPORT_FILE, renderReport(readResults()))
}
