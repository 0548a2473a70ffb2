import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { auditBooks } from '../audit/audit.ts'
import { type Command, endWith } from '../lib/command.ts'
import { openDatabase } from '../store/db.ts'
import { runCommand } from '../testing/lib/command.ts'
import { logIn, startProcess } from '../testing/process.ts'
import { scratchDataFolder } from '../testing/store/scratch-data-folder.ts'
import { players as command } from './players.ts'

/* The command as an operator runs it, on the embedded database of a platform without demo players. */

const dataDir = await scratchDataFolder()
const settingsFile = join(dataDir, 'Settings.json')
writeFileSync(settingsFile, '{"currency": "EUR"}')
const DEMO_OFF = { DEMO: '0', FLOOR_MACHINES: '1' }
let stop = async () => {}
afterAll(() => stop())

const env = { DATA_DIR: dataDir, SETTINGS_FILE: settingsFile, INIT_CWD: dataDir, ...DEMO_OFF }
const players = (args: string[], input = '') => runCommand(command, args, env, input)
/** The commit of the next movement fails, in place of a connection that is lost at that time. */
async function loseNextCommit(): Promise<void> {
  const { db, close } = await openDatabase({ dataDir })
  await sql`create sequence commits`.execute(db)
  await sql`create function lose_first() returns trigger language plpgsql as '
    begin if nextval(''commits'') = 1 then raise ''no commit''; end if; return null; end'`.execute(db)
  await sql`create constraint trigger lose_first after insert on movements deferrable initially deferred
    for each row execute function lose_first()`.execute(db)
  await close()
}
/** Runs the command with an output that cannot be written; returns what it prints on stderr. */
async function playersUnprinted(args: string[]): Promise<{ status: number; stderr: string }> {
  const unprinted: Command = (context) =>
    command({ ...context, write: () => endWith('The output cannot be written: ENOSPC.', 2) })
  return runCommand(unprinted, args, env)
}
const done = (stdout: string | RegExp) => ({
  status: 0,
  stdout: typeof stdout === 'string' ? stdout : expect.stringMatching(stdout),
  stderr: '',
})

