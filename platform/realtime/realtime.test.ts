import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { io as connectTo, Manager, type Socket } from 'socket.io-client'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TimeAck } from '../../src/contract/clock.ts'
import { Code } from '../../src/contract/codes.ts'
import { AuthAck, GameInitAck, HelloAck, PUSHES, type PushName } from '../../src/contract/live.ts'
import { balanceOf, walletOf } from '../ledger/ledger.ts'
import { fakeClock } from '../lib/clock.ts'
import { audit, createTestFloor, createTestPlayer, type TestFloor } from '../testing/floor/floor.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { endWithToken } from './end-with-token.ts'
import { createRealtime, type Realtime } from './realtime.ts'
import type { RealtimeSocket } from './sockets.ts'

const database = databaseOfFile()
let t: TestFloor
let http: HttpServer
let live: Realtime
let player: string
let other: string
let lose: (machineIds: string[]) => void
let isForbidden = false
let forbidden: string[] = []
const open: Socket[] = []
const problems: unknown[] = []
const verified: string[] = []

beforeEach(async () => {
  isForbidden = false
  forbidden = []
  t = await createTestFloor(database.db)
  player = await createTestPlayer(database.db, 10_000)
  other = await createTestPlayer(database.db, 10_000)
  http = createServer()
  live = createRealtime(http, {
    floor: t.floor,
    clock: t.clock,
    log: { warn: (details) => problems.push(details), error: (details) => problems.push(details) },
    limit: { burst: 20, perSecond: 10 },
    permits: () => !isForbidden,
    onForbidden: (loginId) => void forbidden.push(loginId),
    async verify(token) {
      verified.push(token)
      const [, playerId, loginId = 'login', expiry = t.clock.now() + 24 * 60 * 60_000] = token.split(' ')
      if (token.startsWith('expired') || token.startsWith('ended')) return { code: Code.tokenExpired }
      if (token.startsWith('broken')) throw new Error('the database is away')
      return playerId ? { playerId, loginId, expiresAt: Number(expiry) } : { code: Code.badSignature }
    },
    async signedLogin(token) {
      const [kind, , loginId = 'login'] = token.split(' ')
      return kind === 'token' || kind === 'ended' ? loginId : undefined
    },
    async wallet(playerId) {
      const { balance, version } = await balanceOf(database.db, walletOf(playerId))
      return { balance, seq: version }
    },
    onVideoLost(listener) {
      lose = listener
      return () => {}
    },
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  for (const socket of open.splice(0)) socket.disconnect()
  await live.close()
  await new Promise((resolve) => http.close(resolve))
  for (const who of [player, other]) await t.floor.hold(who, t.floor.seatOf(who) ?? '')
  await t.pass(2500)
  await t.pass(10 * 60_000)
  await t.floor.stop()
  expect(await audit(database.db)).toEqual([])
  expect(problems.splice(0)).toEqual([])
  expect(t.problems).toEqual([])
})

const tokenOf = (playerId: string, loginId = 'login') => `token ${playerId} ${loginId}`
/** A token that expires in so many ms. */
const shortToken = (ms: number, playerId = player, loginId = 'login') =>
  `token ${playerId} ${loginId} ${t.clock.now() + ms}`

function dial(options: { auth?: object; query?: Record<string, string> }): Socket {
  const { port } = http.address() as AddressInfo
  const socket = connectTo(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...options,
  })
  open.push(socket)
  return socket
}

/** A connection without a socket. */
function openManager(): Manager {
  const { port } = http.address() as AddressInfo
  return new Manager(`http://127.0.0.1:${port}`, { transports: ['websocket'], reconnection: false })
}

/** Waits for the next event of this name. */
const next = (socket: Socket, event: string) =>
  new Promise<unknown>((resolve) => socket.once(event, (...given: unknown[]) => resolve(given[0])))
const push = async <N extends PushName>(socket: Socket, name: N) =>
  v.parse(PUSHES[name], await next(socket, name))
const ask = (socket: Socket, event: string, ...payload: unknown[]): Promise<unknown> =>
  socket.timeout(5000).emitWithAck(event, ...payload)

async function connected(playerId = player, loginId?: string): Promise<Socket> {
  const socket = dial({ auth: { token: tokenOf(playerId, loginId) } })
  await next(socket, 'connect')
  return socket
}

async function notices(playerId = player): Promise<Socket> {
  const socket = await connected(playerId)
  expect(v.parse(HelloAck, await ask(socket, 'init', { id: playerId }))).toMatchObject({ ok: true })
  return socket
}

async function game(machineID = '1', playerId = player): Promise<Socket> {
  const socket = await connected(playerId)
  const ack = await ask(socket, 'init', { machineID, token: tokenOf(playerId) })
  expect(v.parse(GameInitAck, ack)).toMatchObject({ ok: true, video: { url: `/whep/${machineID}` } })
  return socket
}

const refusedBy = (code: number) =>
  expect.objectContaining({ ok: false, code, ErrorMessage: expect.any(String) })

describe('the end of a token', () => {
  /** Joins with a token that expires in a minute. */
  async function shortLived(init: object): Promise<Socket> {
    const socket = dial({ auth: { token: shortToken(60_000) } })
    await next(socket, 'connect')
    expect(await ask(socket, 'init', init)).toMatchObject({ ok: true })
    return socket
  }
  const joins = (): [string, object][] => [
    ['notification', { id: player }],
    ['game', { machineID: '1', token: tokenOf(player) }],
  ]

  test('is the end of its socket on both channels, and not before', async () => {
    for (const [, init] of joins()) {
      const socket = await shortLived(init)
      await t.pass(59_999)
      expect(await ask(socket, 'init', init)).toMatchObject({ ok: true })
      const ended = next(socket, 'disconnect')
      await t.pass(1)
      expect(await ended).toBe('io server disconnect')
    }
  })

  test('does not come while the token is renewed on the open socket', async () => {
    for (const [, init] of joins()) {
      const socket = await shortLived(init)
      await t.pass(48_000)
      const ack = await ask(socket, 'auth', { token: shortToken(60_000) })
      expect(v.parse(AuthAck, ack)).toEqual({ ok: true })
      await t.pass(59_999)
      expect(await ask(socket, 'init', init)).toMatchObject({ ok: true })
      const ended = next(socket, 'disconnect')
      await t.pass(1)
      await ended
    }
  })

  test('is not put off by a token that is not accepted or is of another player', async () => {
    const socket = await shortLived({ id: player })
    const auth = (token: string) => ask(socket, 'auth', { token })
    expect(await auth(tokenOf(other))).toEqual(refusedBy(Code.badSignature))
    expect(await auth('expired token')).toEqual(refusedBy(Code.tokenExpired))
    expect(await auth('')).toEqual(refusedBy(Code.badSignature))
    expect(await ask(socket, 'auth', {})).toEqual(refusedBy(Code.invalidRequest))
    const ended = next(socket, 'disconnect')
    await t.pass(60_000)
    await ended
  })

  test('with a token of a newer login the socket ends with that login', async () => {
    const socket = await shortLived({ id: player })
    expect(await ask(socket, 'auth', { token: tokenOf(player, 'newer') })).toEqual({ ok: true })
    live.endLogin('login', Code.tokenExpired)
    expect(await ask(socket, 'init', { id: player })).toMatchObject({ ok: true })
    const ended = next(socket, 'disconnect')
    live.endLogin('newer', Code.tokenExpired)
    await ended
  })

  test('may be later than a timer of the platform can wait', async () => {
    const clock = fakeClock()
    const after = vi.spyOn(clock, 'after')
    const days = 40 * 24 * 60 * 60_000
    const data = { playerId: player, loginId: 'login', expiresAt: clock.now() + days }
    const socket = { data, on: vi.fn(), disconnect: vi.fn() }
    const deps = { verify: vi.fn(), endOf: () => undefined }
    endWithToken(socket as Partial<RealtimeSocket> as RealtimeSocket, deps, clock)
    clock.advance(days - 1)
    expect(socket.disconnect).not.toHaveBeenCalled()
    clock.advance(1)
    expect(socket.disconnect).toHaveBeenCalledExactlyOnceWith(true)
    for (const [delay] of after.mock.calls) expect(delay).toBeLessThan(2 ** 31)
  })
})

describe('the handshake', () => {
  test.each([
    ['auth', (token: string) => ({ auth: { token } })],
    ['query', (token: string) => ({ query: { token } })],
  ])('accepts the token from %s', async (_, place) => {
    const socket = dial(place(tokenOf(player)))
    await next(socket, 'connect')
    expect(await ask(socket, 'init', { id: player })).toMatchObject({ ok: true, balance: 10_000 })
  })

  test.each([
    ['no token', {}, Code.badSignature],
    ['a token that is none', { auth: { token: 'x' } }, Code.badSignature],
    ['a token that is no text', { auth: { token: { $gt: '' } } }, Code.badSignature],
    ['an endless token', { auth: { token: 'x'.repeat(5000) } }, Code.badSignature],
    ['a token whose time is over', { auth: { token: 'expired' } }, Code.tokenExpired],
    ['a token that can not be looked up', { auth: { token: 'broken' } }, Code.serverError],
  ])('rejects %s with its code', async (_, options, code) => {
    const error = await next(dial(options), 'connect_error')
    expect(error).toMatchObject({ data: { code } })
  })

  test('ends the sockets of an address that is not permitted any more, with the reason', async () => {
    const sockets = [await notices(), await game()]
    live.endForbidden()
    for (const socket of sockets) expect(await ask(socket, 'time', {})).toBeDefined()
    expect(forbidden).toEqual([])
    isForbidden = true
    const ends = sockets.map((socket) => Promise.all([next(socket, 'info'), next(socket, 'disconnect')]))
    live.endForbidden()
    for (const end of ends)
      expect(await end).toEqual([
        expect.objectContaining({ action: 'logout', code: Code.ipNotPermitted }),
        'io server disconnect',
      ])
    expect(forbidden).toEqual(['login'])
  })

  test('limits the sockets of a player', async () => {
    for (let n = 0; n < 16; n += 1) await connected()
    const error = await next(dial({ auth: { token: tokenOf(player) } }), 'connect_error')
    expect(error).toMatchObject({ data: { code: Code.tooManyRequests } })
  })

  test('verifies at most three tokens per connection', async () => {
    const manager = openManager()
    await new Promise<void>((resolve) => manager.on('open', resolve))
    const closed = new Promise<void>((resolve) => manager.on('close', () => resolve()))
    const before = verified.length
    for (let n = 0; n < 500; n += 1) manager.engine.send(`0{"token":"expired ${n}"}`)
    await closed
    expect(verified.length - before).toBeLessThanOrEqual(3)
  })

  test('accepts a valid token after any number of invalid ones from its address', async () => {
    for (const bad of ['expired', 'ended 1 over'])
      for (let n = 0; n < 70; n += 1) await next(dial({ auth: { token: bad } }), 'connect_error')
    await connected()
  })

  test('verifies the tokens of a login sixty times at once, then five times a second', async () => {
    const reject = () => next(dial({ auth: { token: 'ended 1 over' } }), 'connect_error')
    for (let n = 0; n < 60; n += 1)
      expect(await reject()).toMatchObject({ data: { code: Code.tokenExpired } })
    const before = verified.length
    expect(await reject()).toMatchObject({ data: { code: Code.tooManyRequests } })
    expect(verified).toHaveLength(before)
    t.clock.advance(200)
    expect(await reject()).toMatchObject({ data: { code: Code.tokenExpired } })
  })

  test('lets in a player beside silent connections of the address, which end after three seconds', async () => {
    const silent = Array.from({ length: 70 }, openManager)
    await Promise.all(silent.map((manager) => new Promise<void>((resolve) => manager.on('open', resolve))))
    for (let n = 0; n < 10; n += 1) await connected()
    const closed = silent.map(
      (manager) => new Promise<void>((resolve) => manager.on('close', () => resolve())),
    )
    await t.pass(2999)
    const socket = await notices()
    expect(silent.every((manager) => manager._readyState === 'open')).toBe(true)
    await t.pass(1)
    await Promise.all(closed)
    expect(socket.connected).toBe(true)
  })

  test('disconnects a socket that sends no init', async () => {
    const silent = await connected()
    const busy = await notices()
    const gone = next(silent, 'disconnect')
    await t.pass(10_000)
    expect(await gone).toBe('io server disconnect')
    expect(busy.connected).toBe(true)
  })
})

describe('a notification socket', () => {
  test('receives status changes of all machines as its player sees them', async () => {
    const mine = await notices(player)
    const theirs = await notices(other)
    const heard = [push(mine, 'machine'), push(theirs, 'machine')]
    const session = push(mine, 'session')
    await t.floor.sit(player, '3')
    await t.pass(100)
    expect(await Promise.all(heard)).toEqual([
      [{ id: '3', status: 'playing', reservation: true }],
      [{ id: '3', status: 'playing', reservation: false }],
    ])
    expect(await session).toEqual({ status: true, id: '3', name: 'three 01', machine_status: 'playing' })
  })

  test('receives changes in batches with the current statuses', async () => {
    const socket = await notices(other)
    const pushes: unknown[] = []
    socket.on('machine', (change) => pushes.push(change))
    await t.floor.sit(player, '1')
    await t.floor.leave(player, '1')
    await t.floor.sit(player, '2')
    const heard = push(socket, 'machine')
    await t.pass(100)
    await heard
    expect(pushes).toEqual([
      [
        { id: '1', status: 'available', reservation: false },
        { id: '2', status: 'playing', reservation: false },
      ],
    ])
  })

  test('receives changed jackpots and numbers of free machines in batches, at most once a second', async () => {
    const socket = await notices(other)
    const pushes: unknown[] = []
    socket.on('jackpot', (change) => pushes.push(v.parse(PUSHES.jackpot, change)))
    const jackpots = () =>
      t.floor
        .brands()
        .slice(0, 2)
        .map(({ id, jackpot, freeCount }) => ({ id, jackpot, freeCount }))
    const before = jackpots()
    for (const [who, machineId] of [
      [player, '1'],
      [other, '2'],
    ] as const) {
      await t.floor.sit(who, machineId)
      await t.floor.load(who, machineId, { requestId: `load-it-${machineId}`, amount: 2000 })
      await t.floor.spin(who, machineId, { requestId: `spin-it-${machineId}`, stake: 500 })
    }
    let heard = push(socket, 'jackpot')
    await t.pass(1000)
    await heard
    expect(pushes).toEqual([jackpots()])
    expect(jackpots()).not.toEqual(before)

    // Nothing changes any more: nothing is told. Then one does.
    for (let n = 0; n < 5; n += 1) await t.pass(1000)
    await t.floor.spin(player, '1', { requestId: 'spin-again', stake: 500 })
    await t.pass(999)
    await ask(socket, 'init', { id: other })
    expect(pushes).toHaveLength(1)
    heard = push(socket, 'jackpot')
    await t.pass(1)
    await heard
    expect(pushes).toEqual([expect.anything(), jackpots().slice(0, 1)])
  })

  test('receives changes of its own wallet only', async () => {
    const mine = await notices(player)
    const theirs = await notices(other)
    theirs.on('balance', () => problems.push('heard it'))
    await t.floor.sit(player, '1')
    const heard = push(mine, 'balance')
    await t.floor.load(player, '1', { requestId: 'load-it-1', amount: 300 })
    expect(await heard).toMatchObject({ balance: 9700 })
    await ask(theirs, 'init', { id: other })
  })

  test('gets the seat of its player with the first answer', async () => {
    await t.floor.sit(player, '1')
    await t.floor.hold(player, '1')
    const socket = await connected()
    expect(v.parse(HelloAck, await ask(socket, 'init', { id: player }))).toMatchObject({
      balance: 10_000,
      session: { status: true, id: '1', name: 'one 01', machine_status: 'waiting' },
    })
  })

  test('rejects the id of another player', async () => {
    const socket = await connected()
    expect(await ask(socket, 'init', { id: other })).toEqual(refusedBy(Code.invalidRequest))
  })

  test('cannot play', async () => {
    const socket = await notices()
    expect(await ask(socket, 'spin', { requestId: 'spin-it-1', stake: 100 })).toEqual(
      refusedBy(Code.notSeated),
    )
    const asked = { machineID: '1', token: tokenOf(player) }
    expect(await ask(socket, 'init', asked)).toEqual(refusedBy(Code.invalidRequest))
  })
})

describe('a game socket', () => {
  test('says what time it is, to a fraction of a ms', async () => {
    const socket = await connected()
    await ask(socket, 'init', { machineID: 1, token: tokenOf(player) })
    const before = performance.timeOrigin + performance.now()
    const answer = v.parse(TimeAck, await ask(socket, 'time', {}))
    expect(answer).toMatchObject({ ok: true })
    const time = answer.ok ? answer.now : 0
    expect(time).toBeGreaterThanOrEqual(before)
    expect(time).toBeLessThanOrEqual(performance.timeOrigin + performance.now())
  })

  test('requires a valid token of the same player in init', async () => {
    const socket = await connected()
    for (const [token, code] of [
      [tokenOf(other), Code.badSignature],
      ['expired', Code.tokenExpired],
      ['x', Code.badSignature],
    ] as const) {
      expect(await ask(socket, 'init', { machineID: '1', token })).toEqual(refusedBy(code))
    }
    expect(t.floor.seatOf(player)).toBeUndefined()
  })

  test('is closed when its machine can do something else, and joins it again', async () => {
    const watcher = await notices()
    const page = await game()
    const closed = next(page, 'disconnect')
    const seen = push(watcher, 'session')
    t.floor.events.emit('outdated', { playerId: player, machineId: '1' })
    expect(await closed).toBe('io server disconnect')
    expect(await seen).toMatchObject({ status: true, machine_status: 'waiting' })
    await game()
  })

  test('cannot take the machine back from a newer page after missing its dismissal', async () => {
    const sit = async (page: string) => {
      const socket = await connected()
      return [socket, await ask(socket, 'init', { machineID: '1', token: tokenOf(player), page })] as const
    }
    const [older] = await sit('older')
    // Its line breaks, and the player goes on elsewhere.
    older.io.engine.close()
    await t.floor.idle()
    const [newer] = await sit('newer')
    const told: unknown[] = []
    newer.on('info', (info) => told.push(info))
    const [, again] = await sit('older')
    expect(again).toEqual(refusedBy(Code.takenOver))
    expect(await ask(newer, 'load', { requestId: 'load-it-6', amount: 1000 })).toMatchObject({ ok: true })
    expect(told).toEqual([])
    // The newer one comes back as often as it likes; and whoever asks for the machine anew gets it.
    newer.io.engine.close()
    await t.floor.idle()
    const [, back] = await sit('newer')
    expect(back).toMatchObject({ ok: true, game: { credit: 1000 } })
    const [last, asked] = await sit('asked for')
    expect(asked).toMatchObject({ ok: true })
    expect(await ask(last, 'cashout', {})).toMatchObject({ ok: true, amount: 1000 })
  })

  test('receives the warnings of its end, which the lobby does not', async () => {
    const page = await game()
    const watcher = await notices()
    watcher.on('info', (info) => problems.push(info))
    const warned = push(page, 'info')
    await t.floor.beginIdleClose('1')
    expect(await warned).toMatchObject({ code: Code.infoDeposit, params: { seconds: 10 }, action: 'none' })
    await ask(watcher, 'init', { id: player })
  })

  test('is closed by an operator quit; the seat is held', async () => {
    const page = await game()
    await ask(page, 'load', { requestId: 'load-it-8', amount: 1000 })
    const told = push(page, 'quit')
    const gone = next(page, 'disconnect')
    await t.floor.quit('1', 'Closing time')
    expect(await told).toEqual({ message: 'Closing time' })
    await gone
    await t.floor.idle()
    expect(t.floor.seatStatus(player)).toMatchObject({ status: true, machine_status: 'waiting' })
  })

  test('is notified to reopen the video after the video process died', async () => {
    const mine = await game('1', player)
    const theirs = await game('2', other)
    theirs.on('video', () => problems.push('told for nothing'))
    const told = push(mine, 'video')
    lose(['1', '7'])
    expect(await told).toMatchObject({ url: '/whep/1' })
    await ask(theirs, 'cashout', {})
  })
})

describe('invalid input', () => {
  test.each([
    ['init', undefined],
    ['init', null],
    ['init', 'x'],
    ['init', { machineID: {}, token: 'x' }],
    ['init', { id: {} }],
    ['load', { requestId: 'load-it-6', amount: -1 }],
    ['load', { requestId: 'load-it-6', amount: 1e300 }],
    ['load', { requestId: 'load-it-6', amount: null }],
    ['load', { requestId: "'; drop table accounts; --", amount: 5 }],
    ['load', { requestId: 'play-out:1:1', amount: 5 }],
    ['load', { amount: 5 }],
    ['spin', { requestId: 'spin-it-3' }],
    ['spin', { requestId: 'spin-it-3', stake: [100] }],
    ['cashout', { requestId: 1 }],
    ['cashout', 'everything'],
    ['nonsense', {}],
    ['error', {}],
    ['__proto__', {}],
    ['constructor', {}],
  ])('refuses %s with %j, and the game continues', async (event, payload) => {
    const socket = event === 'init' ? await connected() : await game()
    const answer =
      payload === undefined && event === 'init' ? ask(socket, event, 0) : ask(socket, event, payload)
    expect(await answer).toEqual(refusedBy(Code.invalidRequest))
    socket.emit(event, payload) // nobody waits for an answer: ignored
    expect(await ask(socket, 'init', { machineID: '1', token: tokenOf(player) })).toMatchObject({ ok: true })
    expect((await balanceOf(database.db, walletOf(player))).balance).toBe(10_000)
  })

  test('reserved event names and malformed packets close that socket only', async () => {
    const bystander = await notices(other)
    for (const packet of ['2["disconnect","x"]', '2{"a":1}', '2[', '9', '51-["x"]', '4x', 'b']) {
      const socket = await connected()
      const gone = next(socket, 'disconnect')
      // A write below the client, which would never send this itself.
      socket.io.engine.write(packet)
      if (packet === '9' || packet === '51-["x"]') socket.io.engine.close()
      await gone
    }
    expect(await ask(bystander, 'init', { id: other })).toMatchObject({ ok: true })
  })

  test('an oversized payload closes that socket only', async () => {
    const bystander = await notices(other)
    const socket = await notices()
    const gone = next(socket, 'disconnect')
    socket.emit('init', { id: 'x'.repeat(20_000) })
    await gone
    expect(await ask(bystander, 'init', { id: other })).toMatchObject({ ok: true })
  })

  test('refuses requests over the limit, then disconnects the socket', async () => {
    const socket = await notices()
    const gone = next(socket, 'disconnect')
    const many = Array.from({ length: 40 }, () => ask(socket, 'init', { id: player }))
    const answers = await Promise.all(many)
    expect(answers).toContainEqual(refusedBy(Code.tooManyRequests))
    await t.pass(1000)
    expect(await ask(socket, 'init', { id: player })).toMatchObject({ ok: true })
    for (let n = 0; n < 300; n += 1) socket.emit('init', { id: player })
    expect(await gone).toBe('io server disconnect')
  })
})

test('an upgrade of a foreign path whose connection fails ends nothing', async () => {
  const upgraded = once(http, 'upgrade')
  const client = connect((http.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  const [, socket] = await upgraded
  // Without a listener this throws, and ends the process.
  socket.emit('error', new Error('read ECONNRESET'))
  expect(socket.destroyed).toBe(true)
  client.destroy()
})

test('a clock that is set back limits neither sockets nor new connections', async () => {
  const socket = await notices()
  t.clock.set(-24 * 60 * 60_000)
  expect(await ask(socket, 'init', { id: player })).toMatchObject({ ok: true })
  expect(await ask(await notices(), 'init', { id: player })).toMatchObject({ ok: true })
})

test('a socket over its limit can still cash out', async () => {
  const socket = await game()
  expect(await ask(socket, 'load', { requestId: 'load-and-flood', amount: 5000 })).toMatchObject({ ok: true })
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(socket, 'init', {})))
  expect(answers).toContainEqual(refusedBy(Code.tooManyRequests))
  expect(await ask(socket, 'spin', { requestId: 'over-limit', stake: 100 })).toEqual(
    refusedBy(Code.tooManyRequests),
  )
  expect(await ask(socket, 'cashout', {})).toMatchObject({ ok: true, amount: 5000 })
})

describe('closing', () => {
  test('after a loss of messages every socket is disconnected and may connect again, with its seat', async () => {
    const [page, lobby] = [await game(), await notices(other)]
    const gone = Promise.all([page, lobby].map((socket) => next(socket, 'disconnect')))
    live.reconnectAll()
    expect(await gone).toEqual(['io server disconnect', 'io server disconnect'])
    expect(await ask(await game(), 'load', { requestId: 'load-it-8', amount: 100 })).toMatchObject({
      ok: true,
    })
  })

  test('announces the stop once, and then closes the sockets', async () => {
    const socket = await game()
    const heard: unknown[] = []
    socket.on('info', ({ code, action }) => heard.push([code, action]))
    const gone = next(socket, 'disconnect')
    live.announceStop()
    await live.close()
    expect(await gone).toBe('io server disconnect')
    expect(heard).toEqual([[Code.stopping, 'none']])
  })
})
