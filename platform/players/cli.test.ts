import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { auditBooks } from '../floor/audit.ts'
import { openDatabase } from '../store/db.ts'
import { makeDataFolder } from '../store/test-database.ts'
import { logIn, NODE_ARGS, startProcess } from '../test-process.ts'

/* The command as an operator runs it, on the embedded database of a platform without demo players. */

const dataDir = await makeDataFolder()
const DEMO_OFF = { DEMO: '0', FLOOR_MACHINES: '1' }
let stop = async () => {}
afterAll(async () => {
  await stop()
  rmSync(dataDir, { recursive: true })
})

function players(args: string[], input = '') {
  const script = fileURLToPath(new URL('cli.ts', import.meta.url))
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...DEMO_OFF }
  const options = { env, input, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [...NODE_ARGS, script, ...args], options)
  return { status, stdout, stderr }
}

test('players that the command adds log in and have the money that it credits', async () => {
  const added = players(['add', 'deniz'])
  const [, password = ''] = /^deniz {2}player 1 {2}password (\S{23}) {2}PIN \d{4}\n$/.exec(added.stdout) ?? []
  expect({ status: added.status, password }).toEqual({ status: 0, password: expect.stringMatching(/.{23}/) })
  const piped = players(['add', 'emine', '--password-stdin'], 'lobster-quartz\n')
  expect([piped.status, piped.stdout]).toEqual([
    0,
    expect.stringMatching(/^emine {2}player 2 {2}PIN \d{4}\n$/),
  ])
  const credited = players(['credit', 'DENIZ', '5000', 'r-1'])
  expect(credited).toEqual({
    status: 0,
    stdout: 'DENIZ  credit of 5000 cents booked, wallet 5000 cents, reference r-1\n',
    stderr: '',
  })
  const { db, close } = await openDatabase({ dataDir })
  expect(await auditBooks(db)).toMatchObject({ problems: [], movements: 1, unchained: 0 })
  await close()

  const { child, exited, ready } = startProcess(dataDir, DEMO_OFF)
  stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  const { address } = await ready()
  const token = await logIn(address, { username: 'deniz', password })
  await logIn(address, { username: 'emine', password: 'lobster-quartz' })
  const headers = { authorization: `Bearer ${token}` }
  const balance = await fetch(`${address}/api/player/balance`, { headers })
  expect(await balance.json()).toMatchObject({ balance: 5000 })
  // The running platform has locked the embedded database.
  const refused = players(['add', 'kerem'])
  expect([refused.status, refused.stdout]).toEqual([2, ''])
  expect(refused.stderr).toMatch(/^The players cannot be changed: .*it is in use by process \d+\n$/)
}, 120_000)

test.each([
  [['add'], '', /^Usage: /],
  [['add', 'abc'], '', /^Nothing was changed: a name has 4 to 100 characters/],
  [['add', 'kerem', '--password-stdin'], 'password123', /most common ones \(code 60021\)\.\n$/],
])('with %j it says what is wrong and opens no database', (args, input, message) => {
  const { status, stdout, stderr } = players(args, input)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(message)
})
