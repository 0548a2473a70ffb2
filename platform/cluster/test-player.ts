import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'

/* For tests: a player who spins for as long as it lasts, and comes back as the app does. */

const ACK_TIMEOUT_MS = 12_000
const STAKE = 100

interface Ack {
  ok: boolean
  code?: number
  game?: { phase: string; credit: number; stake: number }
  capabilities?: { stakes: number[] }
}

export interface TestPlayer {
  /** Request ids of the acknowledged spins, and when the last one was. */
  readonly acknowledged: Set<string>
  lastAt(): number
  /** Codes of refused commands. */
  readonly refusals: number[]
  /** Messages that ask the page to leave. */
  readonly dismissals: unknown[]
  stop(): Promise<void>
}

export function startTestPlayer(addresses: () => string[], token: string, machineID: string): TestPlayer {
  const acknowledged = new Set<string>()
  const refusals: number[] = []
  const dismissals: unknown[] = []
  let lastAt = 0
  let stopped = false
  let attempt = 0
  const page = randomUUID()

  async function connect(): Promise<Socket | undefined> {
    const all = addresses()
    const address = all[attempt % all.length] ?? ''
    attempt += 1
    const socket = io(address, {
      auth: { token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      timeout: 3000,
    })
    socket.on('info', (info: { action: string }) => {
      if (info.action !== 'none') dismissals.push(info)
    })
    const connected = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('connect_error', () => resolve(false))
    })
    if (connected) return socket
    socket.disconnect()
    return undefined
  }

  /** Undefined when the connection is gone. */
  async function ask(socket: Socket, event: string, payload: object): Promise<Ack | undefined> {
    const gone = new Promise<undefined>((resolve) => socket.once('disconnect', () => resolve(undefined)))
    const ack: Promise<Ack> = socket.timeout(ACK_TIMEOUT_MS).emitWithAck(event, payload)
    const answer = await Promise.race([ack.catch(() => undefined), gone])
    if (answer && !answer.ok) refusals.push(answer.code ?? 0)
    return answer
  }

  async function play(): Promise<void> {
    let pending: string | undefined
    while (!stopped) {
      const socket = await connect()
      if (!socket) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        continue
      }
      const init = await ask(socket, 'init', { token, machineID, page })
      if (init?.ok) {
        const stake = init.capabilities?.stakes[0] ?? STAKE
        if ((init.game?.credit ?? 0) < stake)
          await ask(socket, 'load', { requestId: randomUUID(), amount: 50 * stake })
        while (socket.connected && !stopped) {
          const requestId = pending ?? randomUUID()
          pending = requestId
          const answer = await ask(socket, 'spin', { requestId, stake })
          if (!answer) break
          if (answer.ok) {
            pending = undefined
            acknowledged.add(requestId)
            lastAt = performance.now()
          }
          await new Promise((resolve) => setTimeout(resolve, 300))
        }
      }
      socket.disconnect()
    }
  }
  const playing = play()
  return {
    acknowledged,
    lastAt: () => lastAt,
    refusals,
    dismissals,
    async stop() {
      stopped = true
      await playing
    },
  }
}
