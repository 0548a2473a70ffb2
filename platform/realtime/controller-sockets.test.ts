import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type Clock, fakeClock } from '../lib/clock.ts'
import type { FromController, ToController } from '../machines/cabinet/controller-messages.ts'
import { createTestCabinet, type TestCabinet } from '../testing/floor/cabinet/cabinet.ts'
import { booksOf, cabinetPlan } from '../testing/floor/cabinet/line.ts'
import { audit, createTestFloor, createTestPlayer, type TestFloor } from '../testing/floor/floor.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { serveControllers } from './controller-sockets.ts'
import { CLOSE } from './controller-websocket.ts'

/* Controllers over real sockets and a real database. */

const START_CENTS = 100_000
const keyOf = (machine: number | string) => `a-key-of-machine-${machine}-that-is-long-enough`
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')
const MACHINES = 40

const database = databaseOfFile()
let t: TestFloor
let server: Server
let url: string
let closeAll: () => void
const logged: string[] = []
let address = 'test'
let machine = 0
let id: string
let playerId: string
const sockets: WebSocket[] = []

beforeAll(async () => {
  t = await createTestFloor(database.db, { plan: cabinetPlan(MACHINES) })
  const served = await serve()
  server = served.server
  url = served.url
  closeAll = served.close
}, 60_000)
afterAll(async () => {
  closeAll()
  expect(await audit(database.db)).toEqual([])
  await t.floor.stop()
}, 60_000)

beforeEach(async () => {
  machine += 1
  id = String(machine)
  playerId = await createTestPlayer(database.db, START_CENTS)
  logged.length = 0
  address = 'test'
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})

