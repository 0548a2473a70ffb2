import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../store/db.ts'
import { writeTestBooks } from '../testing/audit/books.ts'
import { runCommand } from '../testing/lib/command.ts'
import { scratchDataFolder } from '../testing/store/scratch-data-folder.ts'
import { report as command } from './report.ts'

const dataDir = await scratchDataFolder()
/** The books begin at midnight UTC. */
const day = '2026-01-01'

const report = (args: string[]) =>
  runCommand(command, args, { DATA_DIR: dataDir, SETTINGS_FILE: join(dataDir, 'Settings.json') })

beforeAll(async () => {
  vi.stubEnv('TZ', 'Europe/Istanbul')
  writeFileSync(join(dataDir, 'Settings.json'), '{"currency": "EUR"}')
  const { db, close } = await openDatabase({ dataDir })
  await writeTestBooks(db)
  await close()
})
afterAll(() => {
  vi.unstubAllEnvs()
})

test('prints each machine with its player and figures, and the totals', async () => {
  const { status, stdout, stderr } = await report([day])
  expect([status, stderr]).toEqual([0, ''])
  const [title, head, ...lines] = stdout.trimEnd().split('\n')
  expect(title).toMatch(new RegExp(`^${day} 00:00 to \\d{4}-\\d\\d-\\d\\d 00:00 Europe/Istanbul, EUR$`))
  expect(head?.trim().split(/ {2,}/).join('|')).toBe(
    'id|machine|brand|state|player|since|credit|spins|free|coin in|coin out|fed|paid|net|cash in|cash out',
  )
  const rows = lines.map((line) => line.trim().split(/ {2,}/))
  expect(rows).toHaveLength(10)
  expect(rows[1]).toEqual([
    ...['2', 'two 01', 'two', 'playing', expect.stringMatching(/^player-/), expect.stringMatching(/^\d{4}-/)],
    ...['108.00', '2', '1', '2.00', '10.00', '0.02', '0.00', '-8.02', '100.00', '0.00'],
  ])
  const csv = (await report([day, '--csv'])).stdout.trimEnd().split('\n')
  expect(csv).toHaveLength(10)
  expect(csv[2]?.split(',').slice(6)).toEqual(rows[1]?.slice(6))
})

test('a day without play has zeros, and the players of now', async () => {
  const { stdout } = await report(['2020-01-01', '2020-01-31'])
  expect(stdout).toMatch(/^ *total +1 +108\.00 +0 +0( +0\.00){7}$/m)
})

test.each([
  [['yesterday'], 1, /^A day is written as 2026-11-25/],
  [['2026-11-01', '2026-11-02', '2026-11-03'], 1, /^A day is written as/],
  [['--week'], 1, /^Unknown option '--week'/],
])('%j is refused', async (args, code, message) => {
  const { status, stdout, stderr } = await report(args)
  expect([status, stdout]).toEqual([code, ''])
  expect(stderr).toMatch(message)
})
