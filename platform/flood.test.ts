import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { io, type Socket } from 'socket.io-client'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SignInAnswer } from '../src/contract/http.ts'
import { CashoutAck, GameInitAck, GameState, LoadAck, SpinAck } from '../src/contract/live.ts'
import { type Flood, startFlood } from './testing/flood.ts'
import { startProcess } from './testing/process.ts'
import { makeDataFolder } from './testing/store/database.ts'

/* Players beside a flood: from one IPv6 /64, from the networks of one provider's customer, and from the IPv4
   address of one of the players. LOGIN_LIMIT refuses logins from that address, so its player has logged in
   elsewhere. */

const ROUNDS = 3
/** The players' machines. They have the brands Nar and Zeytin, whose game awards five free spins at most. */
const MACHINES = ['3', '5']
/** The median of a player's times beside the floods; without the limits a login takes 11 s. */
const MAX_MEDIAN_MS = 2000
/** On a machine that is busy with other work: the same, by the median before the floods. */
const MAX_FACTOR = 10
const ACK_TIMEOUT_MS = 10_000
const FLOODED = '198.51.100.9'

let dataDir: string
let platform: ReturnType<typeof startProcess>
let address: string
let players: readonly { username: string; password: string }[]
const ELSEWHERE = '203.0.113.5'
const IPS = { 'another address': ELSEWHERE, 'the address of a flood': FLOODED }
let floods: Flood[] = []
/** Times of what players do, ms. */
type Times = Record<'login' | 'join' | 'play' | 'cashOut', number[]>
/** Before the floods, of both players. */
let idle: Times

beforeAll(async () => {
  dataDir = await makeDataFolder()
  platform = startProcess(dataDir, { TRUST_PROXY: 'loopback', SIMULATE: '0' })
  ;({ address, players } = await platform.ready())
  // The first visits take longer: the process has just started.
  await visitAll(1)
  idle = await visitAll(2)
  let count = 0
  const next = () => (++count % 0xffff).toString(16)
  floods = [
    startFlood(address, {
      address: () => `2001:db8:1:1::${next()}`,
      logins: 20,
      calls: 20,
      silent: 50,
      badTokens: 10,
    }),
    startFlood(address, { address: () => `2001:db8:2:${next()}::1`, logins: 60 }),
    startFlood(address, { address: () => FLOODED, logins: 20, calls: 20, silent: 50, badTokens: 10 }),
  ]
}, 120_000)
afterAll(async () => {
  await Promise.all(floods.map((flood) => flood.stop()))
  platform.child.kill()
  await platform.exited
  rmSync(dataDir, { recursive: true })
}, 60_000)

/** Both players at once visit their machines so often; the times of all these visits. */
async function visitAll(rounds: number): Promise<Times> {
  const all = await Promise.all(Object.values(IPS).map((ip, index) => visits(ip, index, rounds)))
  const of = (kind: keyof Times) => all.flatMap((times) => times[kind])
  return { login: of('login'), join: of('join'), play: of('play'), cashOut: of('cashOut') }
}

async function visits(ip: string, index: number, rounds: number): Promise<Times> {
  const times: Times = { login: [], join: [], play: [], cashOut: [] }
  for (let round = 0; round < rounds; round += 1) await visit(ip, index, times)
  return times
}

function playerAt(index: number) {
  const player = players[index]
  if (!player) throw new Error('too few demo players')
  return player
}

