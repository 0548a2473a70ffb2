import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LiveSocket, openLiveSocket, parsePush } from './live-socket.ts'

/*
 * One process of the cluster bench's load: it opens the sockets of floor watchers and of players. The parent
 * process sends commands, and each command is answered once, with its result. Each socket is an open file;
 * Node raises the soft limit of open files to the hard limit.
 */

const CONNECTING_AT_ONCE = 50
/** Give up on a push after this time: an overloaded channel between the processes may lose it. */
const SETTLE_TIMEOUT_MS = 10_000
const RETRY_MS = 200
const SPINS_OF_LOAD = 400

export interface Client {
  url: string
  token: string
  address: string
  /** Set for a player; a watcher has no machine. */
  machineId?: string
}

/** A batch of changes as the sockets of one process received it. */
export interface Batch {
  /** Machine ids and their new statuses. */
  changes: [id: string, status: string][]
  /** Number of sockets that received the batch, by arrival time in ms since 1970. */
  arrivals: [atMs: number, sockets: number][]
}

export type Command =
  | { name: 'watch'; clients: Client[] }
  | { name: 'received' }
  | { name: 'cpu' }
  | { name: 'sit'; clients: Client[] }
  | { name: 'play' }
  | { name: 'played'; fromMs: number }
  | { name: 'close' }
export interface Answers {
  watch: null
  /** Batches by the url of the platform process that sent them. */
  received: { batches: Record<string, Batch[]>; lost: number }
  /** CPU time of this load process so far, ms. */
  cpu: number
  sit: null
  play: null
  /**
   * ms until the acknowledgement of each spin since `fromMs`, and the number of refusals and losses by
   * reason.
   */
  played: { acknowledgedMs: number[]; failures: Record<string, number> }
  close: null
}

let sockets: LiveSocket[] = []
let lost = 0
const onLost = () => {
  lost += 1
}

/** Runs `work` for every item, CONNECTING_AT_ONCE items at a time. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, worker))
}

// ---- watchers

interface Received {
  changes: Batch['changes']
  arrivals: Map<number, number>
}
const received = new Map<string, Received[]>()

/**
 * All sockets of a platform process receive the same batches in the same order, so each batch is parsed once.
 */
function watcherOf(batches: Received[]): (packet: Buffer) => void {
  let next = 0
  return (packet) => {
    // The packet begins with 42["machine".
    if (packet[4] !== 0x6d || packet[5] !== 0x61) return
    const at = Date.now()
    let batch = batches[next]
    if (!batch) {
      const [, payload] = parsePush(packet)
      const changes = (payload as { id: string; status: string }[]).map(
        ({ id, status }): [string, string] => [id, status],
      )
      batch = { changes, arrivals: new Map() }
      batches.push(batch)
    }
    next += 1
    batch.arrivals.set(at, (batch.arrivals.get(at) ?? 0) + 1)
  }
}

async function watch(clients: Client[]): Promise<null> {
  await inTurns(clients, async (client) => {
    const batches = received.get(client.url) ?? []
    received.set(client.url, batches)
    const socket = await openLiveSocket({ ...client, onLost, onPush: watcherOf(batches) })
    const answer = (await socket.request('init', {})) as { ok: boolean }
    if (!answer.ok) throw new Error('a watcher was refused')
    sockets.push(socket)
  })
  return null
}

function readReceived(): Answers['received'] {
  const batches = Object.fromEntries(
    [...received].map(([url, list]) => [
      url,
      list.map(({ changes, arrivals }) => ({ changes, arrivals: [...arrivals] })),
    ]),
  )
  return { batches, lost }
}

function readCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

// ---- players

interface Game {
  phase: string
  spin: { id: string } | null
}
interface Acknowledged {
  ok: boolean
  code?: number
  game?: Game & { credit: number }
  capabilities?: { stakes: number[] }
}
interface Player {
  socket: LiveSocket
  stake: number
  /** Resolves when the spin of this id is settled. */
  settled(spinId: string): Promise<void>
}

const players: Player[] = []
const spins: { at: number; ms: number }[] = []
const failures = new Map<string, number>()
const countFailure = (what: string) => void failures.set(what, (failures.get(what) ?? 0) + 1)

async function seatPlayer(client: Client): Promise<void> {
  let settledSpin: string | undefined
  let onSettled = () => {}
  const onPush = (packet: Buffer) => {
    // The packet begins with 42["game".
    if (packet[4] !== 0x67) return
    const [, game] = parsePush(packet) as [string, Game]
    if (game.phase !== 'idle' || !game.spin) return
    settledSpin = game.spin.id
    onSettled()
  }
  const socket = await openLiveSocket({ ...client, onLost, onPush })
  const { token, machineId: machineID } = client
  const seated = (await socket.request('init', { token, machineID, page: randomUUID() })) as Acknowledged
  const stake = seated.capabilities?.stakes[0] ?? 0
  const amount = SPINS_OF_LOAD * stake
  const loaded = (await socket.request('load', { requestId: randomUUID(), amount })) as Acknowledged
  if (!seated.ok || !loaded.ok) throw new Error(`a player was refused: ${seated.code ?? loaded.code}`)
  sockets.push(socket)
  players.push({
    socket,
    stake,
    async settled(spinId) {
      if (settledSpin === spinId) return
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        onSettled = () => settledSpin === spinId && resolve()
        timer = setTimeout(() => {
          countFailure('no push of the settled spin')
          resolve()
        }, SETTLE_TIMEOUT_MS)
      })
      clearTimeout(timer)
    },
  })
}

let playing = false

/** Starts the next spin as soon as the last one is settled. */
async function spinOn({ socket, stake, settled }: Player): Promise<void> {
  while (playing) {
    const at = Date.now()
    const began = performance.now()
    const answer = (await socket.request('spin', { requestId: randomUUID(), stake })) as Acknowledged
    if (answer.ok) {
      spins.push({ at, ms: performance.now() - began })
      await settled(answer.game?.spin?.id ?? '')
    } else {
      countFailure(`refused: ${answer.code}`)
      await sleep(RETRY_MS)
    }
  }
}

// ---- commands

function close(): null {
  playing = false
  for (const socket of sockets) socket.close()
  sockets = []
  players.length = 0
  spins.length = 0
  received.clear()
  failures.clear()
  lost = 0
  return null
}

async function run(command: Command): Promise<Answers[Command['name']]> {
  switch (command.name) {
    case 'watch':
      return watch(command.clients)
    case 'received':
      return readReceived()
    case 'cpu':
      return readCpuMs()
    case 'sit':
      await inTurns(command.clients, seatPlayer)
      return null
    case 'play':
      playing = true
      for (const player of players) void spinOn(player).catch(() => countFailure('the socket was lost'))
      return null
    case 'played': {
      const acknowledgedMs = spins.filter(({ at }) => at >= command.fromMs).map(({ ms }) => ms)
      return { acknowledgedMs, failures: Object.fromEntries(failures) }
    }
    case 'close':
      return close()
  }
}

process.on('message', (command: Command) => {
  run(command).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
