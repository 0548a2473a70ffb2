import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Answers, Batch, Client, Command } from './cluster-clients.ts'
import { type BenchFloor, openServers, type Player, type SeatChange } from './cluster-floor.ts'
import { quantile, type Table } from './table.ts'

const GENERATORS = 2
const MB = 1024 * 1024
/** Time for the last batch of changes to arrive. */
const BATCH_DELAY_MS = 2000
const WARM_UP_SPINS_MS = 4000

export interface Scale {
  processes: readonly number[]
  sockets: number
  machines: number
  changesPerSecond: number
  /** In each round every machine changes once; the first two rounds are warm-up. */
  rounds: number
  spinSeconds: number
}

export const WHOLE: Scale = {
  processes: [1, 2, 4],
  sockets: 5000,
  machines: 1000,
  changesPerSecond: 200,
  rounds: 6,
  spinSeconds: 15,
}
export const QUICK: Scale = {
  processes: [1, 2],
  sockets: 200,
  machines: 100,
  changesPerSecond: 50,
  rounds: 4,
  spinSeconds: 4,
}

// ---- the processes of the load

async function startGenerators() {
  const file = fileURLToPath(new URL('./cluster-clients.ts', import.meta.url))
  const children = Array.from({ length: GENERATORS }, () => fork(file, { execArgv: ['--import', 'tsx'] }))
  /** Sends each generator its command and resolves with all results. */
  async function all<N extends Command['name']>(
    commandOf: (generator: number) => Extract<Command, { name: N }>,
  ): Promise<Answers[N][]> {
    return Promise.all(
      children.map(async (child, generator) => {
        const answered = once(child, 'message')
        child.send(commandOf(generator))
        const [message] = (await answered) as [{ result?: Answers[N]; error?: string }]
        if (message.error !== undefined) throw new Error(message.error)
        return message.result as Answers[N]
      }),
    )
  }
  return { all, stop: () => children.forEach((child) => void child.disconnect()) }
}
type Generators = Awaited<ReturnType<typeof startGenerators>>

/**
 * Builds the clients of all platform processes, each with its own address, and splits them over the
 * generators.
 */
function clientsOf(players: readonly Player[], urls: readonly string[], machineIds?: readonly string[]) {
  const all = players.map(({ token }, at): Client => {
    const address = `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`
    const machineId = machineIds?.[at]
    return { token, address, url: urls[at % urls.length] ?? '', ...(machineId && { machineId }) }
  })
  const size = Math.ceil(all.length / GENERATORS)
  return (generator: number) => all.slice(generator * size, (generator + 1) * size)
}

// ---- statuses

/** In even rounds players join all machines, in odd rounds they leave them, at `changesPerSecond`. */
async function changeSeats(
  floor: BenchFloor,
  players: readonly Player[],
  { rounds, changesPerSecond }: Scale,
  onWarm: () => Promise<void>,
): Promise<void> {
  const began = performance.now()
  const { machineIds } = floor
  /** The last command of each machine; a machine's commands run in sequence. */
  const commands = machineIds.map(() => Promise.resolve())
  let failure: unknown
  const onFailure = (error: unknown) => {
    failure ??= error
  }
  for (let change = 0; change < rounds * machineIds.length && !failure; change += 1) {
    await sleep(began + (change * 1000) / changesPerSecond - performance.now())
    const at = change % machineIds.length
    const round = Math.floor(change / machineIds.length)
    if (round === 2 && at === 0) await onWarm()
    const [player, machineId, before] = [players[at], machineIds[at], commands[at]]
    if (!player || !machineId) throw new Error('every machine needs a player')
    const send = () => floor.command(round % 2 === 0 ? 'sit' : 'leave', player.id, machineId)
    commands[at] = Promise.resolve(before).then(send).catch(onFailure)
  }
  await Promise.all(commands)
  if (failure) throw failure
}

/**
 * Counts the sockets of one process by the ms from a change's commit to its arrival. The first `from` changes
 * are warm-up. Throws if the process pushed other changes than the database recorded.
 */
function latencies(
  changes: readonly SeatChange[],
  batches: Batch[],
  from: number,
  counts: Map<number, number>,
): void {
  const committed = new Map<string, SeatChange[]>()
  const order = new Map(changes.map((change, at) => [change, at]))
  for (const change of changes) {
    const own = committed.get(change.machineId) ?? []
    committed.set(change.machineId, own)
    own.push(change)
  }
  for (const { changes: shown, arrivals } of batches) {
    for (const [id, status] of shown) {
      const change = committed.get(id)?.shift()
      if (!change || change.isSeated !== (status === 'playing'))
        throw new Error(`machine ${id} is shown as ${status}, which it was not next`)
      if ((order.get(change) ?? 0) < from) continue
      for (const [at, sockets] of arrivals) {
        const ms = Math.max(0, Math.round(at - change.atMs))
        counts.set(ms, (counts.get(ms) ?? 0) + sockets)
      }
    }
  }
  const missed = [...committed.values()].flat().length
  if (missed > 0) throw new Error(`${missed} changes did not reach the sockets`)
}

function quantileOf(counts: ReadonlyMap<number, number>, share: number): number {
  const sorted = [...counts].sort(([a], [b]) => a - b)
  const total = sorted.reduce((sum, [, count]) => sum + count, 0)
  let seen = 0
  for (const [ms, count] of sorted) {
    seen += count
    if (seen > total * share) return ms
  }
  throw new Error('no status was received')
}

