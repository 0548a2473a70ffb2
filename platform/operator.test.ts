import { decodeJwt } from 'jose'
import { io as connect, type Socket } from 'socket.io-client'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { MachinesAnswer } from '../src/contract/floor.ts'
import { logIn, startProcess } from './testing/process.ts'
import { scratchDataFolder } from './testing/store/scratch-data-folder.ts'

/* The operator's commands and the address filter on a running platform, and its log at the finest level. */

const ADMIN_TOKEN = 'an-operators-own-token-24'
const DENIED = '203.0.113.66'
const PROBE = 'PROBE-of-a-query'

const dataDir = await scratchDataFolder()
const platform = startProcess(dataDir, {
  ADMIN_TOKEN,
  LOG_LEVEL: 'trace',
  LOG_FORMAT: 'json',
  TRUST_PROXY: 'loopback',
  IP_DENY: DENIED,
  TOKEN_SECONDS: '90',
  SEAT_IDLE_SECONDS: '0',
})
type Player = { username: string; password: string; pin: string }
let address: string
let players: Player[]
const LogLine = v.object({
  level: v.picklist(['trace', 'debug', 'info', 'warn', 'error', 'fatal']),
  time: v.pipe(v.string(), v.isoTimestamp()),
  code: v.pipe(v.string(), v.regex(/^[a-z0-9-]{2,60}$/)),
})
/** Every secret that was sent. */
const secrets: string[] = [ADMIN_TOKEN, PROBE]
const open: Socket[] = []

beforeAll(async () => {
  const ready = await platform.ready()
  address = ready.address
  players = ready.players
}, 120_000)
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})
afterAll(async () => {
  platform.child.kill('SIGTERM')
  await platform.exited
})

/** Logs in a demo player. */
async function player(index: number): Promise<Player & { token: string }> {
  const known = players[index]
  if (!known) throw new Error('the demo player is missing')
  const token = await logIn(address, known)
  secrets.push(token)
  return { ...known, token }
}

/** Sends an operator's call; returns its code. */
const admin = (call: string, body: object, token = ADMIN_TOKEN) =>
  fetch(`${address}/admin/${call}?probe=${PROBE}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then(async (answer) => v.parse(v.object({ code: v.number() }), await answer.json()).code)

function dial(options: { auth?: object; query?: object; extraHeaders?: Record<string, string> }): Socket {
  const socket = connect(address, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...options,
  })
  open.push(socket)
  return socket
}

/** The next event with this name. */
const next = async (socket: Socket, event: string): Promise<unknown> =>
  new Promise((resolve) => socket.once(event, (given: unknown) => resolve(given)))

async function game(token: string, machineID: string): Promise<Socket> {
  const socket = dial({ auth: { token } })
  await next(socket, 'connect')
  expect(await socket.emitWithAck('init', { machineID, token })).toMatchObject({ ok: true })
  return socket
}

test('the lifetime of a token is configurable', async () => {
  const { exp = 0, iat = 0 } = decodeJwt((await player(0)).token)
  expect(exp - iat).toBe(90)
})

test('an online machine has a still', async () => {
  const headers = { authorization: `Bearer ${(await player(0)).token}` }
  const listed = async () => {
    const { machines } = v.parse(
      MachinesAnswer,
      await (await fetch(`${address}/api/machine/all`, { headers })).json(),
    )
    return machines.find(({ id }) => id === '4')?.still
  }
  const path = await listed()
  expect(path).toBe('/machine/4/still')
  const get = () => fetch(`${address}/api${path}`, { headers })
  // The process that draws may still be starting.
  const answer = await vi.waitFor(
    async () => {
      const found = await get()
      expect(found.status).toBe(200)
      return found
    },
    { timeout: 20_000, interval: 500 },
  )
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(4000)

  await admin('machine', { machineId: 4, state: 'offline' })
  expect(await listed()).toBeUndefined()
  expect((await get()).status).toBe(204)
  await admin('machine', { machineId: 4, state: 'ok' })
}, 30_000)

test('an address that is not permitted can open no socket and use no token', async () => {
  const { token } = await player(3)
  for (const given of [{ auth: { token } }, { query: { token, probe: PROBE } }, {}]) {
    const extraHeaders = { 'x-forwarded-for': `10.1.1.1, ${DENIED}` }
    const error = await next(dial({ ...given, extraHeaders }), 'connect_error')
    expect(error).toMatchObject({ data: { code: 10703 } })
  }
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': DENIED }
  for (const [method, url] of [
    ['GET', '/api/validate'],
    ['POST', '/whep/4'],
  ] as const) {
    const answer = await fetch(address + url, { method, headers })
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 10703 }])
  }
  const elsewhere = dial({ auth: { token }, extraHeaders: { 'x-forwarded-for': '203.0.113.67' } })
  await next(elsewhere, 'connect')
})

test('the log contains no token, PIN, query or body', async () => {
  const { token, username } = await player(3)
  await admin('player', { username: 'BODY-1' }, `${ADMIN_TOKEN}-wrong`)
  await admin('player', { username, banned: 'BODY-2' })
  const page = await game(token, '4')
  for (const [event, payload] of [
    ['init', { machineID: '4', token: 'BODY-3' }],
    ['load', { requestId: 'BODY-4-of-a-load', amount: -1 }],
    ['BODY-5', token],
  ] as const) {
    expect(await page.emitWithAck(event, payload)).toMatchObject({ ok: false })
  }
  const raw = dial({ query: { token: `${token}x`, probe: PROBE } })
  await next(raw, 'connect_error')
  const validated = await fetch(`${address}/api/validate?token=${token}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { pin_code } = v.parse(v.object({ pin_code: v.string() }), await validated.json())
  platform.child.kill('SIGTERM')
  const { code, output } = await platform.exited
  expect(code).toBe(0)
  const log = output.split('\n').filter(Boolean)
  expect(log.join('\n')).toContain('/admin/player')
  const entries = log.map((line) => v.parse(LogLine, JSON.parse(line)))
  const codes = new Set(entries.map((entry) => entry.code))
  for (const event of ['ready', 'an-operator-s-call', 'request-completed', 'stopping'])
    expect(codes).toContain(event)
  const forbidden = [...secrets, pin_code, ...secrets.flatMap((secret) => secret.split('.')[2] ?? [])]
  for (const line of log) {
    for (const secret of forbidden) expect(line).not.toContain(secret)
    expect(line).not.toMatch(/eyJ|BODY-|token=|probe=|"pin"|PIN/)
    for (const { password } of players) expect(line).not.toContain(password)
  }
})
