import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'
import { scratchDataFolder } from '../testing/store/scratch-data-folder.ts'
import { openDatabase } from './db.ts'

const folder = scratchFolder()

/** Opens the database in a process of its own; returns the memory that the process then holds, MB. */
function memoryOf(dataDir: string): number {
  const code = `
    const { openDatabase } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'db.ts')).href)})
    const { close } = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} })
    process.stdout.write(String(process.memoryUsage.rss()))
    await close()`
  // Optimizing the WebAssembly takes memory too, at times that differ.
  const args = ['--liftoff-only', '--import', 'tsx', '--input-type=module', '--eval', code]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toBe('')
  return Number(stdout) / 1024 / 1024
}

test('a process that makes the database does not hold the memory of that, and makes anew what a killed start has left', {
  timeout: 240_000,
}, () => {
  const dataDir = mkdtempSync(join(folder, 'made-'))
  mkdirSync(join(dataDir, 'db.new-abcdef'), { recursive: true })
  writeFileSync(join(dataDir, 'db.new-abcdef/PG_VERSION'), '17\n')
  const first = memoryOf(dataDir)
  expect(readdirSync(dataDir).filter((name) => name !== 'reelcast.pid')).toEqual(['db'])
  const second = memoryOf(dataDir)
  expect(second).toBeGreaterThan(100)
  expect(first).toBeLessThan(second + 100)
})

test('a database that cannot be made leaves nothing that looks like one', { timeout: 120_000 }, async () => {
  const dataDir = join(folder, 'refused')
  mkdirSync(dataDir)
  const { execPath } = process
  process.execPath = join(folder, 'no-such-node')
  const opening = openDatabase({ dataDir }).finally(() => {
    process.execPath = execPath
  })
  await expect(opening).rejects.toThrow('ENOENT')
  expect(readdirSync(dataDir)).not.toContain('db')
})

test('a database of another PostgreSQL version is refused, with both versions', {
  timeout: 60_000,
}, async () => {
  const dataDir = await scratchDataFolder()
  writeFileSync(join(dataDir, 'db/PG_VERSION'), '17\n')
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    `the database in ${join(dataDir, 'db')} is of PostgreSQL 17, and this version has PostgreSQL 18: `,
  )
  writeFileSync(join(dataDir, 'db/PG_VERSION'), '18\n')
  // The version of the catalogs, which differs between the builds before a release.
  const control = openSync(join(dataDir, 'db/global/pg_control'), 'r+')
  writeSync(control, Buffer.alloc(4), 0, 4, 12)
  closeSync(control)
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    /^the database in .* cannot be opened: PGlite failed .*\. It is damaged, or of another PGlite$/,
  )
})
