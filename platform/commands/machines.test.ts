import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { auditBooks } from '../audit/audit.ts'
import { openDatabase } from '../store/db.ts'
import { type CabinetBooks, writeCabinetBooks } from '../testing/audit/cabinet-books.ts'
import { createControllerKey } from '../testing/controller.ts'
import { runCommand } from '../testing/lib/command.ts'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'
import { scratchDataFolder } from '../testing/store/scratch-data-folder.ts'
import { machines as command } from './machines.ts'

/* The command as an operator runs it, on the embedded database of a floor with cabinets. */

const dataDir = await scratchDataFolder()
let books: CabinetBooks

beforeAll(async () => {
  const { db, close } = await openDatabase({ dataDir })
  books = await writeCabinetBooks(db)
  await close()
}, 60_000)

const machines = (...args: string[]) => runCommand(command, args, { DATA_DIR: dataDir, INIT_CWD: dataDir })
const done = (stdout: string) => ({ status: 0, stdout: `${stdout}\n`, stderr: '' })
const refused = (reason: string) => ({ status: 1, stdout: '', stderr: `Nothing was changed: ${reason}.\n` })
/** The cells of the printed cabinets, without the names of players and the ids of transfers. */
const listed = async () => {
  const { status, stdout } = await machines('list')
  const [head, ...lines] = stdout.trimEnd().split('\n')
  expect(status).toBe(0)
  expect(head?.trim().split(/\s+/)).toEqual([
    'machine',
    'name',
    'player',
    'credit',
    'transit',
    'suspense',
    'hand-pay',
    'game',
    'closed',
    'transfer',
  ])
  return lines.map((line) =>
    line
      .trim()
      .replace(/player-\S+/, 'PLAYER')
      .replace(/[\da-f-]{36}$/, 'ID')
      .split(/\s+/)
      .join(' '),
  )
}

test('it lists cabinets, settles what they do not answer, and opens them', async () => {
  expect(await listed()).toEqual([
    '1 C1 PLAYER 6.00 10.00 48.50 0.00 1 ID',
    '2 C2 PLAYER 0.00 8.00 0.00 9.00 0 ID',
    '3 C3 0.00 0.00 0.50 0.00 0',
    '4 C4 0.00 0.00 2.00 0.00 1 conflict',
    '5 C5 0.00 0.00 0.00 0.00 0 meters',
    '6 C6 PLAYER 0.00 0.00 3.00 0.00 0 drift',
  ])
  const { 'pending load': load, 'pending cash-out': cashOut } = books.transfers
  const [ada = '', another = ''] = (await machines('list')).stdout.match(/player-\S+/g) ?? []
  const waiting = await machines('settle', '1', 'credit', '5.50', ada)
  expect(waiting).toEqual(refused('a transfer is under way, which is to be settled first'))
  expect(await machines('settle', load, 'refused')).toEqual(
    done('The transfer is settled as refused: 10.00.'),
  )
  expect(await machines('settle', load, 'done')).toEqual(refused('it was settled before, in another way'))
  expect(await machines('settle', cashOut, 'done', '7.5')).toEqual(
    done('The transfer is settled as done: 7.50.'),
  )
  expect(await machines('settle', '1', 'credit', '5.50', another)).toEqual(
    refused('the player has no visit there'),
  )
  expect(await machines('settle', '1', 'credit', '5.50', ada)).toEqual(
    done('The visit is over: 5.50 of 6.00 is in the wallet, the rest in suspense.'),
  )
  const suspense = ['settle', '1', 'suspense', '20', 'house', 'r-17']
  expect(await machines(...suspense)).toEqual(done('20.00 from suspense to house is booked, reference r-17.'))
  expect(await machines(...suspense)).toEqual(
    done('20.00 from suspense to house was booked before, reference r-17.'),
  )
  expect(await machines('settle', '2', 'hand-pay', 'h3')).toEqual(
    done('The hand pay is settled as paid by an attendant: 9.00.'),
  )
  expect(await machines('open', '4')).toEqual(done('Machine 4 is open; it was closed for: conflict.'))
  expect(await listed()).toEqual([
    '1 C1 0.00 0.00 29.00 0.00 1',
    '2 C2 PLAYER 0.00 0.00 9.50 0.00 0',
    '3 C3 0.00 0.00 0.50 0.00 0',
    '4 C4 0.00 0.00 2.00 0.00 1',
    '5 C5 0.00 0.00 0.00 0.00 0 meters',
    '6 C6 PLAYER 0.00 0.00 3.00 0.00 0 drift',
  ])

  const { db, close } = await openDatabase({ dataDir })
  expect(await auditBooks(db)).toMatchObject({ problems: [], unchained: 0 })
  // The embedded database is in use.
  const locked = await machines('list')
  expect([locked.status, locked.stdout]).toEqual([2, ''])
  expect(locked.stderr).toMatch(/^The machines cannot be read: .*it is in use by process \d+\n$/)
  await close()
}, 60_000)

