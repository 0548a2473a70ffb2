import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { players } from '../commands/players.ts'
import { hashPassword } from '../players/passwords.ts'
import { createTestClients } from '../testing/cluster/clients.ts'
import {
  ADMIN_TOKEN,
  isPossible,
  PATIENCE,
  startTestCluster,
  type TestCluster,
} from '../testing/cluster/cluster.ts'
import { runCommand } from '../testing/lib/command.ts'

/*
 * The rows of the table in docs/operator/security.md with two processes: a permission that one of them gave
 * ends with its reason, which ends at the other. wiring/permissions.test.ts has the same rows in one process.
 */

const SLOW = 90_000
const [FIRST, SECOND] = [0, 1]
const BOTH = [FIRST, SECOND]
const MACHINES = 24
const METRICS_TOKEN = randomUUID()
/** A login counts as unused after this time; the tests set when it was used. */
const IDLE_S = 3600
const CALL_LIMIT = 300
const PASSWORD = 'lobster-quartz'

let cluster: TestCluster
let machines = 0
/** A machine that no other test uses. */
const newMachine = () => String((machines++ % MACHINES) + 1)
const clients = createTestClients((place) => cluster.nodes[place]?.address ?? '', METRICS_TOKEN)
const { openSocket, post, get, sit, offer, probe, pictures } = clients
const balance = async (place: number, token: string) =>
  (await get(place, '/api/player/balance', token)).status

async function start(env: Record<string, string> = {}): Promise<void> {
  cluster = await startTestCluster({
    FLOOR_MACHINES: String(MACHINES),
    CALL_LIMIT: String(CALL_LIMIT),
    LOGIN_LIMIT: '1000',
    LOGIN_IDLE_SECONDS: String(IDLE_S),
    METRICS_TOKEN,
    ...env,
  })
  await vi.waitFor(async () => {
    const shares = [...(await cluster.owners()).values()].map(({ length }) => length)
    expect(shares).toEqual([MACHINES / 2, MACHINES / 2])
  }, PATIENCE)
}

/** A player's name; the player has one login, and PASSWORD. */
async function newPlayer() {
  const player = await cluster.logIn()
  const named = cluster.db.updateTable('players').where('id', '=', Number(player.id))
  const { username } = await named
    .set({ password_hash: await hashPassword(PASSWORD) })
    .returning('username')
    .executeTakeFirstOrThrow()
  return { ...player, username }
}
type Player = Awaited<ReturnType<typeof newPlayer>>

/** A socket that is open at the process. */
async function openInitialized(place: number, token: string) {
  const page = openSocket(place, token)
  expect(await page.request('init', {})).toMatchObject({ ok: true })
  return page
}

const info = (code: number) => ({
  name: 'info',
  payload: expect.objectContaining({ action: 'logout', code }),
})

