import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { Code } from '../src/contract/codes.ts'
import { quantile } from './table.ts'

/*
 * A process of bench/processes.ts: players who spin at their sockets. It sends "ready" when all sit, and
 * after each "measure", with the ms for which to measure, a Report.
 */

export interface Player {
  readonly address: string
  readonly token: string
  readonly machineID: string
}

export interface Report {
  readonly spins: number
  /** ms from the command to its acknowledgement. */
  readonly median: number
  readonly p95: number
}

const CONNECTED_AT_ONCE = 20
const REQUEST_MS = 20_000
const LOADED_SPINS = 500

const [players, periodMs]: [Player[], number] = JSON.parse(process.argv[2] ?? '[]')
let acknowledged: number[] = []

const ask = (socket: Socket, name: string, payload: object) =>
  socket.timeout(REQUEST_MS).emitWithAck(name, payload)

async function sit({ address, token, machineID }: Player) {
  const socket = io(address, { auth: { token }, transports: ['websocket'], forceNew: true })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const init = await ask(socket, 'init', { token, machineID, page: randomUUID() })
  if (!init.ok) throw new Error(`machine ${machineID}: ${JSON.stringify(init)}`)
  const [stake = 100] = init.capabilities.stakes
  const load = () => ask(socket, 'load', { requestId: randomUUID(), amount: LOADED_SPINS * stake })
  await load()
  return { socket, stake, load }
}

/** Spins once a period, without an end. */
async function play({ socket, stake, load }: Awaited<ReturnType<typeof sit>>): Promise<never> {
  await sleep(Math.random() * periodMs)
  for (let next = performance.now(); ; next += periodMs) {
    await sleep(next - performance.now())
    const began = performance.now()
    const spin = await ask(socket, 'spin', { requestId: randomUUID(), stake })
    if (spin.ok) acknowledged.push(performance.now() - began)
    else if (spin.code === Code.creditTooLow) await load()
  }
}

const seated: Awaited<ReturnType<typeof sit>>[] = []
for (let at = 0; at < players.length; at += CONNECTED_AT_ONCE)
  seated.push(...(await Promise.all(players.slice(at, at + CONNECTED_AT_ONCE).map(sit))))
for (const one of seated) void play(one)

process.on('message', async (ms: number) => {
  acknowledged = []
  await sleep(ms)
  const [median, p95] = [quantile(acknowledged, 0.5), quantile(acknowledged, 0.95)]
  process.send?.({ spins: acknowledged.length, median, p95 } satisfies Report)
})
process.send?.('ready')
