import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { QualityReport } from '../../src/contract/quality-report.ts'
import type { FloorFigures } from '../floor/ports/interfaces.ts'

/** The values that the gauges read at each request of the metrics. */
export interface Gauges {
  figures(): FloorFigures
  sockets(): { game: number; notification: number }
  /** The number of video streams that are sent, and of distinct machines among them. */
  pictures(): { sent: number; machines: number }
  /** Processor time of the video process since its start, ms; undefined while it is down. */
  videoCpuMs(): Promise<number | undefined>
  /** The number of machines that this process has gained or lost. */
  ownershipChanges(): number
  /** Whether it also takes messages; undefined without REDIS_URL. */
  isRedisConnected(): boolean | undefined
  /** The database's response time, ms; undefined if it does not answer. */
  databaseMs(): Promise<number | undefined>
}

/** The platform's metrics for Prometheus. Times in seconds, by its conventions. */
export interface Metrics {
  readonly contentType: string
  /** The current metrics in Prometheus' text format. */
  text(): Promise<string>
  /** Sets the source of the gauges. */
  readFrom(gauges: Gauges): void
  /** `result`: "ok", or the code of the refusal. */
  countLogin(result: string): void
  /** A command of a player or of the operator that was refused. */
  countRefusal(command: string, code: number): void
  observeSpin(seconds: number): void
  observeCall(route: string, method: string, status: number, seconds: number): void
  /** `result`: "ok", or why the WHEP session was refused. */
  observePictureOpening(result: string, seconds: number): void
  countVideoLoss(): void
  /** A player's own figures. `build`: whether the player uses the build that this platform serves. */
  observeQuality(report: QualityReport, build: 'current' | 'other'): void
  /** An error in the log, by the part of the platform that wrote it. */
  countError(area: string): void
}

const SPIN_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const CALL_SECONDS = [0.005, 0.025, 0.1, 0.25, 1, 2.5]
const PICTURE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const JOIN_SECONDS = [0.25, 0.5, 1, 2, 3, 5, 8, 15, 30]
const PRESS_SECONDS = [0.1, 0.15, 0.2, 0.3, 0.5, 1, 2]
const AGE_SECONDS = [0.05, 0.1, 0.15, 0.25, 0.5, 1, 2]
const INTERRUPTION_SECONDS = [1, 2, 3, 5, 10, 30, 60, 180]

/** Creates the metrics of one platform. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name: `reelcast_${name}`, help, labelNames, registers })
  const histogram = <L extends string>(name: string, help: string, labelNames: L[], buckets: number[]) =>
    new Histogram({ name: `reelcast_${name}`, help, labelNames, buckets, registers })

  const logins = counter('logins_total', 'Logins by result: ok, or the code of the refusal or failure.', [
    'result',
  ])
  const refusals = counter('refusals_total', 'Refused commands by code.', ['command', 'code'])
  const errors = counter('errors_total', 'Errors in the log, by area; ledger errors are in floor.', ['area'])
  const videoLosses = counter(
    'video_losses_total',
    'Ends of the video process that cost viewers their picture.',
    [],
  )
  const spins = histogram('spin_seconds', 'From the command to the booked outcome.', [], SPIN_SECONDS)
  const calls = histogram('http_seconds', 'HTTP calls.', ['route', 'method', 'status'], CALL_SECONDS)
  const openings = histogram(
    'picture_open_seconds',
    'From an offer to its answer.',
    ['result'],
    PICTURE_SECONDS,
  )
  const observeQuality = playerFigures(histogram)

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    readFrom: (gauges) => addGauges(registry, gauges),
    countLogin: (result) => logins.inc({ result }),
    countRefusal: (command, code) => refusals.inc({ command, code }),
    observeSpin: (seconds) => spins.observe(seconds),
    observeCall: (route, method, status, seconds) => calls.observe({ route, method, status }, seconds),
    observePictureOpening: (result, seconds) => openings.observe({ result }, seconds),
    countVideoLoss: () => videoLosses.inc(),
    observeQuality,
    countError: (area) => errors.inc({ area }),
  }
}

type AddHistogram = <L extends string>(
  name: string,
  help: string,
  labelNames: L[],
  buckets: number[],
) => Histogram<L>

/** The figures of the players' reports. Their labels have few values, which no player can extend. */
function playerFigures(histogram: AddHistogram): Metrics['observeQuality'] {
  const labels: ('device' | 'build')[] = ['device', 'build']
  const joins = histogram(
    'player_join_seconds',
    'At the players: from the press on a machine to its first picture.',
    labels,
    JOIN_SECONDS,
  )
  const presses = histogram(
    'player_press_seconds',
    'At the players: from the press of a spin to its first picture, the median of each report.',
    labels,
    PRESS_SECONDS,
  )
  const ages = histogram(
    'player_picture_age_seconds',
    'At the players: age of the picture, the median of each report.',
    labels,
    AGE_SECONDS,
  )
  const interruptions = histogram(
    'player_interruption_seconds',
    'At the players: length of each interruption; cause: stall, or reconnect.',
    [...labels, 'cause'],
    INTERRUPTION_SECONDS,
  )
  return ({ device, joinMs, pressMs, ageMs, stallsMs, reconnectsMs }, build) => {
    if (joinMs !== undefined) joins.observe({ device, build }, joinMs / 1000)
    if (pressMs !== undefined) presses.observe({ device, build }, pressMs / 1000)
    if (ageMs !== undefined) ages.observe({ device, build }, ageMs / 1000)
    for (const ms of stallsMs) interruptions.observe({ device, build, cause: 'stall' }, ms / 1000)
    for (const ms of reconnectsMs) interruptions.observe({ device, build, cause: 'reconnect' }, ms / 1000)
  }
}

