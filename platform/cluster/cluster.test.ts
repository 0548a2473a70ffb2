import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { createTestClients } from '../testing/cluster/clients.ts'
import {
  isPossible,
  type Node,
  PATIENCE,
  report,
  startTestCluster,
  type TestCluster,
} from '../testing/cluster/cluster.ts'
import { type Command, playCommands, startTestPlayer, type TestPlayer } from '../testing/cluster/player.ts'
import { audit } from '../testing/floor/floor.ts'
import { createWatcher } from '../testing/video/worker/watcher.ts'

vi.setConfig({ testTimeout: 120_000 })

/* Two processes form one floor: what players and the books show while parts of it fail. */

/** Machines that are played throughout; the others are for single visits. */
const PLAYED = 24
const MACHINES = PLAYED + 16
const PAUSE_MS = 10_000
const METRICS_TOKEN = randomUUID()

if (process.env.TEST_DATABASE_URL && !isPossible)
  report('PostgreSQL or redis-server not found here: the tests of several processes are left out.')
let cluster: TestCluster
const players: TestPlayer[] = []
const playerIds: string[] = []

const alive = () => cluster.alive().map(({ address }) => address)
const logIn = () => cluster.logIn()

/** Waits until the next spin of these players (by default all) is acknowledged. */
const playOn = (what: string, since = performance.now(), who = players) =>
  cluster.within(`${what}: every player plays on`, since, () =>
    who.every((player) => player.lastAt() > since),
  )

/** The process that owns most of the machines. */
async function ownerOfMost(): Promise<Node> {
  const owners = [...(await cluster.owners())].sort(([, a], [, b]) => b.length - a.length)
  const most = cluster.alive().find(({ name }) => name === owners[0]?.[0])
  if (!most) throw new Error('no process owns the machines')
  return most
}

/** Waits until others own all machines of a process. */
const isTakenFrom = async (node: Node) => {
  const owners = await cluster.owners()
  return !owners.has(node.name) && [...owners.values()].flat().length === MACHINES
}

const [FIRST, SECOND] = [0, 1]
const addressOf = (place: number) => cluster.nodes[place]?.address ?? ''
const { openSocket, post } = createTestClients(addressOf, METRICS_TOKEN)

