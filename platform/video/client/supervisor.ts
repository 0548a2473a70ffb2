import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import type { VideoOptions } from './engine.ts'
import { type Answer, type ChildOptions, type Order, Report } from './ipc.ts'

export interface ProcessEvents {
  /** A viewer is gone. */
  closed(session: string): void
  /** The process died; another one is on its way. */
  died(): void
}

const ANSWER_MS = 8000
const STOP_MS = 1500
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5000
/** A process that lived this long was well: the next wait is a short one again. */
const WELL_MS = 10_000
const PING_MS = 2000
/** Pings without an answer after which a process is lost; one that is still starting has more time. */
const PINGS = { ready: 5, starting: 40 }

/** Keeps one drawing process running, started again with growing waits when it dies. */
export function createProcess(options: VideoOptions, events: ProcessEvents) {
  const log = options.log ?? (() => {})
  const calls = new Map<number, (answer: Answer | undefined) => void>()
  let child: ChildProcess | undefined
  let waiting: Order[] | undefined
  let nextCall = 1
  let wait = FIRST_WAIT_MS
  let retry: NodeJS.Timeout | undefined
  let stopped: Promise<void> | undefined
  let missed = 0

  /*
   * A process can hang in the native library and be alive all the same. What counts are pings without an answer, not
   * time: when this process had no time, or the whole machine slept, only one was sent.
   */
  const watch = setInterval(() => {
    if (!child || stopped) return
    if (missed >= (waiting ? PINGS.starting : PINGS.ready)) {
      log('the video process does not answer; it is killed')
      missed = 0
      child.kill('SIGKILL')
      return
    }
    missed += 1
    const asked = child
    if (!waiting)
      void ask((call) => ({ type: 'ping', call })).then((answer) => {
        if (answer && asked === child) missed = 0
      })
  }, options.pingMs ?? PING_MS)
  watch.unref()

  function start(): void {
    const started = Date.now()
    const born = fork(new URL('../worker/worker.ts', import.meta.url), {
      execArgv: ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href],
      env: { ...process.env, VIDEO_OPTIONS: JSON.stringify(childOptions(options)) },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child = born
    waiting = []
    missed = 0
    born.on('message', (message) => hear(born, message))
    born.on('error', (error) => log(`the video process: ${error.message}`))
    born.once('exit', (code, signal) => {
      if (child !== born) return
      child = undefined
      for (const answer of [...calls.values()]) answer(undefined)
      if (stopped) return
      if (Date.now() - started > WELL_MS) wait = FIRST_WAIT_MS
      log(`the video process ended (${signal ?? code}); started again in ${wait} ms`)
      retry = setTimeout(start, wait)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
      events.died()
    })
  }

  function hear(from: ChildProcess, message: unknown): void {
    const report = v.safeParse(Report, message)
    if (!report.success || from !== child) return
    const said = report.output
    if (said.type === 'closed') events.closed(said.session)
    else if (said.type === 'failed') log(`the video process: ${said.message}`)
    else if (said.type === 'answer') calls.get(said.call)?.(said.value)
    else {
      const orders = waiting ?? []
      waiting = undefined
      missed = 0
      orders.forEach(tell)
    }
  }

  function tell(order: Order): void {
    if (waiting) waiting.push(order)
    else if (child?.connected) child.send(order, () => {})
  }

  async function ask(order: (call: number) => Order, withinMs = ANSWER_MS): Promise<Answer | undefined> {
    if (!child || stopped) return undefined
    const call = nextCall++
    return new Promise((resolve) => {
      const done = (answer: Answer | undefined) => {
        clearTimeout(timer)
        calls.delete(call)
        resolve(answer)
      }
      const timer = setTimeout(done, withinMs, undefined)
      calls.set(call, done)
      tell(order(call))
    })
  }

  start()
  return {
    /** Sends an order that wants no answer; dropped while there is no process. */
    tell,
    /** Sends an order and waits for its answer; undefined where the process dies, is down, or does not answer. */
    ask,
    /** Ends the process for good; kills it when it does not go by itself. */
    stop(): Promise<void> {
      stopped ??= end()
      return stopped
    },
  }

  async function end(): Promise<void> {
    clearTimeout(retry)
    clearInterval(watch)
    const last = child
    if (!last) return
    const gone = new Promise<void>((resolve) => last.once('exit', () => resolve()))
    const timer = setTimeout(() => last.kill('SIGKILL'), STOP_MS)
    // One that is still starting has nothing to close.
    if (waiting) last.kill('SIGKILL')
    else tell({ type: 'stop' })
    await gone
    clearTimeout(timer)
  }
}

function childOptions(options: VideoOptions): ChildOptions {
  return {
    iceServers: (options.iceServers ?? []).map((server) => ({ ...server })),
    rates: options.rates ?? { start: 1500, max: 3000 },
    connectMs: options.connectMs ?? 15_000,
    awayMs: options.awayMs ?? 20_000,
    warmUp: options.warmUp ?? true,
  }
}
