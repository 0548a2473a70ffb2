import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { Code } from '../../../src/contract/codes.ts'

/* For tests: players that reconnect as the app does. */

const ACK_TIMEOUT_MS = 12_000
const COMMAND_TIMEOUT_MS = 40_000
const STAKE = 100

export interface Ack {
  ok: boolean
  code?: number
  /** Of a cash-out, cents. */
  amount?: number
  game?: { phase: string; credit: number; stake: number; freeSpins: number }
  capabilities?: { stakes: number[] }
}

export interface TestPlayer {
  /** Request ids of the acknowledged spins; `lastAt` is the time of the last one. */
  readonly acknowledged: Set<string>
  lastAt(): number
  /** Codes of refused commands. */
  readonly refusals: number[]
  /** Pushes that make the page leave the game. */
  readonly dismissals: unknown[]
  /** The address of the current socket, and the number of sockets so far. */
  connection(): { address: string; count: number }
  /** Closes the connection without a word, as a network does; the player connects again. */
  cut(): void
  stop(): Promise<void>
}

/** Undefined if the connection fails. */
async function connect(address: string, token: string): Promise<Socket | undefined> {
  const options = { transports: ['websocket'], reconnection: false, forceNew: true, timeout: 3000 }
  const socket = io(address, { auth: { token }, ...options })
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('connect_error', () => resolve(false))
    // A process that ends before it has confirmed the connection causes `disconnect` instead of an error.
    socket.once('disconnect', () => resolve(false))
  })
  if (isConnected) return socket
  socket.disconnect()
  return undefined
}

/** Sends a request. Undefined if it times out or the connection is lost. */
async function ask(socket: Socket, event: string, payload: object): Promise<Ack | undefined> {
  const gone = new Promise<undefined>((resolve) => socket.once('disconnect', () => resolve(undefined)))
  const ack: Promise<Ack> = socket.timeout(ACK_TIMEOUT_MS).emitWithAck(event, payload)
  return Promise.race([ack.catch(() => undefined), gone])
}

/** Starts a player that spins until `stop`. */
export function startTestPlayer(addresses: () => string[], token: string, machineID: string): TestPlayer {
  const acknowledged = new Set<string>()
  const refusals: number[] = []
  const dismissals: unknown[] = []
  let lastAt = 0
  let stopped = false
  let attempt = 0
  let address = ''
  let current: Socket | undefined
  const page = randomUUID()

  async function request(socket: Socket, event: string, payload: object): Promise<Ack | undefined> {
    const answer = await ask(socket, event, payload)
    if (answer && !answer.ok) refusals.push(answer.code ?? 0)
    return answer
  }

  async function play(): Promise<void> {
    let pending: string | undefined
    while (!stopped) {
      const all = addresses()
      address = all[attempt % all.length] ?? ''
      attempt += 1
      const socket = await connect(address, token)
      if (!socket) {
        await sleep(100)
        continue
      }
      current = socket
      socket.on('info', (info: { action: string }) => {
        if (info.action !== 'none') dismissals.push(info)
      })
      const init = await request(socket, 'init', { token, machineID, page })
      if (init?.ok) {
        const stake = init.capabilities?.stakes[0] ?? STAKE
        const load = () => request(socket, 'load', { requestId: randomUUID(), amount: 50 * stake })
        if ((init.game?.credit ?? 0) < stake) await load()
        while (socket.connected && !stopped) {
          const requestId = pending ?? randomUUID()
          pending = requestId
          const answer = await request(socket, 'spin', { requestId, stake })
          if (!answer) break
          // Without further activity the visit would end.
          if (answer.code === Code.creditTooLow) await load()
          if (answer.ok) {
            pending = undefined
            acknowledged.add(requestId)
            lastAt = performance.now()
          }
          await sleep(300)
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
    connection: () => ({ address, count: attempt }),
    cut: () => void current?.io.engine.close(),
    async stop() {
      stopped = true
      await playing
    },
  }
}

/** A player's command, sent through the process at index `place`; `again` repeats an earlier command. */
export interface Command {
  readonly place: number
  readonly event: 'load' | 'spin' | 'cashout' | 'again'
  readonly amount: number
}

/** Codes after which the command's own outcome is still open. */
const INCONCLUSIVE: readonly number[] = [
  Code.serverError,
  Code.stopping,
  Code.takenOver,
  Code.notSeated,
  Code.machineBusy,
]

/**
 * Sends commands in sequence, each to one process after the other until one answers it. Throws an Error if
 * none does.
 */
export async function playCommands(
  commands: Iterable<Command>,
  { addresses, token, machineID, onSend, timeoutMs = COMMAND_TIMEOUT_MS }: CommandsOptions,
): Promise<Answered[]> {
  const page = randomUUID()
  const answered: Answered[] = []
  let open: { address: string; socket: Socket; stake: number } | undefined
  let detours = 0
  let last: Ack | undefined

  async function openAt(place: number) {
    const all = addresses()
    const address = all[(place + detours) % all.length]
    if (!address) return undefined
    if (open?.socket.connected && open.address === address) return open
    open?.socket.disconnect()
    const socket = await connect(address, token)
    const init = socket && (await ask(socket, 'init', { token, machineID, page }))
    open = socket && init?.ok ? { address, socket, stake: init.capabilities?.stakes[0] ?? STAKE } : undefined
    if (open) return open
    socket?.disconnect()
    if (init) last = init
    return undefined
  }

  async function untilAnswered(place: number, event: string, payload: (stake: number) => object) {
    for (const since = performance.now(); performance.now() - since < timeoutMs; ) {
      const at = await openAt(place)
      if (at) onSend()
      const sent = payload(at?.stake ?? STAKE)
      const answer = at && (await ask(at.socket, event, sent))
      if (answer && !INCONCLUSIVE.includes(answer.code ?? 0)) return { sent, answer }
      if (answer?.code !== Code.machineBusy) detours += 1
      await sleep(answer ? 300 : 100)
      if (answer) last = answer
    }
    throw new Error(`${event} at machine ${machineID} is not answered: ${JSON.stringify(last)}`)
  }

  for (const { place, event, amount } of commands) {
    const earlier = answered[amount % Math.max(1, answered.length)]
    if (event === 'again') {
      if (!earlier) continue
      const { answer } = await untilAnswered(place, earlier.event, () => earlier.payload)
      earlier.repeats.push(answer)
      continue
    }
    const requestId = randomUUID()
    const payloads = {
      load: () => ({ requestId, amount }),
      spin: (stake: number) => ({ requestId, stake }),
      cashout: () => ({ requestId }),
    }
    const { sent, answer } = await untilAnswered(place, event, payloads[event])
    if (answer.ok) answered.push({ event, requestId, payload: sent, answer, repeats: [] })
  }
  open?.socket.disconnect()
  return answered
}

export interface CommandsOptions {
  addresses: () => string[]
  readonly token: string
  readonly machineID: string
  onSend(): void
  /** How long a command is sent until it is answered; 40 s by default. */
  readonly timeoutMs?: number
}

/** An executed command, its answer, and the answers to its repetitions. */
export interface Answered {
  readonly event: string
  readonly requestId: string
  readonly payload: object
  readonly answer: Ack
  readonly repeats: Ack[]
}
