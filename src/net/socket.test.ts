// @vitest-environment node
import type { AddressInfo } from 'node:net'
import { Server, type Socket } from 'socket.io'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CashoutAck, HelloAck, SpinAck } from '../contract/live.ts'
import { ownSocketUrl } from './early-calls.ts'
import { type Channel, type ChannelOptions, type ChannelState, openChannel } from './socket.ts'
import { unreadableFields } from './unreadable-fields.ts'

// Node has its own WebSocket only since version 22.
await vi.hoisted(async () => {
  globalThis.WebSocket ??= (await import('ws')).WebSocket as unknown as typeof WebSocket
})

let io: Server
let url: string
let opened: Channel[]
/** The server's answer to a handshake; undefined admits the client. */
let refusal: unknown

beforeEach(async () => {
  opened = []
  refusal = undefined
  io = new Server({ serveClient: false })
  io.use((_socket, next) => {
    next(refusal === undefined ? undefined : Object.assign(new Error('no'), { data: refusal }))
  })
  io.listen(0)
  const address: AddressInfo | string | null = io.httpServer.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  url = `http://127.0.0.1:${address.port}`
})

afterEach(async () => {
  for (const channel of opened) channel.close()
  vi.unstubAllGlobals()
  await io.close()
})

function open(options: Partial<ChannelOptions> = {}) {
  const states: ChannelState[] = []
  const channel = openChannel({
    url,
    token: () => 'secret',
    tokenIn: 'auth',
    pushes: {},
    onState: (state) => states.push(state),
    ...options,
  })
  opened.push(channel)
  return { channel, states }
}
const connection = () => new Promise<Socket>((done) => io.once('connection', done))
const until = (channel: Channel, state: ChannelState) =>
  vi.waitFor(() => expect(channel.state.value).toBe(state), { timeout: 5000 })

test('an early connection has the address of a socket without a token', async () => {
  vi.stubGlobal('location', { origin: url })
  const early = ownSocketUrl()
  vi.unstubAllGlobals()
  const socket = connection()
  open()
  const { headers, url: path } = (await socket).request
  expect(`ws://${headers.host}${path}`).toBe(early)
})

test('the token is in the handshake, or in the query, and nowhere else', async () => {
  let socket = connection()
  open()
  expect((await socket).handshake).toMatchObject({ auth: { token: 'secret' } })
  expect((await socket).handshake.query.token).toBeUndefined()
  socket = connection()
  open({ tokenIn: 'query' })
  expect((await socket).handshake.query.token).toBe('secret')
  expect((await socket).handshake.auth).toEqual({})
})

test('a request returns the parsed answer, or the refusal with its code', async () => {
  io.on('connection', (socket) => {
    socket.on('init', (_, answer) => answer({ ok: true, balance: 700, seq: 3 }))
    socket.on('cashout', (_, answer) => answer({ ok: false, code: 60018, ErrorMessage: 'nothing' }))
    socket.on('odd', (_, answer) => answer({ ok: true, game: 'what?' }))
  })
  const { channel } = open()
  await until(channel, 'up')
  expect(await channel.request('init', { id: '1' }, HelloAck)).toEqual({
    ok: true,
    value: { ok: true, balance: 700, seq: 3 },
  })
  expect(await channel.request('cashout', {}, CashoutAck)).toMatchObject({
    ok: false,
    error: { code: 60018, category: 'refused', message: 'nothing' },
  })
  expect(await channel.request('odd', {}, SpinAck)).toMatchObject({ error: { category: 'invalid' } })
})

test.each([
  [undefined, true],
  ['joined', true],
  [{ code: 20000, balance: 700 }, true],
  [{ status: true }, true],
  [{ code: 60001 }, false],
  [{ ErrorMessage: 'taken' }, false],
  [{ status: false }, false],
])('without the field "ok" the answer %j carries out: %s', async (given, isDone) => {
  io.on('connection', (socket) => socket.on('init', (_, answer) => answer(given)))
  const { channel } = open()
  await until(channel, 'up')
  const answer = await channel.request('init', {}, HelloAck)
  expect(answer).toMatchObject(isDone ? { ok: true } : { ok: false, error: { category: 'refused' } })
})

test('an answer that the server failed leaves open whether the command was executed', async () => {
  io.on('connection', (socket) => socket.on('cashout', (_, answer) => answer({ ok: false, code: 60014 })))
  const { channel } = open()
  await until(channel, 'up')
  expect(await channel.request('cashout', {}, CashoutAck)).toMatchObject({
    error: { code: 60014, category: 'server', retryable: true },
  })
})