/** Each gauge reads its value when the metrics are requested. */
function addGauges(registry: Registry, gauges: Gauges): void {
  type Values = Readonly<Record<string, number>>
  function gauge(name: string, help: string, read: () => number | Promise<number>): void {
    const collect = async function (this: Gauge) {
      this.set(await read())
    }
    new Gauge({ name: `reelcast_${name}`, help, registers: [registry], collect })
  }
  function gaugeBy(label: string, name: string, help: string, read: () => Values): void {
    const collect = function (this: Gauge) {
      this.reset()
      for (const [key, value] of Object.entries(read())) this.set({ [label]: key }, value)
    }
    new Gauge({ name: `reelcast_${name}`, help, labelNames: [label], registers: [registry], collect })
  }
  gaugeBy('status', 'machines', 'Machines by status.', () => gauges.figures().machines)
  gaugeBy('channel', 'sockets', 'Connected sockets by channel.', () => ({ ...gauges.sockets() }))
  gauge(
    'transfers_pending',
    'Loads and cash-outs whose cabinet has not answered.',
    () => gauges.figures().transfersPending,
  )
  gauge(
    'cabinets_closed',
    'Cabinets that admit no new player until an operator acknowledges it.',
    () => gauges.figures().cabinetsClosed,
  )
  gauge(
    'controllers',
    'Connected controllers of the machines of this process.',
    () => gauges.figures().controllers,
  )
  gauge('spins_running', 'Spins whose outcome is not paid yet.', () => gauges.figures().spinsRunning)
  gauge(
    'commands_waiting',
    'Commands that run or wait for their machine.',
    () => gauges.figures().commandsWaiting,
  )
  gauge(
    'ownership_changes',
    'Machines that came to this process or were taken from it, since its start.',
    () => gauges.ownershipChanges(),
  )
  gauge('redis_up', 'Whether Redis is connected and takes messages; NaN without REDIS_URL.', () => {
    const isConnected = gauges.isRedisConnected()
    return isConnected === undefined ? Number.NaN : Number(isConnected)
  })
  gauge('pictures', 'Pictures that are sent.', () => gauges.pictures().sent)
  gauge('pictures_machines', 'Distinct machines whose picture is sent.', () => gauges.pictures().machines)
  gauge('video_cpu_seconds', 'Processor time of the video process; NaN while it is down.', async () =>
    seconds(await gauges.videoCpuMs()),
  )
  gauge('database_seconds', 'Time of a small write of the database; NaN if it fails.', async () =>
    seconds(await gauges.databaseMs()),
  )
}

const seconds = (ms: number | undefined) => (ms === undefined ? Number.NaN : ms / 1000)
