import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './store/db.ts'
import { openTestLogins } from './testing/cluster/login.ts'
import {
  createControllerKey,
  startController,
  type TestController,
  writeCabinetFloor,
} from './testing/controller.ts'
import { audit } from './testing/floor/floor.ts'
import { selfSignedCertificate } from './testing/lib/certificate.ts'
import { type RunningProcess, startReadyProcess } from './testing/process.ts'
import { scratchDataFolder } from './testing/store/scratch-data-folder.ts'

/* The controller of docs/examples/controller, beside the platform as a process. */

const START_CENTS = 100_000
const MACHINE = '1'
const PATIENCE = { timeout: 20_000, interval: 50 }
const { key, hash } = createControllerKey()
const dataDir = await scratchDataFolder()
let platform: RunningProcess
let controller: TestController
let player: { id: string; token: string }
let socket: Socket

beforeAll(async () => {
  const env = writeCabinetFloor(dataDir, [hash])
  const database = await openDatabase({ dataDir })
  const logIn = await openTestLogins(database.db, dataDir)
  player = await logIn(START_CENTS)
  await database.close()
  platform = await startReadyProcess(dataDir, env)
  const folder = join(dataDir, 'controller')
  mkdirSync(folder)
  const url = `${platform.address.replace('http', 'ws')}/controllers`
  controller = startController({ folder, machine: MACHINE, key, url })
  socket = io(platform.address, { auth: { token: player.token }, transports: ['websocket'] })
}, 60_000)
afterAll(async () => {
  socket?.disconnect()
  await controller?.kill()
  platform?.child.kill('SIGTERM')
  await platform?.exited
  const database = await openDatabase({ dataDir })
  expect(await audit(database.db)).toEqual([])
  await database.close()
}, 60_000)

const request = (name: string, payload: object) => socket.timeout(10_000).emitWithAck(name, payload)
const state = async () => (await request('init', { token: player.token, machineID: MACHINE })).game
const isAnswered = (name: string, payload: () => object, expected: object) =>
  expect.poll(() => request(name, payload()), PATIENCE).toMatchObject(expected)
const withId = (payload: object) => () => ({ requestId: randomUUID(), ...payload })

test('a machine is played through the controller, and killed controllers lose nothing', async () => {
  await isAnswered('init', () => ({ token: player.token, machineID: MACHINE }), {
    ok: true,
    capabilities: { buttons: ['spin'], transfer: true },
  })
  await controller.type('seed 12345')
  expect(await request('load', withId({ amount: 20_000 })())).toMatchObject({
    ok: true,
    balance: START_CENTS - 20_000,
    game: { credit: 20_000 },
  })
  for (let game = 1; game <= 5; game += 1) {
    await isAnswered('spin', withId({ stake: 100 }), { ok: true })
    await expect.poll(() => controller.cabinet().games, PATIENCE).toBe(game)
    if (game !== 3) continue
    await controller.kill()
    // A press that is sent into the dead connection is lost.
    await expect.poll(async () => (await state()).cabinet.status, PATIENCE).toBe('unreachable')
    await controller.restart()
  }
  const { credit, meters } = controller.cabinet()
  expect(meters).toMatchObject({ coinIn: 500, transferIn: 20_000 })
  await expect.poll(async () => (await state()).credit, PATIENCE).toBe(credit)
})
test('a win is doubled or lost, each as a game of its own', async () => {
  // Two 6 on the left, a doubled win, a lost one.
  await controller.type('seed 21')
  const { credit, games, meters } = controller.cabinet()
  const played = async (number: number, stake: number, win: number) => {
    const spin = { id: String(games + number), stake, win }
    await expect.poll(state, PATIENCE).toMatchObject({ phase: 'idle', win, spin })
    expect((await state()).credit).toBe(controller.cabinet().credit)
  }
  const double = () => isAnswered('press', withId({ button: 'double' }), { ok: true })
  await isAnswered('spin', withId({ stake: 100 }), { ok: true })
  await played(1, 100, 400)
  await double()
  await played(2, 400, 800)
  await double()
  await played(3, 800, 0)
  expect(controller.cabinet()).toMatchObject({
    credit: credit - 100,
    meters: { coinIn: meters.coinIn + 1300, coinOut: meters.coinOut + 1200 },
  })
  // Without a win there is nothing to stake: the next game is that of Start.
  await double()
  await isAnswered('spin', withId({ stake: 100 }), { ok: true })
  await expect.poll(() => controller.cabinet().games, PATIENCE).toBe(games + 4)
  expect(controller.cabinet().meters.coinIn).toBe(meters.coinIn + 1400)
})
test('a door stops the machine until it is closed; a hand pay on the machine is the player’s', async () => {
  const { credit } = controller.cabinet()
  await controller.type('door')
  await isAnswered('spin', withId({ stake: 100 }), { ok: false, code: 60003 })
  await controller.type('ok')
  await controller.type('handpay 3000')
  await isAnswered('spin', withId({ stake: 100 }), { ok: false, code: 60007 })
  await controller.type('handpay-done machine')
  await expect.poll(async () => (await state()).credit, PATIENCE).toBe(credit + 3000)
  await isAnswered('cashout', withId({}), {
    ok: true,
    amount: credit + 3000,
    balance: START_CENTS - 20_000 + credit + 3000,
  })
  expect(controller.cabinet().credit).toBe(0)
})
test('the key goes to no log and to no address without TLS', async () => {
  expect(controller.output()).not.toContain(key)
  const folder = join(dataDir, 'controller')
  const other = startController({ folder, machine: MACHINE, key, url: 'ws://play.example/controllers' })
  expect(await other.exited()).toEqual([1, null])
  expect(other.output()).toBe('CONTROLLER_URL must begin with wss://\n')
})
test('the key goes to no platform whose certificate is not trusted, and to one whose is', async () => {
  const certificate = selfSignedCertificate()
  const keys: (string | undefined)[] = []
  const server = createServer(certificate)
  server.on('upgrade', ({ headers }, connection) => {
    keys.push(headers.authorization)
    connection.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const bound = server.address()
  const url = `wss://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/controllers`
  const folder = join(dataDir, 'other-controller')
  mkdirSync(folder)
  const options = { folder, machine: MACHINE, key, url }
  const stranger = startController(options)
  await expect.poll(stranger.output, PATIENCE).toContain('self-signed certificate')
  await stranger.kill()
  expect(keys).toEqual([])
  writeFileSync(join(folder, 'ca.pem'), certificate.cert)
  const env = { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') }
  const trusting = startController({ ...options, env })
  await expect.poll(() => keys, PATIENCE).toContain(`Bearer ${key}`)
  await trusting.kill()
  server.close()
})
