import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { Code } from '../../src/contract/codes.ts'
import type { FromController } from '../machines/cabinet/controller-messages.ts'
import { CLOSE } from '../realtime/controller-websocket.ts'
import { createTestClients } from '../testing/cluster/clients.ts'
import {
  isPossible,
  type Node,
  PATIENCE,
  startTestCluster,
  type TestCluster,
} from '../testing/cluster/cluster.ts'
import { createTestCabinet, type TestCabinet } from '../testing/floor/cabinet/cabinet.ts'
import { booksOf } from '../testing/floor/cabinet/line.ts'
import { audit } from '../testing/floor/floor.ts'
import { startTestMediaMtx } from '../testing/video/sfu/mediamtx.ts'

vi.setConfig({ testTimeout: 120_000 })

/*
 * Cabinets whose controller and player are connected to a process that does not own them, and owners that are
 * killed meanwhile. The stake is 1.00.
 */

const START_CENTS = 1_000_000
/** More than the tests take from either process, also when some of them run again. */
const MACHINES = 24
/** A controller repeats its state each 5 s, or sooner. */
const STATE_MS = 2000
const SECRET = 'a-secret-of-twenty-four-characters'
const keyOf = (machine: string) => `a-key-of-machine-${machine}-that-is-long-enough`
let cluster: TestCluster
let mediamtx: Awaited<ReturnType<typeof startTestMediaMtx>>
const sockets: WebSocket[] = []
const timers: NodeJS.Timeout[] = []
/** Machines of earlier tests. */
const used = new Set<string>()

