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

/**
 * The sections of the document in order, each with the command that measures it. A bench that has answered
 * its question is deleted; its section stays, without a command.
 */
export const SECTIONS = [
  { name: 'bytes', command: 'npm run build && npm run bytes -- --accept' },
  { name: 'login', command: 'npm run bench login' },
  { name: 'first-load', command: 'npm run bench first-load' },
  { name: 'http2' },
  { name: 'lighthouse' },
  { name: 'floor', command: 'npm run bench floor' },
  { name: 'join', command: 'npm run bench join' },
  { name: 'join-phases' },
  { name: 'tap', command: 'npm run bench tap' },
  { name: 'windows' },
  { name: 'play', command: 'npm run bench play' },
  { name: 'glass', command: 'npm run bench glass' },
  { name: 'turn' },
  { name: 'video', command: 'npm run bench video' },
  { name: 'sfu' },
  { name: 'ledger' },
  { name: 'cluster' },
  { name: 'audit' },
  { name: 'attract' },
  { name: 'cabinets', command: 'npm run bench cabinets' },
  { name: 'cabinet-picture', command: 'npm run bench cabinet-picture' },
  { name: 'load', command: 'npm run bench load' },
  { name: 'memory', command: 'npm run bench memory' },
  { name: 'soak', command: 'npm run bench soak' },
  { name: 'soak-kills', command: 'npm run bench soak-kills' },
  { name: 'cabinet-kills', command: 'npm run bench cabinet-kills' },
] as const satisfies readonly { name: string; command?: string }[]
export type SectionName = (typeof SECTIONS)[number]['name']

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const RESULTS_FILE = at('results.json')
export const REPORT_FILE = at('../docs/benchmarks.md')

const INTRODUCTION = `# Benchmarks

\`npm run bench\` writes this file; do not edit it by hand. Each section names the command that measures it, the day,
the commit and the machine of the measurement. A section without a command is the last measurement of a bench that
its commit still has. The figures are stored in \`bench/results.json\`.

| command                          | what it does                                                          |
| -------------------------------- | --------------------------------------------------------------------- |
| \`npm run bench\`                  | measures everything but \`soak\` (an hour), the kills and \`load\`         |
| \`npm run bench login video\`      | measures the named sections and leaves the others as they are         |
| \`npm run bench login -- --quick\` | measures with fewer runs, prints the tables and stores nothing        |
| \`npm run bench -- --report\`      | writes this file from the stored results without measuring            |
| \`npm run bytes\`                  | checks the byte budgets of a finished build; \`-- --accept\` stores them |

A figure such as \`123 (110–140)\` is a median with the lowest and the highest value. "6 times slower processor" means
that Chromium's CPU throttling is set to 6. Run benchmarks on an otherwise idle machine.
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
  const sections = SECTIONS.flatMap(({ name, ...section }) => {
    const table = results[name]
    if (!table) return []
    const { title, note, measured, machine, commit } = table
    const age = oldBy(name, results)
    return [
      `## ${title}\n`,
      `${note}\n`,
      `${'command' in section ? `\`${section.command}\`, measured` : 'Measured'} ${measured} at commit ${commit} on ${machine}.${age ? ` **Old: ${age} commits before the newest figures.**` : ''}\n`,
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
