import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { WebSocket } from 'ws'
import { openDatabase } from '../platform/store/db.ts'
import { openTestLogins } from '../platform/testing/cluster/login.ts'
import { createControllerKey, startController, writeCabinetFloor } from '../platform/testing/controller.ts'
import { createTestCabinet } from '../platform/testing/floor/cabinet/cabinet.ts'
import { startReadyProcess } from '../platform/testing/process.ts'
import { makeDataFolder } from '../platform/testing/store/database.ts'
import { formatFigure, summarize, type Table } from './table.ts'

const IDLE_CONTROLLERS = 4000
const STATE_MS = 5000
/** Connections that are opened at once. */
const BATCH = 50
const MEASURED_MS = 20_000
const REQUEST_MS = 60_000
const START_CENTS = 10_000_000
const STAKE = 100
const METRICS_TOKEN = 'the-metrics-token-of-the-bench'

/** CPU seconds and MB of the platform's process. */
async function readUse(address: string): Promise<{ cpu: number; mb: number }> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`${address}/metrics`, { headers })).text()
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return { cpu: read('process_cpu_seconds_total'), mb: read('process_resident_memory_bytes') / 1024 ** 2 }
}

/** Percent of a core, and MB at the end. */
async function measureUse(address: string) {
  const before = await readUse(address)
  await sleep(MEASURED_MS)
  const after = await readUse(address)
  return { percent: ((after.cpu - before.cpu) / MEASURED_MS) * 100_000, mb: after.mb }
}

/** Connects a controller that has nothing to report but its state. Returns the function that ends it. */
async function startIdleController(address: string, machine: string, key: string): Promise<() => void> {
  const cabinet = createTestCabinet(machine)
  const ws = new WebSocket(`${address.replace('http', 'ws')}/controllers`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const send = (messages: readonly object[]) => {
    for (const message of messages) ws.send(JSON.stringify(message))
  }
  ws.on('message', (data) => send(cabinet.receive(JSON.parse(String(data)))))
  await once(ws, 'open')
  send(cabinet.greet())
  const states = setInterval(() => send([cabinet.state()]), STATE_MS)
  return () => {
    clearInterval(states)
    ws.terminate()
  }
}

interface Push {
  readonly phase: string
  readonly spin: { readonly id: string } | null
}

/** The times of `count` loads and games, ms. */
async function measurePlay(socket: Socket, count: number) {
  const request = (event: string, payload: object) =>
    socket.timeout(REQUEST_MS).emitWithAck(event, { requestId: randomUUID(), ...payload })
  const loads: number[] = []
  const games: number[] = []
  let last: string | undefined
  for (let n = 0; n < count; n += 1) {
    const loadedAt = performance.now()
    const load = await request('load', { amount: STAKE })
    if (!load.ok) throw new Error(`a load was refused: ${JSON.stringify(load)}`)
    loads.push(performance.now() - loadedAt)
    const isPressedAt = performance.now()
    const ended = new Promise<string>((resolve) => {
      socket.on('game', function onGame({ phase, spin }: Push) {
        if (phase !== 'idle' || !spin || spin.id === last) return
        socket.off('game', onGame)
        resolve(spin.id)
      })
    })
    const spin = await request('spin', { stake: STAKE })
    if (!spin.ok) throw new Error(`a press was refused: ${JSON.stringify(spin)}`)
    last = await ended
    games.push(performance.now() - isPressedAt)
  }
  return { load: summarize(loads), game: summarize(games) }
}

/** `count`: loads and games of each row. */
export async function cabinetsBench(count: number): Promise<Table> {
  const dataDir = await makeDataFolder()
  const keys = Array.from({ length: IDLE_CONTROLLERS + 1 }, createControllerKey)
  const floor = writeCabinetFloor(
    dataDir,
    keys.map(({ hash }) => hash),
  )
  const database = await openDatabase({ dataDir })
  const logIn = await openTestLogins(database.db, dataDir)
  const { token } = await logIn(START_CENTS)
  await database.close()
  const platform = await startReadyProcess(dataDir, { ...floor, METRICS_TOKEN })
  const { address } = platform
  const folder = join(dataDir, 'controller')
  mkdirSync(folder)
  const [first] = keys
  const url = `${address.replace('http', 'ws')}/controllers`
  const env = { GAME_MS: '0' }
  const controller = startController({ folder, machine: '1', key: first?.key ?? '', url, env })
  const socket = io(address, { auth: { token }, transports: ['websocket'] })
  const ends: (() => void)[] = []
  try {
    for (let isSeated = false; !isSeated; await sleep(100))
      isSeated = (await socket.emitWithAck('init', { token, machineID: '1' })).ok
    const before = { use: await measureUse(address), ...(await measurePlay(socket, count)) }
    for (let at = 1; at < keys.length; at += BATCH) {
      const batch = keys.slice(at, at + BATCH)
      const started = batch.map(({ key }, n) => startIdleController(address, String(at + n + 1), key))
      ends.push(...(await Promise.all(started)))
    }
    // The first state of each is over.
    await sleep(STATE_MS)
    const after = { use: await measureUse(address), ...(await measurePlay(socket, count)) }
    const both = (name: string, read: (one: typeof before) => string) => [name, read(before), read(after)]
    const cost = after.use.percent - before.use.percent
    return {
      title: 'Controllers of cabinets',
      note: `One process with the embedded database and a player at a cabinet behind the controller of docs/examples/controller. The idle controllers report their state each 5 s and run on the same machine. ${count} loads and games each, with what the controller writes to its disk. ${IDLE_CONTROLLERS} idle controllers took ${cost.toFixed(1)} % of a core more.`,
      head: ['', 'one controller', `and ${IDLE_CONTROLLERS} idle ones`],
      rows: [
        both('press of Start to the booked game, ms', ({ game }) => formatFigure(game)),
        both('load, until the cabinet has confirmed it, ms', ({ load }) => formatFigure(load)),
        both('CPU of the process, percent of a core', ({ use }) => use.percent.toFixed(1)),
        both('memory of the process, MB', ({ use }) => use.mb.toFixed(0)),
      ],
    }
  } finally {
    for (const end of ends) end()
    socket.disconnect()
    await controller.kill()
    platform.child.kill('SIGTERM')
    await platform.exited
    rmSync(dataDir, { recursive: true, force: true })
  }
}