describe.skipIf(!isPossible)('two processes', () => {
  beforeAll(async () => {
    cluster = await startTestCluster({
      FLOOR_MACHINES: String(MACHINES),
      CALL_LIMIT: '100000',
      LOGIN_LIMIT: '6',
      LOGIN_ATTEMPTS: '2',
      METRICS_TOKEN,
    })
  }, 120_000)

  afterAll(() => cluster?.stop(), 30_000)

  test('two processes share the machines, and their players play all of them', async () => {
    await expect
      .poll(async () => [...(await cluster.owners()).values()].map(({ length }) => length), PATIENCE)
      .toEqual([MACHINES / 2, MACHINES / 2])
    // All of them play, also when this runs again.
    for (let n = players.length; n < PLAYED; n += 1) {
      const { id, token } = await logIn()
      playerIds.push(id)
      // Half of them connect to each process, and half of those to machines of the other one.
      const addresses = () => (n % 2 ? alive() : alive().toReversed())
      players.push(startTestPlayer(addresses, token, String(n + 1)))
    }
    await playOn('start')
  })

  test('a page at one process replaces a page at the other, which may not rejoin', async () => {
    const { token } = await logIn()
    const machineID = String(PLAYED + 1)
    const before = openSocket(FIRST, token)
    expect(await before.request('init', { token, machineID, page: 'before' })).toMatchObject({ ok: true })
    const wallet = openSocket(FIRST, token)
    expect(await wallet.request('init', {})).toMatchObject({ ok: true, session: { id: machineID } })
    const next = openSocket(SECOND, token)
    expect(await next.request('init', { token, machineID, page: 'next' })).toMatchObject({ ok: true })
    await expect.poll(() => before.socket.connected, PATIENCE).toBe(false)
    expect(before.pushes).toContainEqual({
      name: 'info',
      payload: expect.objectContaining({ code: Code.takenOver, action: 'leave' }),
    })
    const again = openSocket(FIRST, token)
    const refused = await again.request('init', { token, machineID, page: 'before' })
    expect(refused).toMatchObject({ ok: false, code: Code.takenOver })

    expect(await next.request('load', { requestId: randomUUID(), amount: 5000 })).toMatchObject({ ok: true })
    // A wallet, a seat and a list of another process.
    await expect
      .poll(() => wallet.pushes, PATIENCE)
      .toContainEqual({ name: 'balance', payload: expect.objectContaining({ balance: 995_000 }) })
    for (const place of [FIRST, SECOND]) {
      const list = await fetch(`${addressOf(place)}/api/machine/all`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const { machines } = (await list.json()) as { machines: { id: string; status: string }[] }
      expect(machines.find(({ id }) => id === machineID)).toMatchObject({ status: 'playing' })
    }
    const cancelled = await post(FIRST, '/api/player/cancel', token, { machineId: machineID })
    expect(cancelled.status).toBe(200)
    await expect.poll(() => next.socket.connected, PATIENCE).toBe(false)
    for (const { socket } of [wallet, again]) socket.disconnect()
  })

  test('failed logins with an unknown name count at all processes', async () => {
    const attempt = async (place: number) => {
      const answer = await post(place, '/api/login', '', { username: 'stranger', password: 'wrong-one-1' })
      return ((await answer.json()) as { code: number }).code
    }
    const [first, second, third] = [await attempt(FIRST), await attempt(SECOND), await attempt(FIRST)]
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('a limit counts the calls at all processes', async () => {
    const attempt = (place: number) =>
      post(place, '/api/login', '', { username: 'nobody', password: 'wrong-one-1' })
    const answers = []
    // Three calls were made before.
    for (let n = 0; n < 4; n += 1) answers.push((await attempt(n % 2)).status)
    expect(answers.slice(0, 3)).not.toContain(429)
    expect(answers[3]).toBe(429)
  })

  test("a route's limit for a player counts the calls at all processes", async () => {
    const { token } = await logIn()
    const cancel = (_: unknown, n: number) => post(n % 2, '/api/player/cancel', token, { machineId: '1' })
    const answers = await Promise.all(Array.from({ length: 62 }, cancel))
    // The limit is 60 per minute.
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  })

  test('a picture of one process is closed through the other', async () => {
    const { token } = await logIn()
    const machineID = String(PLAYED + 2)
    const page = openSocket(SECOND, token)
    expect(await page.request('init', { token, machineID, page: 'picture' })).toMatchObject({ ok: true })
    const watcher = createWatcher()
    try {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' }
      const offer = { method: 'POST', headers, body: await watcher.offer() }
      const opened = await fetch(`${addressOf(FIRST)}/whep/${machineID}`, offer)
      expect(opened.status).toBe(201)
      watcher.answer(await opened.text())
      await watcher.state('connected')
      const session = opened.headers.get('location') ?? ''
      const close = (place: number) => fetch(`${addressOf(place)}${session}`, { method: 'DELETE', headers })
      expect((await close(SECOND)).status).toBe(200)
      expect((await close(FIRST)).status).toBe(404)
    } finally {
      await watcher.close()
      page.socket.disconnect()
    }
  })

  test('players play on while Redis restarts', async () => {
    await cluster.redis.kill()
    await playOn('Redis away')
    await cluster.redis.start()
    await playOn('Redis back')
  })

  test('players play on after PostgreSQL has restarted, in order and after a crash', async () => {
    for (const mode of ['fast', 'immediate'] as const) {
      await cluster.server.restart(mode)
      await playOn(`PostgreSQL back (${mode})`)
    }
  })

  test('a process that is paused loses its machines, unnoticed at the other one, and writes nothing to them', async () => {
    const paused = await ownerOfMost()
    const unnoticing = players.filter((player) => player.connection().address !== paused.address)
    const connections = unnoticing.map((player) => player.connection())
    const refusals = unnoticing.map((player) => player.refusals.length)
    const pausedAt = performance.now()
    paused.child.kill('SIGSTOP')
    await cluster.within('paused: machines are taken over', pausedAt, () => isTakenFrom(paused))
    await playOn('paused', pausedAt)
    // The fields that the app's autoplay needs to continue.
    expect(unnoticing.length).toBeGreaterThan(0)
    expect(unnoticing.map((player) => player.connection())).toEqual(connections)
    const refused = unnoticing.flatMap((player, n) => player.refusals.slice(refusals[n]))
    expect(refused.filter((code) => code !== Code.machineBusy)).toEqual([])

    await expect.poll(() => performance.now() - pausedAt, PATIENCE).toBeGreaterThan(PAUSE_MS)
    paused.child.kill('SIGCONT')
    await expect.poll(() => paused.output(), PATIENCE).toContain('another process took machines of this one')
    await playOn('awake')
    expect(await cluster.foreignWrites()).toEqual([])
  })

  /** A process loses its database: its machines are taken over, and it continues after the outage. */
  async function loseDatabase(
    how: 'cut' | 'silence',
    isNoticed: (node: Node) => Promise<unknown> | undefined,
  ) {
    const node = await ownerOfMost()
    const others = players.filter((player) => player.connection().address !== node.address)
    const since = performance.now()
    node.link[how]()
    await cluster.within(`link, ${how}: machines are taken over`, since, () => isTakenFrom(node))
    await playOn(`link, ${how}`, since, others)
    await isNoticed(node)
    node.link.mend()
    await playOn(`link, ${how}, mended`)
    expect(await cluster.foreignWrites()).toEqual([])
  }

  test(
    'the machines of a process without its database are taken over, and it continues after the outage',
    () => loseDatabase('cut', () => undefined),
    60_000,
  )

  test('the same if the database becomes silent, as with a pulled cable', () =>
    loseDatabase('silence', (node) =>
      expect.poll(() => node.output(), PATIENCE).toContain('the database server is silent'),
    ))

  test('a process that stops hands its machines over', async () => {
    const node = await ownerOfMost()
    const since = performance.now()
    node.child.kill('SIGTERM')
    // As a rolling update does; the next test needs it too.
    await Promise.all([playOn('stopped', since), node.exited, cluster.start()])
  })

  const command: fc.Arbitrary<Command> = fc.record({
    place: fc.nat(1),
    event: fc.constantFrom('load', 'load', 'spin', 'spin', 'cashout', 'again', 'again'),
    amount: fc.integer({ min: 500, max: 5000 }),
  })
  const PLAYERS = 4
  const KILLS = 2
  const start = { place: 0, event: 'load', amount: 5000 } as const
  const scenario = fc.record({
    lists: fc.array(fc.array(command, { minLength: 5, maxLength: 5 }), {
      minLength: PLAYERS,
      maxLength: PLAYERS,
    }),
    /** Commands that are sent before a process is killed. */
    killAfter: fc.integer({ min: PLAYERS + 1, max: 4 * PLAYERS }),
  })

  type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never

  /** The player's requests that the books contain. */
  async function booked(id: string): Promise<string[]> {
    const { rows } = await sql<{ request: string }>`
    select substr(request_id, ${`p${id}:`.length + 1}) as request from movements
    where request_id like ${`p${id}:%`} order by 1`.execute(cluster.db)
    return rows.map(({ request }) => request)
  }

  test('random commands through either process, one of which is killed, happen once and lose no money', async () => {
    const run = async ({ lists, killAfter }: Scenario) => {
      const victim = await ownerOfMost()
      let sent = 0
      let onSend = () => {}
      const isKilled = new Promise<void>((resolve) => {
        onSend = () => {
          sent += 1
          if (sent !== killAfter) return
          victim.child.kill('SIGKILL')
          resolve()
        }
      })
      const free = await cluster.db
        .selectFrom('machines')
        .select('id')
        .where('seat_player', 'is', null)
        .orderBy('id', 'desc')
        .limit(PLAYERS)
        .execute()
      expect(free).toHaveLength(PLAYERS)
      const guests = await Promise.all(
        free.map(async ({ id }) => ({ ...(await logIn()), machineID: String(id), addresses: alive, onSend })),
      )
      const [answers] = await Promise.all([
        Promise.all(guests.map((guest, n) => playCommands([start, ...(lists[n] ?? [])], guest))),
        isKilled.then(() => playOn('killed')),
        isKilled.then(() => cluster.start()),
      ])
      for (const [n, { id }] of guests.entries()) {
        const acknowledged = answers[n] ?? []
        expect(await booked(id)).toEqual(acknowledged.map(({ requestId }) => requestId).sort())
        for (const { answer, repeats } of acknowledged) expect(repeats).toEqual(repeats.map(() => answer))
      }
      const isSettled = async () => {
        const ids = guests.map(({ id }) => Number(id))
        const spins = cluster.db.selectFrom('spins').selectAll().where('player_id', 'in', ids)
        return (await spins.execute()).every(({ settled_at }) => settled_at !== null)
      }
      await expect.poll(isSettled, PATIENCE).toBe(true)
      for (const { id, machineID } of guests) {
        const { rows } = await sql<{ lost: string }>`
          select 1000000 + (select coalesce(sum(win + jackpot - case when free then 0 else stake end), 0)
            from spins where player_id = ${id})
            - (select sum(balance) from accounts where id in (${`wallet:${id}`}, ${`machine:${machineID}`}))
            as lost`.execute(cluster.db)
        expect(rows).toEqual([{ lost: '0' }])
      }
      const { rows } = await sql`select sum(balance)::text as total from accounts`.execute(cluster.db)
      expect(rows).toEqual([{ total: '0' }])
    }
    await fc.assert(fc.asyncProperty(scenario, run), { numRuns: KILLS, endOnFailure: true })
  })

  test('every acknowledged spin happened once, no player had two seats or was removed, and the books are right', async () => {
    await Promise.all(players.map((player) => player.stop()))
    for (const { child, exited } of cluster.alive()) {
      child.kill('SIGTERM')
      await exited
    }
    const { db } = cluster
    for (const [n, player] of players.entries()) {
      const id = playerIds[n] ?? ''
      const stored = await db
        .selectFrom('spins')
        .select(['request_id', 'machine_id'])
        .where('player_id', '=', Number(id))
        .where('request_id', 'like', 'p%')
        .execute()
      const ids = stored.map(({ request_id }) => request_id.replace(/^p\d+:/, ''))
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toEqual(expect.arrayContaining([...player.acknowledged]))
      expect(new Set(stored.map(({ machine_id }) => machine_id)).size).toBe(1)
      expect(player.dismissals).toEqual([])
    }
    const { rows: overlapping } = await sql`
      select a.id from visits a join visits b on a.player_id = b.player_id and a.id < b.id
      where coalesce(a.ended_at, 'infinity') > b.started_at`.execute(db)
    expect(overlapping).toEqual([])
    const unsettled = await db.selectFrom('spins').select('id').where('settled_at', 'is', null).execute()
    expect(unsettled).toEqual([])
    expect(await cluster.foreignWrites()).toEqual([])
    const { rows: writes } = await sql`select 1 from proof.writes limit 1`.execute(db)
    expect(writes).toHaveLength(1)
    expect(await audit(db)).toEqual([])
  })
})
