import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditBooks } from '../platform/floor/audit.ts'
import { type DatabaseOptions, openDatabase } from '../platform/store/db.ts'
import { startPostgres } from '../platform/store/test-postgres.ts'
import { MACHINES, writeBooks } from './audit-books.ts'
import type { Table } from './table.ts'

/** Audits books of so many spins once. Throws if the audit finds a fault in them. */
async function audit(options: DatabaseOptions, wanted: number): Promise<string[]> {
  const database = await openDatabase(options)
  try {
    await writeBooks(database.db, wanted)
    const [start, cpu] = [performance.now(), process.cpuUsage()]
    const { problems, spins, movements, unchained } = await auditBooks(database.db)
    const seconds = (performance.now() - start) / 1000
    const { user, system } = process.cpuUsage(cpu)
    if (problems.length > 0 || unchained > 0)
      throw new Error(`the books are wrong, ${unchained} unchained: ${problems.slice(0, 5).join('; ')}`)
    return [
      ...[spins, movements].map(String),
      ...[seconds, (user + system) / 1e6].map((value) => value.toFixed(1)),
      ((seconds * 1_000_000) / spins).toFixed(0),
    ]
  } finally {
    await database.close()
  }
}

/** The time of an audit of `spins` spins on both databases. */
export async function auditBench(spins: number): Promise<Table> {
  const rows: string[][] = []
  const dataDir = mkdtempSync(join(tmpdir(), 'reelcast-bench-'))
  try {
    rows.push(['embedded (PGlite, on disk)', ...(await audit({ dataDir }, spins))])
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  const server = await startPostgres()
  if (server) {
    try {
      rows.push([`PostgreSQL ${server.version}`, ...(await audit({ databaseUrl: server.url }, spins))])
    } finally {
      server.stop()
    }
  } else rows.push(['PostgreSQL', 'not installed', '', '', '', ''])
  return {
    title: 'A whole audit of the books',
    note: `Hash chains, double entry, balances, each win computed again from its stops, and each visit from its movements, in one read of everything. The books are of ${MACHINES} machines of all games, with wins and free rounds: one visit to each is played, and copied in the database. Of one audit each; the processor time is that of the process that audits, which is also the database where it is embedded.`,
    head: ['database', 'spins', 'movements', 's', 'of it processor, s', 's per million spins'],
    rows,
  }
}
