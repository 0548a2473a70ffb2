import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditBooks } from '../platform/floor/audit.ts'
import { type DatabaseOptions, openDatabase } from '../platform/store/db.ts'
import { startPostgres } from '../platform/store/test-postgres.ts'
import { writeBooks } from './audit-books.ts'
import type { Table } from './table.ts'

/** Audits the books of that many spins. Throws if the audit finds a fault. */
async function measure(name: string, options: DatabaseOptions, spins: number): Promise<string[]> {
  const database = await openDatabase(options)
  await writeBooks(database.db, spins)
  const began = performance.now()
  const cpu = process.cpuUsage()
  const report = await auditBooks(database.db)
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpu)
  await database.close()
  if (report.problems.length > 0 || report.unchained > 0 || report.spins !== spins)
    throw new Error(
      `the audit finds ${report.spins} spins, ${report.unchained} unchained: ${report.problems[0]}`,
    )
  const perMillion = (seconds / spins) * 1e6
  return [
    name,
    `${spins}`,
    `${report.movements}`,
    seconds.toFixed(1),
    ((user + system) / 1e6).toFixed(1),
    perMillion.toFixed(0),
  ]
}

/** Measures a whole audit of the books of many spins on both databases. */
export async function auditBench(spins: number): Promise<Table> {
  const rows: string[][] = []
  const dataDir = mkdtempSync(join(tmpdir(), 'reelcast-bench-'))
  rows.push(await measure('embedded (PGlite, on disk)', { dataDir }, spins))
  rmSync(dataDir, { recursive: true, force: true })
  const server = await startPostgres()
  if (server) {
    try {
      rows.push(await measure(`PostgreSQL ${server.version}`, { databaseUrl: server.url }, spins))
    } finally {
      server.stop()
    }
  } else rows.push(['PostgreSQL', 'not installed'])
  return {
    title: 'A whole audit of the books',
    note: 'Hash chain, double entry, balances, and each win computed again from its stops, in one read of everything. The books are of 48 machines of all games, with wins, free rounds and jackpots. Of one audit each; the processor time is that of the process that audits, which is also the database where it is embedded.',
    head: ['database', 'spins', 'movements', 's', 'of it processor, s', 's per million spins'],
    rows,
  }
}