const postFrom = (ip: string, path: string, body: object, token = '') =>
  fetch(address + path, {
    method: 'POST',
    headers: {
      'x-forwarded-for': ip,
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(body),
  })

/** Everything that a player does at a visit, from `ip` after the login. Fails if anything is refused. */
async function visit(ip: string, index: number, times: Times) {
  async function timed<T>(kind: keyof Times, act: () => Promise<T>): Promise<T> {
    const start = performance.now()
    const result = await act()
    times[kind].push(performance.now() - start)
    return result
  }
  const player = playerAt(index)
  const machineID = MACHINES[index]
  const post = async (path: string, body: object, token = '', from = ip) => {
    const answer = await postFrom(from, path, body, token)
    expect([path, answer.status]).toEqual([path, 200])
    return answer.json()
  }
  const login = () => post('/api/login', player, '', ELSEWHERE)
  const { token } = v.parse(SignInAnswer, await timed('login', login))
  const extraHeaders = { 'x-forwarded-for': ip }
  const options = { transports: ['websocket'], forceNew: true, reconnection: false, extraHeaders }
  const socket: Socket = io(address, { ...options, auth: { token } })
  const ask = (event: string, payload: object): Promise<unknown> =>
    socket.timeout(ACK_TIMEOUT_MS).emitWithAck(event, payload)
  const games: v.InferOutput<typeof GameState>[] = []
  socket.on('game', (push) => void games.push(v.parse(GameState, push)))
  const joined = await timed('join', async () => {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('connect_error', reject)
    })
    return v.parse(GameInitAck, await ask('init', { machineID, token }))
  })
  if (!joined.ok) throw new Error(`the join was refused: ${joined.code}`)
  const stake = joined.capabilities?.stakes[0] ?? 0
  const command = () => ({ requestId: randomUUID() })
  const play = () => ask('spin', { ...command(), stake })
  const loaded = await timed('play', () => ask('load', { ...command(), amount: stake }))
  expect(v.parse(LoadAck, loaded)).toMatchObject({ ok: true })
  /** Waits for the end of the spin; returns the free spins left. */
  const settled = async () => {
    await vi.waitFor(() => expect(games.at(-1)?.phase).toBe('idle'), 20_000)
    return games.at(-1)?.freeSpins ?? 0
  }
  games.length = 0
  expect(v.parse(SpinAck, await timed('play', play))).toMatchObject({ ok: true })
  while ((await settled()) > 0) {
    await vi.waitFor(async () => {
      games.length = 0
      expect(await play()).toMatchObject({ ok: true })
    }, 20_000)
  }
  const more = { ...command(), amount: 5000 }
  expect(await ask('load', more)).toMatchObject({ ok: true })
  expect(v.parse(CashoutAck, await timed('cashOut', () => ask('cashout', command())))).toMatchObject({
    ok: true,
  })
  expect(await ask('load', { ...more, ...command() })).toMatchObject({ ok: true })
  await timed('cashOut', () => post('/api/player/cancel', { machineId: machineID }, token))
  await post('/api/player/logout', {}, token)
  socket.disconnect()
}

const medianOf = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

test.concurrent.for(Object.entries(IPS))(
  'a player at %s plays as ever',
  { timeout: 120_000 },
  async ([, ip], { expect }) => {
    const index = Object.values(IPS).indexOf(ip)
    // The floods begin with all their connections at once.
    await visits(ip, index, 1)
    const times = await visits(ip, index, ROUNDS)
    for (const [kind, values] of Object.entries(times)) {
      const max = Math.max(MAX_MEDIAN_MS, MAX_FACTOR * medianOf(idle[kind as keyof Times]))
      expect.soft(medianOf(values), `the median of ${kind}, ms`).toBeLessThan(max)
    }
  },
)

test('a flood of logins refuses a login from its own IPv4 address, and says when to try again', async () => {
  const login = () => postFrom(FLOODED, '/api/login', playerAt(1))
  // A new minute begins with logins that are answered.
  await expect.poll(async () => (await login()).status, { timeout: 30_000 }).toBe(429)
  const retryAfter = Number((await login()).headers.get('retry-after'))
  expect(retryAfter).toBeGreaterThan(0)
  expect(retryAfter).toBeLessThanOrEqual(60)
})

test('the floods were what the limits are for', () => {
  const [subnet, customer, one] = floods
  // The /64 has one budget of logins, the customer's many have the queue.
  expect(subnet?.statuses.get(429)).toBeGreaterThan(50)
  expect(customer?.statuses.get(503)).toBeGreaterThan(50)
  for (const flood of [subnet, one]) expect(flood?.connections()).toBeGreaterThan(200)
})