test('a closed channel sends no more pushes, and stays open for the answer it is to wait for', async () => {
  const balances: unknown[] = []
  io.on('connection', (socket) => {
    socket.on('cashout', (_, answer) => {
      socket.emit('balance', { balance: 1 })
      setTimeout(answer, 20, { ok: true, amount: 500 })
    })
  })
  const { channel } = open({ pushes: { balance: (push) => balances.push(push) } })
  await until(channel, 'up')
  const cashOut = channel.request('cashout', {}, CashoutAck)
  const gone = new Promise((done) => io.sockets.sockets.values().next().value?.once('disconnect', done))
  channel.close(cashOut)
  expect(await cashOut).toMatchObject({ ok: true, value: { amount: 500 } })
  await gone
  expect(balances).toEqual([])
})

test('a request before the connection fails at once and is never sent', async () => {
  const heard: unknown[] = []
  io.on('connection', (socket) => socket.onAny((name) => heard.push(name)))
  const { channel } = open()
  expect(await channel.request('cashout', {}, CashoutAck)).toMatchObject({ error: { category: 'network' } })
  await until(channel, 'up')
  await channel.request('init', {}, HelloAck, 50)
  expect(heard).toEqual(['init'])
})

test('an unanswered request fails at its timeout and at a disconnect', async () => {
  const { channel } = open()
  await until(channel, 'up')
  expect(await channel.request('init', {}, HelloAck, 20)).toMatchObject({ error: { category: 'network' } })
  const broken = channel.request('init', {}, HelloAck, 60_000)
  io.disconnectSockets(true)
  expect(await broken).toMatchObject({ error: { category: 'network', retryable: true } })
})

test('only valid pushes reach their handler; each unreadable field is logged once', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const balances: unknown[] = []
  const socket = connection()
  open({ pushes: { balance: (push) => balances.push(push) } })
  const server = await socket
  for (const bad of [{ balance: '5' }, { balance: '6' }, null, { balance: 1.5 }, '__proto__'])
    server.emit('balance', bad)
  server.emit('session', { status: true })
  server.emit('balance', { balance: 5, more: 1 })
  await vi.waitFor(() => expect(balances).toEqual([{ balance: 5 }]))
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(4))
  expect(warn.mock.calls.flat()).toEqual([
    'reelcast: unreadable: push balance (notification) balance: expected number, got string',
    'reelcast: unreadable: push balance (notification): expected Object, got null',
    'reelcast: unreadable: push balance (notification) balance: expected safe integer, got number',
    'reelcast: unreadable: push balance (notification): expected Object, got string',
  ])
  expect(Object.fromEntries(unreadableFields().fields)).toMatchObject({
    'push balance (notification) balance: expected number, got string': 2,
    'push balance (notification) balance: expected safe integer, got number': 1,
  })
  warn.mockRestore()
})

test('the same fault of both channels is logged once for each', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  io.on('connection', (socket) => {
    socket.on('init', (_, answer) => answer({ ok: true, balance: 'none' }))
    socket.emit('info', { message: 5 })
  })
  for (const pushes of [{ info() {} }, { info() {}, game() {} }, { info() {}, game() {} }]) {
    const { channel } = open({ pushes })
    await until(channel, 'up')
    await channel.request('init', {}, HelloAck)
  }
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(4))
  expect(warn.mock.calls.flat().sort()).toEqual([
    'reelcast: unreadable: acknowledgement of init (game) balance: expected number, got string',
    'reelcast: unreadable: acknowledgement of init (notification) balance: expected number, got string',
    'reelcast: unreadable: push info (game) message: expected string, got number',
    'reelcast: unreadable: push info (notification) message: expected string, got number',
  ])
  warn.mockRestore()
})

test("it reconnects with the newest token after a network failure and after the server's disconnect", async () => {
  let token = 'first'
  let socket = connection()
  const { channel, states } = open({ token: () => token, tokenIn: 'query' })
  await socket
  await until(channel, 'up')
  for (const cut of [(s: Socket) => s.conn.close(), (s: Socket) => s.disconnect()]) {
    token += '+'
    const before = await socket
    socket = connection()
    cut(before)
    expect((await socket).handshake.query.token).toBe(token)
    await until(channel, 'up')
  }
  expect(states).toEqual(['up', 'down', 'up', 'down', 'up'])
})

test('a server that ends each connection at once is connected to after ever longer pauses', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  const times: number[] = []
  io.on('connection', (socket) => {
    times.push(performance.now())
    socket.disconnect()
  })
  open()
  await vi.waitFor(() => expect(times.length).toBe(4), { timeout: 5000 })
  const [, second = 0, third = 0, fourth = 0] = times
  expect(third - second).toBeGreaterThanOrEqual(500)
  expect(fourth - third).toBeGreaterThanOrEqual(1000)
  random.mockRestore()
})

