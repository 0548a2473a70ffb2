import * as v from 'valibot'
import { messageOf } from '../../lib/message-of.ts'
import { type Answer, type Command, WorkerEvent, type WorkerOptions } from '../protocol/ipc.ts'
import { isConfined, UNCONFINED } from './confine.ts'
import { connectWorker } from './connect-worker.ts'
import { startWorker, type VideoWorker } from './fork-worker.ts'
import { startWatchdog } from './worker-watchdog.ts'

export interface SupervisorOptions extends Partial<WorkerOptions> {
  /** ms between two pings; a worker that leaves five of them unanswered is killed and replaced. */
  readonly pingMs?: number
  /** The Unix socket of the process that runs the worker; by default it is a child of this one. */
  readonly socket?: string | undefined
  /** Logs a start, an exit or a failure of the worker. */
  readonly log?: (message: string) => void
}

interface SupervisorEvents {
  /** A viewer's connection was closed. */
  onClosed(peer: string): void
  /** The worker exited; it is being restarted. */
  onExit(): void
}

/** Sends commands to the worker that is running now. */
export interface Supervisor {
  /** Sends a command without an answer; dropped while the worker is down, or when too many wait for it. */
  send(command: Command): void
  /**
   * Sends a command and waits for its answer; undefined if the worker exits, is down, or does not answer in
   * time.
   */
  request(command: (call: number) => Command, timeoutMs?: number): Promise<Answer | undefined>
  /** Ends the worker for good; kills it if it does not exit in time. Safe to call twice. */
  stop(): Promise<void>
}

const ANSWER_TIMEOUT_MS = 8000
const STOP_TIMEOUT_MS = 1500
const MIN_RESTART_DELAY_MS = 100
const MAX_RESTART_DELAY_MS = 5000
/** A worker that ran this long resets the restart delay. */
const STABLE_AFTER_MS = 10_000
const PING_INTERVAL_MS = 2000
/** Commands that wait for a worker that is still starting. */
const MAX_QUEUED = 1000

/** Keeps one video worker running, restarted with growing delays when it exits. */
export function startSupervisor(options: SupervisorOptions, events: SupervisorEvents): Supervisor {
  const log = options.log ?? (() => {})
  const requests = createPendingRequests()
  let worker: VideoWorker | undefined
  /** Commands for a worker that is still starting; undefined once it is ready. */
  let queue: Command[] | undefined
  let restartDelayMs = MIN_RESTART_DELAY_MS
  let restartTimer: NodeJS.Timeout | undefined
  let stopped: Promise<void> | undefined
  const watchdog = startWatchdog(options.pingMs ?? PING_INTERVAL_MS, {
    current: () => (stopped ? undefined : worker),
    isStarting: () => queue !== undefined,
    ping: () => request((call) => ({ type: 'ping', call })),
    onHang(hung) {
      log('the video process does not answer; it is killed')
      hung.kill()
    },
  })

  const { socket } = options
  if (process.env.NODE_ENV === 'production' && socket === undefined && !isConfined())
    log(`the video process: ${UNCONFINED}`)

  function start(): void {
    const startedAt = performance.now()
    const started = tryStart()
    if (!started) {
      handleExit(startedAt, 'not started')
      return
    }
    worker = started
    queue = []
    watchdog.reset()
    started.onMessage((message) => {
      const event = v.safeParse(WorkerEvent, message)
      if (event.success && started === worker) handle(event.output)
    })
    started.onError((error) => log(`the video process: ${error.message}`))
    started.onClose((reason) => {
      if (worker === started) handleExit(startedAt, reason)
    })
  }

  function tryStart(): VideoWorker | undefined {
    try {
      return socket === undefined ? startWorker(options) : connectWorker(socket, options)
    } catch (error) {
      log(`the video process: ${messageOf(error)}`)
      return undefined
    }
  }

  function handle(event: WorkerEvent): void {
    if (event.type === 'closed') events.onClosed(event.peer)
    else if (event.type === 'failed') log(`the video process: ${event.message}`)
    else if (event.type === 'answer') requests.resolve(event.call, event.value)
    else handleReady()
  }

  function handleReady(): void {
    const commands = queue ?? []
    queue = undefined
    watchdog.reset()
    commands.forEach(send)
  }

  function handleExit(startedAt: number, reason: string | number | null): void {
    worker = undefined
    queue = undefined
    requests.cancelAll()
    if (stopped) return
    if (performance.now() - startedAt > STABLE_AFTER_MS) restartDelayMs = MIN_RESTART_DELAY_MS
    log(`the video process ended (${reason}); started again in ${restartDelayMs} ms`)
    restartTimer = setTimeout(start, restartDelayMs)
    restartDelayMs = Math.min(restartDelayMs * 2, MAX_RESTART_DELAY_MS)
    events.onExit()
  }

  function send(command: Command): void {
    if (queue) {
      if (queue.length < MAX_QUEUED) queue.push(command)
    } else if (worker?.isConnected()) worker.send(command)
  }

  async function request(command: (call: number) => Command, timeoutMs = ANSWER_TIMEOUT_MS) {
    if (!worker || stopped) return undefined
    const { call, answer } = requests.add(timeoutMs)
    send(command(call))
    return answer
  }

  async function stop(): Promise<void> {
    clearTimeout(restartTimer)
    watchdog.stop()
    const last = worker
    if (!last) return
    const exited = new Promise<void>((resolve) => last.onClose(() => resolve()))
    const killTimer = setTimeout(last.kill, STOP_TIMEOUT_MS)
    // A worker that is still starting has nothing to close.
    if (queue) last.kill()
    else send({ type: 'stop' })
    await exited
    clearTimeout(killTimer)
  }

  start()
  return {
    send,
    request,
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Requests without an answer yet, by call number. */
function createPendingRequests() {
  const pending = new Map<number, (answer: Answer | undefined) => void>()
  let nextCall = 1
  return {
    add(timeoutMs: number): { call: number; answer: Promise<Answer | undefined> } {
      const call = nextCall++
      const answer = new Promise<Answer | undefined>((resolve) => {
        const settle = (value: Answer | undefined) => {
          clearTimeout(timer)
          pending.delete(call)
          resolve(value)
        }
        const timer = setTimeout(settle, timeoutMs, undefined)
        pending.set(call, settle)
      })
      return { call, answer }
    },
    resolve: (call: number, answer: Answer) => pending.get(call)?.(answer),
    cancelAll() {
      for (const settle of [...pending.values()]) settle(undefined)
    },
  }
}