describe.skipIf(!isPossible)('with two processes', () => {
  beforeAll(async () => {
    await start()
    return () => cluster.stop()
  }, 120_000)

  describe('a call, a socket and a picture end with their login, which ends at the other process by', () => {
    const admin = (path: string, body: object) => post(SECOND, path, ADMIN_TOKEN, body)
    const other = async (player: Player) => (await cluster.logIn(player.id)).token
    const passwords = { old_password: PASSWORD, new_password: 'copper-lagoon' }
    const ends: [string, number, (player: Player) => Promise<Response>][] = [
      ['a logout', Code.tokenExpired, ({ token }) => post(SECOND, '/api/player/logout', token)],
      [
        'the profile page of another login',
        Code.tokenExpired,
        async (player) => post(SECOND, '/api/player/logins/end', await other(player), { id: player.loginId }),
      ],
      [
        'a changed password',
        Code.tokenExpired,
        async (player) => post(SECOND, '/api/player/password', await other(player), passwords),
      ],
      [
        'a ban of the admin API',
        Code.banned,
        ({ username }) => admin('/admin/player', { username, banned: true }),
      ],
    ]
    test.each(ends)('%s', { timeout: SLOW }, async (_, code, end) => {
      const player = await newPlayer()
      const { token } = player
      const machineId = newMachine()
      const page = await sit(FIRST, token, machineId)
      const { url } = await offer(FIRST, token, machineId)
      expect([await balance(FIRST, token), await probe(url, token)]).toEqual([200, 412])
      expect((await end(player)).status).toBe(200)
      // The next call, without a message of the other process.
      expect(await balance(FIRST, token)).toBe(401)
      await expect.poll(() => page.socket.connected, PATIENCE).toBe(false)
      expect(page.pushes).toContainEqual(info(code))
      await expect.poll(() => pictures(FIRST), PATIENCE).toBe(0)
    })

    test('`npm run players`, at both', { timeout: SLOW }, async () => {
      const player = await newPlayer()
      const pages = await Promise.all(BOTH.map((place) => openInitialized(place, player.token)))
      const env = { DATABASE_URL: cluster.server.url, REDIS_URL: cluster.redis.url, DEMO: '0' }
      await runCommand(players, ['ban', player.username], env)
      for (const [place, { socket, pushes }] of pages.entries()) {
        expect(await balance(place, player.token)).toBe(401)
        await expect.poll(() => socket.connected, PATIENCE).toBe(false)
        expect(pushes).toContainEqual(info(Code.banned))
      }
    })

    test('no use, at both within a minute', { timeout: 2 * SLOW }, async () => {
      const { token, loginId } = await newPlayer()
      const pages = await Promise.all(BOTH.map((place) => openInitialized(place, token)))
      await cluster.db
        .updateTable('logins')
        .set({ used_at: new Date(Date.now() - IDLE_S * 1000) })
        .where('id', '=', loginId)
        .execute()
      for (const place of BOTH) expect(await balance(place, token)).toBe(401)
      for (const { socket } of pages)
        await expect.poll(() => socket.connected, { ...PATIENCE, timeout: 75_000 }).toBe(false)
    })
  })

  describe('a picture by the seat ends when, at the other process,', () => {
    const ended = async (url: string, token: string) => {
      await expect.poll(() => probe(url, token), PATIENCE).toBe(404)
      await expect.poll(() => pictures(FIRST), PATIENCE).toBe(0)
    }
    async function seated() {
      const { token } = await cluster.logIn()
      const machineId = newMachine()
      const page = await sit(SECOND, token, machineId)
      const { status, url } = await offer(FIRST, token, machineId)
      expect([status, await probe(url, token)]).toEqual([201, 412])
      return { token, machineId, page, url }
    }
    type Seated = Awaited<ReturnType<typeof seated>>
    const close = ({ machineId }: Seated) => post(SECOND, '/admin/close', ADMIN_TOKEN, { machineId })
    const load = (page: Seated['page']) => page.request('load', { requestId: randomUUID(), amount: 5000 })

    const ends: [string, (seat: Seated) => Promise<unknown>][] = [
      ['its player leaves the empty machine', async ({ page }) => page.socket.disconnect()],
      [
        'its player cashes out and leaves',
        async ({ page, token, machineId }) => [
          await load(page),
          await post(SECOND, '/api/player/cancel', token, { machineId }),
        ],
      ],
      ['the operator closes the visit, as at the end of the idle time', close],
      [
        'the seat was held for its whole time',
        async (seat) => {
          await load(seat.page)
          seat.page.socket.io.engine.close()
          // It cuts the hold to ten seconds.
          await expect.poll(async () => (await close(seat)).status, PATIENCE).toBe(200)
        },
      ],
      [
        'the machine goes out of service',
        ({ machineId }) => post(SECOND, '/admin/machine', ADMIN_TOKEN, { machineId, state: 'offline' }),
      ],
    ]
    test.each(ends)('%s', { timeout: SLOW }, async (_, end) => {
      const seat = await seated()
      await end(seat)
      await ended(seat.url, seat.token)
      await post(SECOND, '/admin/machine', ADMIN_TOKEN, { machineId: seat.machineId, state: 'ok' })
      await post(SECOND, '/api/player/cancel', seat.token, { machineId: seat.machineId })
    })

    test('another player takes the seat, who has a picture at once', { timeout: SLOW }, async () => {
      const { token, machineId, url } = await seated()
      await post(SECOND, '/api/player/cancel', token, { machineId })
      const next = await cluster.logIn()
      await sit(SECOND, next.token, machineId)
      await expect.poll(async () => (await offer(FIRST, next.token, machineId)).status, PATIENCE).toBe(201)
      expect(await probe(url, token)).toBe(404)
      await post(SECOND, '/api/player/cancel', next.token, { machineId })
    })
  })

  test.each([
    ['another player takes the seat', 'seat'],
    ['the machine goes out of service', 'fault'],
  ])('a connection ahead of the seat ends when, at the other process, %s', async (_, end) => {
    const [early, other] = [await cluster.logIn(), await cluster.logIn()]
    const machineId = newMachine()
    const { status, url } = await offer(FIRST, early.token, machineId)
    expect([status, await probe(url, early.token)]).toEqual([201, 412])
    if (end === 'seat') await sit(SECOND, other.token, machineId)
    else await post(SECOND, '/admin/machine', ADMIN_TOKEN, { machineId, state: 'error' })
    await expect.poll(() => probe(url, early.token), { timeout: 5000 }).toBe(404)
    await post(SECOND, '/admin/machine', ADMIN_TOKEN, { machineId, state: 'ok' })
    await post(SECOND, '/api/player/cancel', other.token, { machineId })
  })

  test(
    'a connection ahead of the seat stays when its player joins at the other process',
    async () => {
      const { token } = await cluster.logIn()
      const [taken, free] = [newMachine(), newMachine()]
      const { url } = await offer(FIRST, token, taken)
      await sit(SECOND, token, taken)
      await expect.poll(() => pictures(FIRST), PATIENCE).toBe(1)
      const other = await cluster.logIn()
      const alone = await offer(FIRST, other.token, free)
      await expect.poll(() => probe(alone.url, other.token), { timeout: 20_000, interval: 200 }).toBe(404)
      expect(await probe(url, token)).toBe(412)
      await post(SECOND, '/api/player/cancel', token, { machineId: taken })
    },
    SLOW,
  )

  test("the event stream of a picture's layers ends with the picture", { timeout: SLOW }, async () => {
    const { token } = await cluster.logIn()
    const machineId = newMachine()
    await sit(SECOND, token, machineId)
    const { url } = await offer(FIRST, token, machineId)
    const layers = () => post(FIRST, `${new URL(url).pathname}/layer`, token, {})
    const stream = await post(FIRST, `${new URL(url).pathname}/sse`, token, ['layers'])
    const where = stream.headers.get('location') ?? ''
    const read = async () => {
      const answer = await get(FIRST, where, '')
      await answer.body?.cancel()
      return answer.status
    }
    expect([stream.status, await read(), (await layers()).status]).toEqual([201, 200, 200])
    await post(SECOND, '/api/player/cancel', token, { machineId })
    await expect.poll(read, PATIENCE).toBe(404)
    expect((await layers()).status).toBe(404)
  })

  test('a seat ends at once with its page at an empty machine', { timeout: SLOW }, async () => {
    const { token } = await cluster.logIn()
    for (const machineId of [newMachine(), newMachine()]) {
      const page = await sit(SECOND, token, machineId)
      page.socket.disconnect()
      const status = async () => {
        const list = await get(FIRST, '/api/machine/all', token)
        const { machines: all } = (await list.json()) as { machines: { id: string; status: string }[] }
        return all.find(({ id }) => id === machineId)?.status
      }
      await expect.poll(status, PATIENCE).toBe('available')
    }
  })

  // The last test: it spends the budget of the address.
  test(
    'a login that ended at the other process spends neither budget nor exits of its player',
    async () => {
      const open = await cluster.logIn()
      const ended = await cluster.logIn(open.id)
      const machineId = newMachine()
      expect(await balance(FIRST, ended.token)).toBe(200)
      expect((await post(SECOND, '/api/player/logout', ended.token)).status).toBe(200)
      await expect.poll(() => balance(FIRST, ended.token), PATIENCE).toBe(401)
      const statuses = new Set<number>()
      for (let n = 0; n < 2 * CALL_LIMIT; n += 50)
        for (const status of await Promise.all(Array.from({ length: 50 }, () => balance(FIRST, ended.token))))
          statuses.add(status)
      expect([...statuses].sort()).toEqual([401, 429])
      for (let n = 0; n < 70; n += 1) await post(FIRST, '/api/player/cancel', ended.token, { machineId })
      for (const place of BOTH) {
        expect(await balance(place, open.token)).toBe(200)
        expect((await post(place, '/api/player/cancel', open.token, { machineId })).status).not.toBe(429)
      }
    },
    SLOW,
  )
})

