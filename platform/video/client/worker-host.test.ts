import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, linkSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { scratchFolder } from '../../testing/lib/scratch-folder.ts'
import { startTestPlatform, type TestPlatform } from '../../testing/wiring/platform.ts'

/*
 * A platform whose video workers another process runs, as root under another user. By real HTTP and WebRTC.
 */

const SLOW = 90_000
vi.setConfig({ testTimeout: SLOW })
const WAIT = { timeout: 30_000, interval: 50 }
const HOST = fileURLToPath(new URL('worker-host.ts', import.meta.url))
const NOBODY = 65_534

/** The user of the workers; none where this process is not root, or another user cannot read the checkout. */
function otherUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const user = { uid: NOBODY, gid: NOBODY }
  const { status } = spawnSync(process.execPath, ['--eval', `require('fs').readFileSync('${HOST}')`], user)
  return status === 0 ? user : undefined
}

const user = otherUser()
const folder = scratchFolder()
const socket = join(folder, 'socket')
const secrets = join(folder, 'reelcast.env')
let host: ChildProcess
let platform: TestPlatform
let token: string

async function startHost(): Promise<void> {
  // As systemd does: opens the socket, passes it on, and accepts nothing. A listener that ends removes its
  // path.
  const listener = createServer()
  await once(listener.listen(`${socket}.bound`), 'listening')
  const fd: number = Reflect.get(Reflect.get(listener, '_handle'), 'fd')
  const args = ['--import', import.meta.resolve('tsx'), HOST]
  host = spawn(process.execPath, args, {
    ...user,
    env: { PATH: process.env.PATH, TMPDIR: folder },
    stdio: ['ignore', 'inherit', 'inherit', fd],
  })
  linkSync(`${socket}.bound`, `${socket}.linked`)
  renameSync(`${socket}.linked`, socket)
  listener.close()
}

beforeAll(async () => {
  if (user) chownSync(folder, user.uid, user.gid)
  writeFileSync(secrets, 'DATABASE_URL=postgres://secret\n', { mode: 0o600 })
  // The platform starts first, and waits.
  platform = await startTestPlatform({ socket })
  token = await platform.logIn(await platform.server.addPlayer('alice', 10_000))
  await startHost()
}, SLOW)
afterAll(async () => {
  await platform.close()
  host.kill('SIGKILL')
}, SLOW)

const pid = () =>
  vi.waitFor(async () => {
    const stats = await platform.engine.stats()
    if (!stats) throw new Error('the video process is down')
    return stats.pid
  }, WAIT)
const isAlive = (process: number) => existsSync(`/proc/${process}`)

test('a player sees a machine, which the worker of another user draws and sends', async () => {
  const page = await platform.sit(token, '1')
  const { watcher, url } = await platform.watch(token, '1')
  const status = readFileSync(`/proc/${await pid()}/status`, 'utf8')
  expect(Number(/^Uid:\t(\d+)/m.exec(status)?.[1])).toBe(user?.uid ?? process.getuid?.())
  expect((await platform.call('DELETE', url, token)).status).toBe(200)
  await expect.poll(platform.peers, WAIT).toEqual({})
  page.disconnect()
  await watcher.close()
})

test.skipIf(!user)('that user can read none of the files that the platform keeps for itself', async () => {
  const { status } = spawnSync('cat', [secrets], user)
  expect(status).not.toBe(0)
  const environment = readFileSync(`/proc/${await pid()}/environ`, 'utf8')
  expect(environment.split('\0').map((variable) => variable.split('=')[0])).toEqual(
    expect.not.arrayContaining(['PATH', 'HOME', 'DATABASE_URL']),
  )
})

test.each([
  ['its worker', async () => void process.kill(await pid(), 'SIGKILL')],
  [
    'the process that runs it',
    async () => {
      const exited = once(host, 'exit')
      host.kill('SIGKILL')
      await exited
      await startHost()
    },
  ],
])('a picture is lost with %s, and can be opened again', async (_, end) => {
  const page = await platform.sit(token, '1')
  const lost = new Promise((resolve) => platform.engine.onLost(resolve))
  await platform.watch(token, '1')
  const before = await pid()
  await end()
  expect(await lost).toEqual(['1'])
  await vi.waitFor(() => expect(isAlive(before)).toBe(false), WAIT)
  await vi.waitFor(async () => expect((await platform.offer(token, '1')).status).toBe(201), WAIT)
  expect(await pid()).not.toBe(before)
  page.disconnect()
  await platform.reset()
})

test('a connection that sends no options, or ends, has no worker', async () => {
  const before = await pid()
  for (const text of ['nonsense\n', '{"iceServers":7}\n']) {
    const connection = createConnection(socket)
    connection.write(text)
    await once(connection.resume(), 'close')
  }
  expect(await pid()).toBe(before)
})

// The last test.
test('the worker ends with its platform, and the process that runs it goes on', async () => {
  const worker = await pid()
  await platform.engine.stop()
  await vi.waitFor(() => expect(isAlive(worker)).toBe(false), WAIT)
  expect(host.exitCode ?? host.signalCode).toBeNull()
})
