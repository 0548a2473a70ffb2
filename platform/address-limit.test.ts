import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from './contract/http-operations.ts'
import { startProcess } from './testing/process.ts'
import { scratchDataFolder } from './testing/store/scratch-data-folder.ts'

/* Every path of a running platform has a limit by address, which applies before the request is read. */

const CALL_LIMIT = 1
/** What an address may send at once, whatever the paths. */
const TOTAL = 20 * CALL_LIMIT
/** Requests to a path that ends a login or a visit: of each login, and of all others of an address. */
const EXITS = 60

let platform: ReturnType<typeof startProcess>
let address: string
const dataDir = await scratchDataFolder()
beforeAll(async () => {
  platform = startProcess(dataDir, {
    TRUST_PROXY: 'loopback',
    CALL_LIMIT: String(CALL_LIMIT),
    ADMIN_TOKEN: 'an-operators-own-token-24',
    METRICS_TOKEN: 'another-token-of-operators',
    LOG_LEVEL: 'error',
  })
  ;({ address } = await platform.ready())
}, 120_000)
afterAll(async () => {
  platform.child.kill()
  await platform.exited
})

const send = async (method: string, path: string, ip: string) => {
  const answer = await fetch(address + path, { method, headers: { 'x-forwarded-for': ip } })
  await answer.body?.cancel()
  return answer.status
}

const calls = OPERATIONS.map(({ method, path }) => [method.toUpperCase(), `/api${path}`] as const)
const isExit = (path: string) => /\/(logout|logins\/end|cancel|kick)$/.test(path)
const OTHERS = [
  ...['/', '/login', '/nothing', '/Settings.json', '/healthz', '/readyz', '/metrics', '/check'],
  ...['/still/1', '/whep/1/none', '/whep/1/none/sse/none', '/api/nothing', '/socket.io'],
].map((path) => ['GET', path] as const)
const POSTS = ['/whep/1', '/admin/player', '/admin/machine'].map((path) => ['POST', path] as const)

test('an address that has sent too much is refused at every path', { timeout: 60_000 }, async () => {
  const ip = '203.0.113.7'
  const attempts = { length: TOTAL + 20 }
  await Promise.all(Array.from(attempts, () => send('GET', '/nothing', ip)))
  for (const [method, path] of [...calls.filter(([, path]) => !isExit(path)), ...OTHERS, ...POSTS]) {
    // A request now and then passes, because the budget refills.
    const isRefused = async () => (await send(method, path, ip)) === 429
    expect((await isRefused()) || (await isRefused()) || (await isRefused()), `${method} ${path}`).toBe(true)
  }
  // Another address is not.
  expect(await send('GET', '/check', '203.0.113.8')).toBe(200)
})

test.each(calls.filter(([, path]) => isExit(path)))(
  '%s %s has a limit of its own for those without a login',
  { timeout: 60_000 },
  async (method, path) => {
    const ip = '203.0.113.9'
    for (let n = 0; n < EXITS; n += 1) expect(await send(method, path, ip)).not.toBe(429)
    expect(await send(method, path, ip)).toBe(429)
  },
)
