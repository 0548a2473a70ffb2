import { writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { BRANDS } from '../../brands/index.ts'
import { GAMES } from '../../games/index.ts'
import { type Answer, Command, type WorkerEvent, WorkerOptions } from '../protocol/ipc.ts'
import { artOf } from '../render/art.ts'
import { prerenderSteps } from './prerender.ts'
import { createStreamServer } from './stream-server.ts'

/*
 * The video worker: draws, encodes and sends the machines that have viewers. The platform holds all of its
 * state, so it may die at any moment. It ends by process.exit alone, after everything is closed: the native
 * library crashes when it is unloaded on a natural exit.
 */

const options = v.parse(WorkerOptions, JSON.parse(process.env.VIDEO_OPTIONS ?? '{}'))

const emit = (event: WorkerEvent) => {
  if (process.connected) process.send?.(event)
}

const server = createStreamServer({
  ...options,
  onClosed: (peer) => emit({ type: 'closed', peer }),
  onFailed: (message) => emit({ type: 'failed', message }),
})

function exit(): void {
  server.closeAll()
  process.exit(0)
}

/** Executes a command; resolves to the answer of one that has a `call`. */
async function execute(command: Command): Promise<Answer | undefined> {
  switch (command.type) {
    case 'open':
      return server.open(command)
    case 'release':
      server.release(command.peer)
      return undefined
    case 'publish':
      return server.publish(command.peer, command.state)
    case 'accept':
      return server.accept(command.peer, command.answer)
    case 'candidate':
      return server.candidate(command.peer, command.fragment)
    case 'restart':
      return server.restart(command.peer, command.fragment)
    case 'layer':
      return server.layer(command.peer, command.layer)
    case 'still':
      return server.still(command.state)
    case 'ping':
      return { ok: true }
    case 'stats':
      return server.stats()
    case 'close':
      server.close(command.peer)
      return undefined
    case 'meters':
      server.meters(command.machineId, command.meters)
      return undefined
    case 'spin':
      server.spin(command.machineId, command.last)
      return undefined
    case 'stop':
      exit()
  }
}

async function handle(command: Command): Promise<void> {
  try {
    const value = await execute(command)
    if (value && 'call' in command) emit({ type: 'answer', call: command.call, value })
  } catch (error) {
    emit({ type: 'failed', message: String(error) })
  }
}

/** Time for the rest of the platform to start. */
const PRERENDER_DELAY_MS = 1000
const PRERENDER_INTERVAL_MS = 5
const PRERENDER_RETRY_MS = 2000

const brandArts = BRANDS.flatMap(({ key, name, game }) => {
  const def = GAMES[game]
  return def ? [() => artOf(key, name, def)] : []
})
const onArtFailed = (error: unknown) => emit({ type: 'failed', message: `art ahead: ${String(error)}` })

/** Runs one step after another while there are no viewers. */
function prerender(steps: Generator<void>): void {
  const idle = server.isIdle()
  if (idle && steps.next().done) return
  setTimeout(() => prerender(steps), idle ? PRERENDER_INTERVAL_MS : PRERENDER_RETRY_MS).unref()
}

process.on('message', (message) => {
  const command = v.safeParse(Command, message)
  if (command.success) void handle(command.output)
})
process.on('disconnect', exit)
process.on('SIGTERM', exit)
// Ctrl-C reaches the whole process group; the platform sends `stop` when it is time.
process.on('SIGINT', () => {})

/**
 * Where memory runs out, the kernel ends this process in place of the platform, which replaces it. Linux
 * only.
 */
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Another system has no such file.
}

emit({ type: 'ready' })
if (options.prerender) setTimeout(() => prerender(prerenderSteps(brandArts, onArtFailed)), PRERENDER_DELAY_MS)
