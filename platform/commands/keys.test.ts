import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeProtectedHeader } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { runCommand } from '../testing/lib/command.ts'
import { listen, logIn, startProcess } from '../testing/process.ts'
import { scratchDataFolder } from '../testing/store/scratch-data-folder.ts'
import { keys as command } from './keys.ts'

/* Rotation as an operator does it: the command, with a platform on the same folder. */

const dataDir = await scratchDataFolder()
const file = join(dataDir, 'signing-keys.json')
let stop = async () => {}
afterAll(() => stop())

async function start() {
  const { child, exited, ready } = startProcess(dataDir, { FLOOR_MACHINES: '1', SIMULATE: '0' })
  stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  const { address, players } = await ready()
  const [player = { username: '', password: '' }] = players
  const balance = async (token: string) =>
    (await fetch(`${address}/api/player/balance`, { headers: { authorization: `Bearer ${token}` } })).status
  return { address, logIn: () => logIn(address, player), balance }
}

const keys = (...args: string[]) => runCommand(command, args, { DATA_DIR: dataDir })

const read = () => JSON.parse(readFileSync(file, 'utf8'))
/** From when the second key signs, ms since 1970. */
function setStart(at: number): void {
  const stored = read()
  stored.keys[1].signsFrom = new Date(at).toISOString()
  writeFileSync(file, JSON.stringify(stored))
}

const kidOf = (token: string) => decodeProtectedHeader(token).kid

test('at a running platform a rotated key retires, and a replaced one ends what it has opened', async () => {
  const { address, logIn, balance } = await start()
  const old = await logIn()
  const { status, stdout } = await keys('rotate', '20')
  expect(status).toBe(0)
  expect(stdout).toContain(`${kidOf(old)}  the first key, verifies until `)
  expect(await balance(old)).toBe(200)
  setStart(Date.now() - 48 * 60 * 60 * 1000)
  expect((await keys()).stdout).toMatch(new RegExp(`^${kidOf(old)}  the first key, retired `))
  // The key of a token that has not expired: the token must be a forgery.
  await expect.poll(() => balance(old), { timeout: 60_000 }).toBe(401)
  const next = await logIn()
  expect(kidOf(next)).not.toBe(kidOf(old))
  expect(stdout).toContain(`${kidOf(next)}  signs from `)
  expect(await balance(next)).toBe(200)

  const page = await listen(address, next)
  expect((await keys('replace')).status).toBe(0)
  // A socket that a stolen key opened ends too, long before its token.
  const end = { action: 'logout', code: Code.tokenExpired }
  await expect.poll(() => page.infos, { timeout: 60_000 }).toMatchObject([end])
  await page.gone
  await expect.poll(() => balance(next), { timeout: 60_000 }).toBe(401)
  expect(await balance(await logIn())).toBe(200)
}, 240_000)

test('a mistyped command shows the usage and changes nothing', async () => {
  await keys()
  const before = readFileSync(file, 'utf8')
  for (const args of [
    ['rotat'],
    ['rotate', 'soon'],
    ['rotate', '1', '2'],
    ['replace', '86400'],
    ['list', '60'],
  ]) {
    const { status, stderr } = await keys(...args)
    expect([status, stderr]).toEqual([1, 'Usage: npm run keys -- [list | rotate [seconds] | replace]\n'])
  }
  expect(await keys('rotate', '19')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('A new key signs after 20 s or more'),
  })
  expect(readFileSync(file, 'utf8')).toBe(before)
})