test.each([
  [['open', '99'], 'there is no such cabinet'],
  [['settle', 'nowhere', 'done'], 'there is no such transfer or hand pay under way, or no such player'],
  [['settle', '2', 'hand-pay', 'h99'], 'there is no such transfer or hand pay under way, or no such player'],
])('with %j it changes nothing, and says why', async (args, reason) => {
  expect(await machines(...args)).toEqual(refused(reason))
})

test.each([
  [[]],
  [['open', 'one']],
  [['settle', '1', 'credit', '5']],
  [['settle', '1', 'suspense', '1', 'house']],
])('with %j it prints how it is used, and opens no database', async (args) => {
  const usage = expect.stringMatching(
    /^Usage: npm run machines -- COMMAND\n[\s\S]*admits new players to a closed machine again\n$/,
  )
  expect(await machines(...args)).toEqual({ status: 1, stdout: '', stderr: usage })
})

test('a database that fails meanwhile is named in one line, with an exit code of its own', async () => {
  const { db, close } = await openDatabase({ dataDir })
  await sql`create function fail() returns trigger language plpgsql as 'begin raise ''it is away''; end'`.execute(
    db,
  )
  await sql`create trigger fail before update on cabinets for each row execute function fail()`.execute(db)
  await close()
  const stderr = 'The machines cannot be read or changed: it is away\n'
  expect(await machines('open', '1')).toEqual({ status: 2, stdout: '', stderr })
})

test('a key is made with its hash', async () => {
  const { status, stdout, stderr } = await machines('key')
  expect([status, stderr]).toEqual([0, ''])
  const [, key = '', hash] = /\n {2}([\w-]{43})\n.*\n {2}"key": "sha256:([\da-f]{64})"\n$/.exec(stdout) ?? []
  expect(hash).toBe(createHash('sha256').update(key).digest('hex'))
})

test('no database is made where there is none', async () => {
  const empty = scratchFolder()
  expect(await runCommand(command, ['list'], { DATA_DIR: empty })).toEqual({
    ...{ status: 2, stdout: '' },
    stderr: `The machines cannot be read: there is no database in ${empty}\n`,
  })
  expect(existsSync(join(empty, 'db'))).toBe(false)
})

test('a floor file is checked in the folder of the caller, each mistake with its line and column', async () => {
  const key = createControllerKey().hash
  const machine = { id: 101, name: 'C1', brand: 'nar', driver: 'controller', key }
  const check = (text: string) => {
    writeFileSync(join(dataDir, 'floor.json'), text)
    return machines('check', 'floor.json')
  }
  expect(await check(JSON.stringify({ machines: [machine] }))).toEqual(
    done('floor.json is valid: 1 brands, 1 machines.'),
  )
  expect(await check('{\n  "machines": [\n    { "id": 0, "name": "C1", "brand": "nar" }\n  ]\n}')).toEqual({
    status: 1,
    stdout: 'floor.json:3:13  machines, item 1, "id" must be a whole number from 1 to 999999.\n',
    stderr: 'floor.json: 1 to correct.\n',
  })
  expect(await machines('check', 'none.json')).toEqual({
    ...{ status: 1, stdout: '', stderr: 'none.json cannot be read (ENOENT).\n' },
  })
})