describe.skipIf(!isPossible)('with two processes and spectators', () => {
  beforeAll(async () => {
    await start({ VIDEO_SPECTATORS: '1', VIDEO_VIEWERS: '2', VIDEO_MACHINES: '1' })
    return () => cluster.stop()
  }, 120_000)
  afterEach(() => expect.poll(() => pictures(FIRST), PATIENCE).toBe(0), SLOW)

  test("a spectator's picture ends with the login", { timeout: SLOW }, async () => {
    const { token } = await cluster.logIn()
    const { url } = await offer(FIRST, token, newMachine())
    expect(await probe(url, token)).toBe(412)
    expect((await post(SECOND, '/api/player/logout', token)).status).toBe(200)
    await expect.poll(() => probe(url, token), PATIENCE).toBe(401)
  })

  test("a spectator's picture makes room for a player who is seated at the other process", {
    timeout: SLOW,
  }, async () => {
    const [first, second, player] = [await cluster.logIn(), await cluster.logIn(), await cluster.logIn()]
    const [watched, played] = [newMachine(), newMachine()]
    const oldest = await offer(FIRST, first.token, watched)
    const newer = await offer(FIRST, second.token, watched)
    await sit(SECOND, player.token, played)
    const seen = async () => (await offer(FIRST, player.token, played)).status
    await expect.poll(seen, PATIENCE).toBe(201)
    expect([await probe(oldest.url, first.token), await probe(newer.url, second.token)]).toEqual([404, 412])
    await post(SECOND, '/api/player/cancel', player.token, { machineId: played })
    for (const { token } of [first, second, player]) await post(SECOND, '/api/player/logout', token)
  })

  test('the pictures of a machine whose player leaves at the other process end where it is one too many', {
    timeout: SLOW,
  }, async () => {
    const [spectator, player] = [await cluster.logIn(), await cluster.logIn()]
    const [watched, played] = [newMachine(), newMachine()]
    const other = await offer(FIRST, spectator.token, watched)
    expect(other.status).toBe(201)
    const page = await sit(SECOND, player.token, played)
    const own = async () => (await offer(FIRST, player.token, played)).status
    await expect.poll(own, PATIENCE).toBe(201)
    expect(await pictures(FIRST)).toBe(2)
    page.socket.disconnect()
    await expect.poll(() => pictures(FIRST), PATIENCE).toBe(1)
    expect(await probe(other.url, spectator.token)).toBe(412)
    for (const { token } of [spectator, player]) await post(SECOND, '/api/player/logout', token)
  })
})