describe.skipIf(!isPossible)('two processes', () => {
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'reelcast-cabinets-'))
    const floorFile = join(folder, 'floor.json')
    mediamtx = await startTestMediaMtx()
    const machines = Array.from({ length: MACHINES }, (_, at) => ({
      ...{ id: at + 1, name: `C${at + 1}`, brand: 'nar', driver: 'controller' },
      key: `sha256:${createHash('sha256')
        .update(keyOf(`${at + 1}`))
        .digest('hex')}`,
      video: { url: `https://pictures.example/hall/${at + 1}/whep`, api: mediamtx.api },
    }))
    writeFileSync(floorFile, JSON.stringify({ machines }))
    cluster = await startTestCluster({
      FLOOR_FILE: floorFile,
      CALL_LIMIT: '100000',
      VIDEO_SFU_SECRET: SECRET,
    })
  }, 120_000)
  afterAll(async () => {
    timers.forEach(clearInterval)
    for (const socket of sockets) socket.terminate()
    await Promise.all([cluster?.stop(), mediamtx?.stop()])
    rmSync(folder, { recursive: true })
  }, 30_000)

  const { openSocket, post } = createTestClients((place) => cluster.nodes[place]?.address ?? '', '')

  /** A controller that dials the first living process again, until `cut`. `isMute`: its answers are lost. */
  function startController(cabinet: TestCabinet, machine: string, place: number) {
    const line = { ws: undefined as WebSocket | undefined, isCut: false, isMute: false }
    async function dial(address: string | undefined): Promise<void> {
      if (!address) return
      const url = `${address.replace('http', 'ws')}/controllers`
      const ws = new WebSocket(url, { headers: { authorization: `Bearer ${keyOf(machine)}` } })
      sockets.push(ws)
      line.ws = ws
      const send = (messages: ReturnType<TestCabinet['greet']>) => {
        for (const message of messages) if (ws.readyState === ws.OPEN) ws.send(JSON.stringify(message))
      }
      ws.on('message', (data) => {
        const answers = cabinet.receive(JSON.parse(String(data)))
        if (!line.isMute) send(answers)
      })
      ws.on('error', () => {})
      ws.on('close', () => {
        if (!line.isCut) setTimeout(() => void dial(cluster.alive()[0]?.address), 200)
      })
      await once(ws, 'open').catch(() => {})
      send(cabinet.greet())
    }
    const connected = dial(cluster.nodes[place]?.address)
    const states = setInterval(() => {
      if (!line.isMute && line.ws?.readyState === WebSocket.OPEN)
        line.ws.send(JSON.stringify(cabinet.state()))
    }, STATE_MS)
    timers.push(states)
    const cut = () => {
      line.isCut = true
      line.ws?.terminate()
    }
    const report = (...messages: FromController[]) => {
      for (const message of messages) line.ws?.send(JSON.stringify(message))
    }
    return {
      connected,
      line,
      report,
      cut,
      play: (win: number) => report(...cabinet.play(win)),
    }
  }

  const books = (player: string, machine: string) => booksOf(cluster.db, player, machine)
  const isBooked = (player: string, machine: string, expected: readonly number[]) =>
    expect.poll(() => books(player, machine), PATIENCE).toEqual(expected)

  /**
   * Joins a machine that the process at `owner` owns. Its player and its controller are connected to the
   * process at `place`.
   */
  async function joined(owner: number, place: number) {
    const node = cluster.nodes[owner] as Node
    const owned = async () => (await cluster.owners()).get(node.name) ?? []
    await expect.poll(async () => (await owned()).length, PATIENCE).toBeGreaterThan(0)
    const machine = (await owned()).find((one) => !used.has(one))
    if (machine === undefined) throw new Error('each machine of this process has been used: raise MACHINES')
    used.add(machine)
    const cabinet = createTestCabinet(machine)
    const controller = startController(cabinet, machine, place)
    await controller.connected
    const { id, token } = await cluster.logIn()
    const page = openSocket(place, token)
    await expect
      .poll(() => page.request('init', { token, machineID: machine }), PATIENCE)
      .toMatchObject({ ok: true })
    const load = (amount: number) => page.request('load', { requestId: randomUUID(), amount })
    const press = async () => {
      const requestId = randomUUID()
      await expect
        .poll(() => page.request('spin', { requestId, stake: 100 }), PATIENCE)
        .toMatchObject({ ok: true })
    }
    return { machine, cabinet, controller, page, id, token, node, load, press }
  }

  test.each([
    [0, 1],
    [1, 0],
  ])('a cabinet of process %i is played through process %i, to the cent', async (owner, place) => {
    const { machine, cabinet, controller, page, id, load, press } = await joined(owner, place)
    await expect.poll(() => cabinet.visit, PATIENCE).not.toBeNull()
    expect(await load(20_000)).toMatchObject({ ok: true, balance: START_CENTS - 20_000 })
    for (let n = 1; n <= 3; n += 1) {
      await press()
      await expect.poll(() => cabinet.games, PATIENCE).toBe(n)
    }
    const help = { requestId: randomUUID(), button: 'help' }
    await expect.poll(() => page.request('press', help), PATIENCE).toMatchObject({ ok: true })
    expect(await page.request('press', { requestId: randomUUID(), button: 'none' })).toMatchObject({
      ok: false,
      code: Code.notFound,
    })
    await expect.poll(() => cabinet.pressed, PATIENCE).toEqual(['start', 'start', 'start', 'help'])
    controller.play(4200)
    await isBooked(id, machine, [START_CENTS - 20_000, 20_000 - 400 + 4200, 0, 0])
    await expect
      .poll(() => page.request('cashout', { requestId: 'cash-out-1' }), PATIENCE)
      .toMatchObject({ ok: true, amount: 23_800 })
    await isBooked(id, machine, [START_CENTS + 3800, 0, 0, 0])
    expect(cabinet.credit).toBe(0)
    page.socket.disconnect()
    await expect.poll(() => cabinet.visit, PATIENCE).toBeNull()
    controller.cut()
    expect(await audit(cluster.db)).toEqual([])
  })

  test("the readers of a camera end with their player's login, and with the seat, that end at the other process", async () => {
    const { machine, controller, page, token, load } = await joined(0, 1)
    const path = `hall/${machine}`
    // With credit the seat outlives the login.
    expect(await load(1000)).toMatchObject({ ok: true })
    mediamtx.open('login', path)
    mediamtx.open('other', 'hall/of-another-machine')
    expect((await post(0, '/api/player/logout', token)).status).toBe(200)
    await expect.poll(mediamtx.left, PATIENCE).toEqual(['other'])
    const next = await joined(0, 1)
    mediamtx.open('seat', `hall/${next.machine}`)
    const cancel = await post(1, '/api/player/cancel', next.token, { machineId: next.machine })
    expect(cancel.status).toBe(200)
    await expect.poll(mediamtx.left, PATIENCE).toEqual(['other'])
    page.socket.disconnect()
    controller.cut()
    next.controller.cut()
  })

  test('a newer controller at the other process takes the machine over, and the older one is closed', async () => {
    const { machine, cabinet, controller, load } = await joined(0, 1)
    let older = controller
    let loaded = 0
    for (const place of [0, 1]) {
      const closed = new Promise<number>((resolve) => older.line.ws?.once('close', resolve))
      older.line.isCut = true
      const newer = startController(cabinet, machine, place)
      await newer.connected
      expect(await closed).toBe(CLOSE.replaced)
      await expect.poll(() => load(500), PATIENCE).toMatchObject({ ok: true })
      loaded += 500
      expect(cabinet.credit).toBe(loaded)
      older = newer
    }
    older.cut()
  })

  test('what a held cabinet reports reaches its player at each process', async () => {
    const { machine, controller, page, id, token, load } = await joined(0, 1)
    expect(await load(3000)).toMatchObject({ ok: true })
    page.socket.io.engine.close()
    controller.report({ type: 'handpay', id: 'h1', cents: 700 })
    for (const place of [0, 1]) {
      const lobby = openSocket(place, token)
      const seat = async () => (await lobby.request('init', { id })).session
      await expect
        .poll(seat, PATIENCE)
        .toMatchObject({ id: machine, credit: 3000, cabinet: { status: 'ready', handPay: 700 } })
      lobby.socket.disconnect()
    }
    controller.cut()
  })

  test('a press of before an outage of Redis is not made after it', async () => {
    const { cabinet, page, load, press } = await joined(0, 1)
    expect(await load(1000)).toMatchObject({ ok: true })
    await press()
    await expect.poll(() => cabinet.pressed, PATIENCE).toEqual(['start'])
    await expect.poll(() => cabinet.credit, PATIENCE).toBe(900)
    await cluster.redis.kill()
    await press()
    const pressedAt = Date.now()
    // Longer than a press is valid.
    await expect.poll(() => Date.now() - pressedAt, PATIENCE).toBeGreaterThan(2500)
    await cluster.redis.start()
    const help = { requestId: randomUUID(), button: 'help' }
    // What follows it arrives, so that the press has, too.
    await expect.poll(() => page.request('press', help), PATIENCE).toMatchObject({ ok: true })
    await expect.poll(() => cabinet.pressed, PATIENCE).toEqual(['start', 'help'])
  })

  test('the owner is killed with a load on its way: the next owner hears from the cabinet what became of it', async () => {
    const { machine, cabinet, controller, page, id, token, node, load, press } = await joined(0, 1)
    expect(await load(10_000)).toMatchObject({ ok: true })
    await press()
    await isBooked(id, machine, [START_CENTS - 10_000, 9900, 0, 0])
    controller.report(
      { type: 'handpay', id: 'h1', cents: 90_000 },
      { type: 'fault', code: 'door', text: 'Door open' },
    )
    const reported = async () => {
      const seat = await page.request('init', { token, machineID: machine })
      return seat.ok ? seat.game?.cabinet : undefined
    }
    const fault = { status: 'fault', handPay: 90_000, fault: 'Door open' }
    await expect.poll(reported, PATIENCE).toEqual(fault)
    // Of a load that the cabinet refuses, the next owner knows it, too.
    const refusedLoad = { requestId: randomUUID(), amount: 800 }
    const isRefused = async () =>
      expect(await page.request('load', refusedLoad)).toMatchObject({ ok: false, code: Code.machineRefused })
    cabinet.setBusy(true)
    await isRefused()
    cabinet.setBusy(false)
    // The cabinet takes the load, and its word of it is lost with the owner.
    controller.line.isMute = true
    const loading = load(5000).catch(() => undefined)
    await expect.poll(() => cabinet.credit, PATIENCE).toBe(14_900)
    expect(await books(id, machine)).toEqual([START_CENTS - 15_000, 9900, 5000, 0])
    node.child.kill('SIGKILL')
    controller.line.isMute = false
    // A game that nobody hears of yet.
    controller.play(300)
    await loading
    await isBooked(id, machine, [START_CENTS - 15_000, 14_900 + 200, 0, 0])
    await isRefused()
    await expect.poll(reported, PATIENCE).toEqual(fault)
    controller.report({ type: 'fault' }, { type: 'handpay-done', id: 'h1', to: 'attendant' })
    await expect.poll(reported, PATIENCE).toEqual({ status: 'ready' })
    await press()
    await isBooked(id, machine, [START_CENTS - 15_000, 15_000, 0, 90_000])
    await expect
      .poll(() => page.request('cashout', { requestId: 'cash-out-1' }), PATIENCE)
      .toMatchObject({ ok: true, amount: 15_000 })
    await isBooked(id, machine, [START_CENTS, 0, 0, 90_000])
    expect(cabinet.games).toBe(3)
    const row = cluster.db.selectFrom('cabinets').selectAll().where('machine_id', '=', Number(machine))
    expect(await row.executeTakeFirst()).toMatchObject({ closed: null, extra: 0, last_game: 3 })
    expect([await audit(cluster.db), await cluster.foreignWrites()]).toEqual([[], []])
  })

  test('the process with the controller is killed during a cash-out: the controller connects to the owner', async () => {
    await cluster.start()
    const { machine, cabinet, controller, page, id, token, load, press } = await joined(2, 1)
    expect(await load(7000)).toMatchObject({ ok: true })
    await press()
    await isBooked(id, machine, [START_CENTS - 7000, 6900, 0, 0])
    controller.line.isMute = true
    void page.request('cashout', { requestId: 'cash-out-1' }).catch(() => undefined)
    await expect.poll(() => cabinet.credit, PATIENCE).toBe(0)
    expect(await books(id, machine)).toEqual([START_CENTS - 7000, 0, 6900, 0])
    cluster.nodes[1]?.child.kill('SIGKILL')
    controller.line.isMute = false
    await isBooked(id, machine, [START_CENTS - 100, 0, 0, 0])
    const again = openSocket(2, token)
    await expect
      .poll(() => again.request('init', { token, machineID: machine }), PATIENCE)
      .toMatchObject({ ok: true, balance: START_CENTS - 100 })
    // The same cash-out again is the one that has happened.
    expect(await again.request('cashout', { requestId: 'cash-out-1' })).toMatchObject({
      ok: true,
      amount: 6900,
    })
    expect(await again.request('load', { requestId: 'load-more', amount: 100 })).toMatchObject({ ok: true })
    await isBooked(id, machine, [START_CENTS - 200, 100, 0, 0])
    expect([await audit(cluster.db), await cluster.foreignWrites()]).toEqual([[], []])
    again.socket.disconnect()
  })
})