async function measureStatuses(
  floor: BenchFloor,
  generators: Generators,
  players: readonly Player[],
  scale: Scale,
) {
  const clients = clientsOf(players, floor.urls)
  await generators.all((generator) => ({ name: 'watch', clients: clients(generator) }))
  const cpuOf = async () => {
    const [processes, load] = await Promise.all([
      floor.figures(),
      generators.all(() => ({ name: 'cpu' as const })),
    ])
    return {
      processes: processes.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
      load: load.reduce((sum, ms) => sum + ms / 1000, 0),
    }
  }
  let began = 0
  let before = { processes: 0, load: 0 }
  await changeSeats(floor, players, scale, async () => {
    before = await cpuOf()
    began = performance.now()
  })
  const seconds = (performance.now() - began) / 1000
  const after = await cpuOf()
  await sleep(BATCH_DELAY_MS)
  const figures = await floor.figures()
  const received = await generators.all(() => ({ name: 'received' as const }))
  const changes = await floor.seatChanges()
  const counts = new Map<number, number>()
  for (const { batches } of received)
    for (const list of Object.values(batches)) latencies(changes, list, 2 * floor.machineIds.length, counts)
  await generators.all(() => ({ name: 'close' as const }))
  const memory = figures.map(({ memoryBytes }) => memoryBytes / MB)
  const shown = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return {
    statusP50: quantileOf(counts, 0.5),
    statusP95: quantileOf(counts, 0.95),
    statusesPerSecond: shown / seconds,
    lost: received.reduce((sum, { lost }) => sum + lost, 0),
    memory: quantile(memory, 0.5),
    memoryOfAll: memory.reduce((sum, one) => sum + one, 0),
    processCores: (after.processes - before.processes) / seconds,
    loadCores: (after.load - before.load) / seconds,
  }
}

// ---- spins

async function measureSpins(
  floor: BenchFloor,
  generators: Generators,
  players: readonly Player[],
  { machines, spinSeconds }: Scale,
) {
  const clients = clientsOf(players.slice(0, machines), floor.urls, floor.machineIds)
  await generators.all((generator) => ({ name: 'sit', clients: clients(generator) }))
  await generators.all(() => ({ name: 'play' as const }))
  await sleep(WARM_UP_SPINS_MS)
  const fromMs = Date.now()
  await sleep(spinSeconds * 1000)
  const toMs = Date.now()
  const played = await generators.all(() => ({ name: 'played' as const, fromMs }))
  const settled = await floor.settledSpins(fromMs, toMs)
  await generators.all(() => ({ name: 'close' as const }))
  const acknowledged = played.flatMap(({ acknowledgedMs }) => acknowledgedMs)
  for (const { failures } of played)
    for (const [what, count] of Object.entries(failures)) console.log(`${what}: ${count}`)
  return {
    spinsPerSecond: settled / ((toMs - fromMs) / 1000),
    spinP50: quantile(acknowledged, 0.5),
    spinP95: quantile(acknowledged, 0.95),
  }
}

type Measured = Awaited<ReturnType<typeof measureStatuses>> & Awaited<ReturnType<typeof measureSpins>>

const ROWS: readonly [name: string, figure: keyof Measured, digits: number][] = [
  ['status from the database to a socket, p50, ms', 'statusP50', 0],
  ['status from the database to a socket, p95, ms', 'statusP95', 0],
  ['statuses received, all sockets, a second', 'statusesPerSecond', 0],
  ['sockets lost', 'lost', 0],
  ['memory of a process, MB', 'memory', 0],
  ['memory of all processes, MB', 'memoryOfAll', 0],
  ['cores used by the processes', 'processCores', 2],
  ['cores used by the sockets of the load', 'loadCores', 2],
  ['spins settled a second', 'spinsPerSecond', 0],
  ['spin until its acknowledgement, p50, ms', 'spinP50', 0],
  ['spin until its acknowledgement, p95, ms', 'spinP95', 0],
]

/** Measures spins, statuses and memory of the same floor for several numbers of processes. */
export async function clusterBench(scale: Scale): Promise<Table> {
  const { sockets, machines, changesPerSecond, rounds, spinSeconds } = scale
  const title = 'Several processes on one machine'
  const servers = await openServers(sockets)
  if (!servers) return { title, note: 'Needs PostgreSQL and Redis.', head: ['processes'], rows: [] }
  const generators = await startGenerators()
  const measured: Measured[] = []
  try {
    for (const count of scale.processes) {
      const floor = await servers.startFloor(count, machines)
      try {
        const statuses = await measureStatuses(floor, generators, servers.players, scale)
        measured.push({ ...statuses, ...(await measureSpins(floor, generators, servers.players, scale)) })
      } finally {
        await floor.stop()
      }
    }
  } finally {
    generators.stop()
    await servers.stop()
  }
  const ratio = (now: number, before: number) => (before ? (now / before).toFixed(2) : '')
  const cells = (figure: keyof Measured, digits: number) =>
    measured.flatMap((one, at) => {
      const before = measured[at - 1]
      const value = one[figure].toFixed(digits)
      return before ? [value, ratio(one[figure], before[figure])] : [value]
    })
  const { length } = cpus()
  return {
    title,
    note: `PostgreSQL ${servers.version}, Redis, the platform's processes and the load share ${length} cores: another process has no core of its own here. Statuses: ${sockets} sockets at all processes watch ${machines} machines, whose seats players take and leave ${changesPerSecond} times a second for ${((rounds - 2) * machines) / changesPerSecond} s; from the commit, by the database's clock, to each socket. Batches of 100 ms are part of it. Memory is measured with these sockets, without the video processes. Spins: ${machines} players at their sockets each spin again as soon as their spin, of about 2 s, is settled, for ${spinSeconds} s. Ratios are to the number of processes before.`,
    head: ['figure', ...scale.processes.flatMap((count, at) => (at ? [`${count}`, 'ratio'] : [`${count}`]))],
    rows: ROWS.map(([name, figure, digits]) => [name, ...cells(figure, digits)]),
  }
}