test('a network that returns is used at once, whatever the current backoff', async () => {
  const window = new EventTarget()
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
  // Makes each delay an hour.
  vi.spyOn(Math, 'random').mockReturnValue(1e4)
  let connections = 0
  io.on('connection', () => connections++)
  const { channel } = open()
  await until(channel, 'up')
  window.dispatchEvent(new Event('online'))
  expect(channel.state.value).toBe('up')
  io.disconnectSockets(true)
  await until(channel, 'down')
  window.dispatchEvent(new Event('online'))
  await until(channel, 'up')
  expect(connections).toBe(2)
  channel.close()
  window.dispatchEvent(new Event('online'))
  expect(channel.state.value).toBe('up')
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each([10, 60000, 10703, 10704])('a refused token (%i) ends it without a retry', async (code) => {
  refusal = { code, ErrorMessage: 'no' }
  const heard: unknown[] = []
  const { channel } = open({
    onState: (state, failure) => heard.push([state, failure?.category, failure?.code]),
  })
  await until(channel, 'refused')
  refusal = undefined
  const came = vi.fn()
  io.on('connection', came)
  await new Promise((done) => setTimeout(done, 700))
  expect(heard).toEqual([['refused', 'auth', code]])
  expect(came).not.toHaveBeenCalled()
})

test('any other refusal is retried', async () => {
  refusal = { code: 60016 }
  const { channel, states } = open()
  await until(channel, 'down')
  refusal = undefined
  await until(channel, 'up')
  expect(states).toEqual(['down', 'up'])
})

test.each([10, 60000, 10703, 10704])('a request refused for its token (%i) reports that', async (code) => {
  io.on('connection', (socket) => {
    socket.on('init', (_asked, reply) => reply({ ok: false, code, ErrorMessage: 'no' }))
  })
  const { channel } = open()
  await until(channel, 'up')
  expect(await channel.request('init', {}, HelloAck)).toMatchObject({ error: { category: 'auth', code } })
})

test.each(['load', 'spin', 'cashout'])('a %s requested while disconnected is never sent', async (name) => {
  const came: string[] = []
  io.on('connection', (socket) => {
    socket.onAny((event: string, _asked: unknown, reply: unknown) => {
      came.push(event)
      if (typeof reply === 'function') reply({ ok: true, balance: 1 })
    })
  })
  const { channel } = open()
  await until(channel, 'up')
  io.disconnectSockets(true)
  await until(channel, 'down')
  expect(await channel.request(name, { requestId: 'r' }, CashoutAck)).toMatchObject({
    error: { category: 'network' },
  })
  await until(channel, 'up')
  await channel.request('init', {}, HelloAck)
  expect(came).toEqual(['init'])
})

test.each(['load', 'spin', 'cashout'])(
  'a %s on a connection that died during sleep fails, and is not sent on the next one',
  async (name) => {
    const heard: string[] = []
    io.on('connection', (socket) => socket.onAny((event: string) => heard.push(event)))
    const { channel, states } = open()
    await until(channel, 'up')
    const awake = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => awake + 60_000)
    try {
      const asked = channel.request(name, { requestId: 'a' }, CashoutAck)
      expect(await asked).toMatchObject({ error: { category: 'network' } })
    } finally {
      vi.restoreAllMocks()
    }
    await vi.waitFor(() => expect(states).toEqual(['up', 'down', 'up']), { timeout: 5000 })
    void channel.request('balance', {}, HelloAck)
    await vi.waitFor(() => expect(heard).toEqual(['balance']))
  },
)

test('a closed channel emits nothing', async () => {
  const { channel, states } = open()
  await until(channel, 'up')
  const [server] = io.sockets.sockets.values()
  const gone = new Promise((done) => server?.once('disconnect', done))
  channel.close()
  await gone
  expect(states).toEqual(['up'])
})

test('a renewed token goes out on the open socket, or without one with the next handshake', async () => {
  let token = 't1'
  const arrived = connection()
  const { channel } = open({ token: () => token })
  token = 't2'
  channel.renewToken()
  const socket = await arrived
  const sent: unknown[] = []
  socket.on('auth', (payload: unknown) => sent.push(payload))
  await until(channel, 'up')
  token = 't3'
  channel.renewToken()
  await vi.waitFor(() => expect(sent).toEqual([{ token: 't3' }]))
})