/** Serves the controllers of all machines. */
async function serve(clock?: Clock) {
  const http = createServer((_, response) => response.writeHead(404).end())
  const stop = serveControllers(http, {
    floor: t.floor,
    keys: new Map(t.floor.ids().map((one) => [hashOf(keyOf(one)), one])),
    log: {
      warn: (details) => logged.push(JSON.stringify(details)),
      error: (details) => logged.push(JSON.stringify(details)),
    },
    addressOf: () => address,
    isShared: false,
    ...(clock && { clock }),
  })
  await once(http.listen(0, '127.0.0.1'), 'listening')
  const close = () => {
    stop()
    http.close()
  }
  return {
    server: http,
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/controllers`,
    close,
  }
}

interface Controller {
  readonly ws: WebSocket
  readonly received: ToController[]
  readonly closed: Promise<number>
  send(...messages: (FromController | string)[]): void
}

/** `answers`: whether the cabinet answers commands by itself. */
async function dial(
  cabinet: TestCabinet | undefined,
  key = keyOf(id),
  answers = true,
  at = url,
): Promise<Controller> {
  const ws = new WebSocket(at, { headers: { authorization: `Bearer ${key}` } })
  sockets.push(ws)
  const received: ToController[] = []
  const send = (...messages: (FromController | string)[]) => {
    for (const message of messages) ws.send(typeof message === 'string' ? message : JSON.stringify(message))
  }
  ws.on('message', (data) => {
    const message: ToController = JSON.parse(String(data))
    received.push(message)
    if (cabinet && answers) send(...cabinet.receive(message))
  })
  const closed = once(ws, 'close').then(([code]) => Number(code))
  await once(ws, 'open')
  if (cabinet) send(...cabinet.greet())
  return { ws, received, closed, send }
}

const status = () => t.floor.change(id)?.status
const is = (wanted: string) => vi.waitFor(() => expect(status()).toBe(wanted), 10_000)
const books = () => booksOf(database.db, playerId, id)
const cabinetRow = () =>
  database.db.selectFrom('cabinets').selectAll().where('machine_id', '=', machine).executeTakeFirstOrThrow()
const sit = async () => {
  await is('available')
  expect(await t.floor.sit(playerId, id)).toMatchObject({ ok: true })
}
const load = (amount: number, requestId = `load-${id}-${amount}`) =>
  t.floor.load(playerId, id, { requestId, amount })

test("a cabinet's words are one line on a player's screen", async () => {
  const { ws, send } = await dial(undefined)
  const [hello, ...rest] = createTestCabinet(id).greet()
  if (hello?.type !== 'hello') throw new Error('a greeting begins with hello')
  send({ ...hello, buttons: [{ id: 'up', label: 'Bet\n\u202emore', kind: 'other' }] }, ...rest)
  await is('available')
  const seat = await t.floor.sit(playerId, id)
  expect(seat).toMatchObject({ capabilities: { cabinetButtons: [{ label: 'Bet more' }] } })
  const words: unknown[] = []
  t.floor.events.on('game', ({ machineId, state }) => {
    if (machineId === id) words.push(state.cabinet?.fault)
  })
  send({ type: 'fault', code: 'door', text: 'Front\r\ndoor\u2067 open' })
  await vi.waitFor(() => expect(words).toContain('Front door open'), 10_000)
  ws.close()
})

/** The HTTP status that refuses a connection with this key. */
async function refusal(key: string): Promise<number> {
  const ws = new WebSocket(url, { headers: { authorization: `Bearer ${key}` } })
  const [, { statusCode }] = await once(ws, 'unexpected-response')
  ws.on('error', () => {})
  ws.terminate()
  return statusCode
}
const WRONG_KEY = 'wrong-key-that-is-long-enough'
const wrongKeysLogged = () => logged.filter((line) => line.includes('controller-key'))

test('a wrong key, and no key, open no connection', async () => {
  for (const key of [WRONG_KEY, '']) expect(await refusal(key)).toBe(401)
  expect(wrongKeysLogged()).toHaveLength(2)
})

test('wrong keys from one IPv6 /64 share a limit and its log lines', async () => {
  const statuses: number[] = []
  for (let host = 1; host <= 11; host += 1) {
    address = `2001:db8:1:1::${host}`
    statuses.push(await refusal(WRONG_KEY))
  }
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
  expect(wrongKeysLogged()).toHaveLength(10)
  address = '2001:db8:1:2::1'
  expect(await refusal(WRONG_KEY)).toBe(401)
})

test('a key of another machine closes the connection, and nothing of the machine changes', async () => {
  const other = await dial(createTestCabinet('1'))
  expect(await other.closed).toBe(CLOSE.otherMachine)
  expect(status()).toBe('offline')
  expect(logged).toHaveLength(1)
})

test('of two controllers with one key the newer one plays, and the log says it once a minute', async () => {
  const older = await dial(createTestCabinet(id))
  await is('available')
  const cabinet = createTestCabinet(id)
  await dial(cabinet)
  expect(await older.closed).toBe(CLOSE.replaced)
  const second = await dial(createTestCabinet(id))
  await dial(cabinet)
  expect(await second.closed).toBe(CLOSE.replaced)
  expect(logged).toEqual([`{"code":"controller-4409","machine":"${id}"}`])
  await sit()
  expect(await load(700)).toMatchObject({ ok: true })
  expect(cabinet.credit).toBe(700)
})

test('messages that cannot be read are answered, and close the connection after ten', async () => {
  const controller = await dial(createTestCabinet(id))
  await is('available')
  for (let n = 0; n < 5; n += 1) controller.send('{', '{"type":"game","number":-1}')
  expect(await controller.closed).toBe(CLOSE.protocol)
  expect(controller.received.filter(({ type }) => type === 'error')).toHaveLength(10)
  expect(logged.filter((line) => line.includes('controller-unreadable'))).toHaveLength(1)
})

test.each([
  ['{"type":"game","number":7,"stake":100.5}', { of: 'game', id: '7' }],
  ['{"type":"game","number":"8"}', { of: 'game', id: '8' }],
  ['{"type":"handpay","id":"h-1","cents":0}', { of: 'handpay', id: 'h-1' }],
  ['{"type":"handpay-done","id":"h-1","to":"nobody"}', { of: 'handpay-done', id: 'h-1' }],
  ['{"type":"handpay","id":"","cents":1}', {}],
  ['{"type":"state","seq":-1}', {}],
  ...['a\nb', 'a\0b', '\ud800'].map((handPay) => [
    JSON.stringify({ type: 'handpay', id: handPay, cents: 5 }),
    {},
  ]),
  ...['yesterday', '2026-13-01T00:00:00Z', '2026-11-26T01:02:03+03', '0000-01-01T00:00:00Z', ''].map((at) => [
    JSON.stringify({ type: 'game', number: 1, stake: 100, win: 0, credit: 0, at }),
    { of: 'game', id: '1' },
  ]),
] as [string, object][])(
  'the report %s is refused by its name, so that it is not sent again',
  async (text, named) => {
    const controller = await dial(createTestCabinet(id))
    const errors = () => controller.received.filter(({ type }) => type === 'error')
    controller.send(text)
    await vi.waitFor(() => expect(errors()).toHaveLength(1), 10_000)
    expect(errors()).toEqual([{ type: 'error', code: 'unreadable', text: expect.any(String), ...named }])
  },
)

test('a message before hello closes the connection', async () => {
  const controller = await dial(undefined)
  controller.send(createTestCabinet(id).state())
  expect(await controller.closed).toBe(CLOSE.protocol)
})

test('10,000 messages at once close the connection, with one line in the log and nothing booked', async () => {
  const cabinet = createTestCabinet(id)
  const controller = await dial(cabinet)
  await is('available')
  for (let n = 0; n < 10_000; n += 1) controller.send(cabinet.state())
  expect(await controller.closed).toBe(CLOSE.tooMany)
  expect(logged).toHaveLength(1)
  expect(await books()).toEqual([START_CENTS, 0, 0, 0])
})

test('a controller that waits for no acknowledgement is closed before its messages fill the memory', async () => {
  const clock = fakeClock()
  const { url: at, close } = await serve(clock)
  const cabinet = createTestCabinet(id)
  const { ws, closed, send } = await dial(cabinet, keyOf(id), true, at)
  await is('available')
  let release = () => {}
  const stalled = new Promise<void>((resolve) => {
    release = resolve
  })
  const handled = vi.spyOn(t.floor, 'onController').mockImplementation(async () => {
    await stalled
    return { ok: true, answers: [] }
  })
  let sent = 0
  while (ws.readyState === WebSocket.OPEN && sent < 5000) {
    for (let n = 0; n < 100; n += 1) send(cabinet.state())
    sent += 100
    const answered = once(ws, 'pong')
    ws.ping()
    await Promise.race([answered, closed])
    // The rate is permitted.
    clock.advance(2000)
  }
  handled.mockRestore()
  release()
  expect(sent).toBeLessThanOrEqual(500)
  expect(await closed).toBe(CLOSE.tooMany)
  close()
})

test('games that wait since an outage are booked over one connection, however many', async () => {
  const clock = fakeClock()
  const { url: at, close } = await serve(clock)
  const cabinet = createTestCabinet(id)
  const games = 140
  const { ws: before } = await dial(cabinet)
  await is('available')
  before.terminate()
  cabinet.insert(games * 100)
  for (let game = 0; game < games; game += 1) cabinet.play(0)
  const controller = await dial(undefined, keyOf(id), false, at)
  // As the protocol permits: with each acknowledgement the next game, and a state.
  controller.ws.on('message', (data) =>
    controller.send(...cabinet.receive(JSON.parse(String(data))), cabinet.state()),
  )
  controller.send(...cabinet.greet())
  let booked = 0
  await vi.waitFor(
    async () => {
      const { last_game } = await cabinetRow()
      // It waits for the time.
      if (last_game === booked) clock.advance(250)
      booked = last_game ?? 0
      expect(last_game).toBe(games)
    },
    { timeout: 15_000, interval: 20 },
  )
  expect([controller.ws.readyState, logged]).toEqual([WebSocket.OPEN, []])
  close()
})

const DAY_MS = 24 * 60 * 60_000

test('games of a cabinet whose clock is a day or years off are booked once, and close nothing', async () => {
  const cabinet = createTestCabinet(id)
  const controller = await dial(cabinet)
  await sit()
  await load(1000)
  const now = t.clock.now()
  const times = [now, now - DAY_MS, now + DAY_MS, 0, now].map((time) => new Date(time).toISOString())
  times.push('2026-11-26 01:02:03.123456789+05:30')
  times.push('0001-01-02T00:00:00Z', '9999-12-30T23:59:59.999Z')
  for (const [index, at] of times.entries()) {
    const [game] = cabinet.play(0)
    if (game?.type !== 'game') throw new Error('no game')
    controller.send({ ...game, at }, { ...game, at })
    const booked = { type: 'ack', of: 'game', id: String(index + 1) }
    await vi.waitFor(() => expect(controller.received).toContainEqual(booked), 10_000)
  }
  expect(await cabinetRow()).toMatchObject({ last_game: times.length, closed: null })
  expect(await books()).toEqual([99_000, 200, 0, 0])
})

test('a press that another process sent more than two seconds ago, or by another clock, is refused', async () => {
  const cabinet = createTestCabinet(id)
  const controller = await dial(cabinet)
  await is('available')
  const { connection } = await cabinetRow()
  const heard = vi.spyOn(t.floor, 'onController')
  const send = (press: string, ageMs: number) =>
    t.floor.events.emit('toController', {
      ...{ machineId: id, connection, at: Date.now() - ageMs },
      message: { type: 'press', id: press, button: 'start' },
    })
  for (const [press, ageMs] of [
    ['old', 2500],
    ['of another clock', -2500],
  ] as const) {
    await send(press, ageMs)
    await vi.waitFor(() =>
      expect(heard).toHaveBeenCalledWith(id, connection, { type: 'refused', id: press, code: 'late' }),
    )
  }
  // Once a minute.
  expect(logged.map((line) => JSON.parse(line))).toEqual([
    { code: 'controller-press-late', machine: id, ageMs: expect.closeTo(2500, -3) },
  ])
  await send('new', 500)
  await vi.waitFor(() => expect(cabinet.pressed).toEqual(['start']))
  expect(controller.received.filter(({ type }) => type === 'press')).toEqual([
    { type: 'press', id: 'new', button: 'start' },
  ])
  heard.mockRestore()
})

test('an upgrade whose connection fails ends nothing, whatever its path', async () => {
  for (const path of ['//', '/elsewhere', '/controllers', '/controllers?x']) {
    const upgraded = once(server, 'upgrade')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
    const [answer] = await once(client, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 4/)
    const [, socket] = await upgraded
    // Without a listener this throws, and ends the process.
    socket.emit('error', new Error('read ECONNRESET'))
    expect(socket.destroyed).toBe(true)
  }
})