test('players that the command adds, changes and imports log in and have the money that it credits', async () => {
  const added = await players(['add', 'deniz'])
  const [, password = ''] = /^deniz {2}player 1 {2}password (\S{23}) {2}PIN \d{4}\n$/.exec(added.stdout) ?? []
  expect({ status: added.status, password }).toEqual({ status: 0, password: expect.stringMatching(/.{23}/) })
  expect(await players(['add', 'emine', '--password-stdin'], 'lobster-quartz\n')).toEqual(
    done(/^emine {2}player 2 {2}PIN \d{4}\n$/),
  )
  expect(await players(['credit', 'DENIZ', '50.5', 'r-1'])).toEqual(
    done('DENIZ  credit of 50.50 EUR booked, wallet 50.50 EUR, reference r-1\n'),
  )
  await loseNextCommit()
  const lost = await players(['credit', 'deniz', '20'])
  expect([lost.status, lost.stdout]).toEqual([2, ''])
  const [, repeat = ''] = /no commit\..* this books it once: players (.+)\n$/.exec(lost.stderr) ?? []
  expect(repeat).toMatch(/^credit deniz 20\.00 [\da-f-]{36}$/)
  expect((await players(repeat.split(' '))).stdout).toContain('credit of 20.00 EUR booked, wallet 70.50 EUR')
  // Nothing touches the password: what is copied with it would be wrong.
  expect(await players(['password', 'emine'])).toEqual(
    done(/^emine {2}password [\da-z-]{23} {2}all logins are ended\n$/),
  )
  expect(await players(['password', 'emine', '--password-stdin'], 'copper-lagoon\n')).toEqual(
    done('emine  the password is set, all logins are ended\n'),
  )
  expect(await players(['pin', 'emine'])).toEqual(done(/^emine {2}PIN \d{4}\n$/))
  expect(await players(['ban', 'emine'])).toEqual(done('emine  banned, all logins are ended\n'))
  expect(await players(['unban', 'emine'])).toEqual(done('emine  the ban is lifted\n'))
  expect(await players(['max-stake', 'emine', '5'])).toEqual(done('emine  maximum stake 5.00 EUR\n'))
  expect(await players(['max-stake', 'emine', 'none'])).toEqual(done('emine  no maximum stake\n'))
  writeFileSync(
    join(dataDir, 'list.csv'),
    'username;password;credit;maxStake\nkerem;ruby-falcon-7;20;2\nzeynep;;;\n',
  )
  // What is done and cannot be printed is on stderr: passwords, or the reference of a booked amount.
  const kept =
    /^The output cannot be written: ENOSPC\. The command is done\. This is what it prints:\n(.*)\n$/s
  const imported = await playersUnprinted(['import', 'list.csv'])
  expect(imported.status).toBe(2)
  const list = kept.exec(imported.stderr)?.[1] ?? ''
  expect(list).toMatch(/^username,player,password,pin\nkerem,3,,\d{4}\nzeynep,4,\S{23},\d{4}$/)
  const zeynep = /zeynep,4,([^,]+)/.exec(list)?.[1] ?? ''
  const booked = kept.exec((await playersUnprinted(['debit', 'deniz', '0.50'])).stderr)?.[1] ?? ''
  const reference = /booked, wallet 70\.00 EUR, reference (\S+)$/.exec(booked)?.[1] ?? ''
  expect((await players(['debit', 'deniz', '0.50', reference])).stdout).toContain('was booked before')
  expect(await playersUnprinted(['list'])).toMatchObject({
    ...{ status: 2, stderr: 'The output cannot be written: ENOSPC.\n' },
  })
  const [head, ...lines] = (await players(['list'])).stdout.trim().split('\n')
  expect(head).toMatch(/^player {2}username {2}state {2}wallet .* max stake/)
  expect(lines[2]).toMatch(/ kerem .* 2\.00 /)
  expect(lines.map((line) => line.trim().split(/\s+/).slice(0, 4).join(' '))).toEqual([
    '1 deniz open 70.00',
    '2 emine open 0.00',
    '3 kerem open 20.00',
    '4 zeynep open 0.00',
  ])

  const { db, close } = await openDatabase({ dataDir })
  expect(await auditBooks(db)).toMatchObject({ problems: [], movements: 4, unchained: 0 })
  await close()

  const { child, exited, ready } = startProcess(dataDir, DEMO_OFF)
  stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  const { address } = await ready()
  const token = await logIn(address, { username: 'deniz', password })
  await logIn(address, { username: 'emine', password: 'copper-lagoon' })
  await logIn(address, { username: 'kerem', password: 'ruby-falcon-7' })
  await logIn(address, { username: 'zeynep', password: zeynep })
  const headers = { authorization: `Bearer ${token}` }
  const balance = await fetch(`${address}/api/player/balance`, { headers })
  expect(await balance.json()).toMatchObject({ balance: 7000 })
  // The running platform has locked the embedded database.
  const refused = await players(['add', 'selim'])
  expect([refused.status, refused.stdout]).toEqual([2, ''])
  expect(refused.stderr).toMatch(/^The players cannot be changed: .*it is in use by process \d+\n$/)
}, 60_000)

test.each([
  [['add'], '', /^The command add takes 1 arguments\.\nUsage: /],
  [['add', 'abc'], '', /^Nothing was changed: a name has 4 to 100 characters/],
  [['add', 'selim', '--password-stdin'], 'password123', /most common ones \(code 60021\)\.\n$/],
  [['pin', 'deniz', '--pin-stdin'], '12', /^Nothing was changed: a PIN has 4 to 12 digits\.\n$/],
  [['import', 'nowhere.csv'], '', /^Nothing was changed: the file cannot be read: ENOENT/],
  [
    ['import', '-'],
    'username,pin\nabc,\nselim,x\n',
    /^line 2: .* \(username\)\nline 3: .* \(pin\)\nNothing was changed: lines to correct: 2\.\n$/,
  ],
])('with %j it says what is wrong and opens no database', async (args, input, message) => {
  const { status, stdout, stderr } = await players(args, input)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(message)
})

test('--help says how amounts are written, and that no secret is an argument', async () => {
  expect(await players(['--help'])).toEqual(
    done(/AMOUNT is in the currency of Settings\.json, such as 50 or 12\.50\.[\s\S]*never arguments/),
  )
})
