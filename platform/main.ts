import { announceAs } from './announce.ts'
import { createPlatform, type Platform } from './app.ts'
import { readConfig } from './config/read-config.ts'
import { messageOf } from './lib/message-of.ts'

/*
 * `npm start`: starts the platform, prints its address and demo players, stops on Ctrl-C. As a child process
 * it sends `{ready: true, address, players}` to its parent and stops when the parent disconnects.
 */

/** Steps that take longer are printed. */
const SLOW_STEP_MS = 1000
/** npm forwards the terminal's Ctrl-C, so one arrives twice. */
const DUPLICATE_SIGNAL_MS = 500
/**
 * Far longer than a stop takes. A forced exit is safe: the database contains everything that was
 * acknowledged.
 */
const STOP_TIMEOUT_MS = 5000

/** Before the configuration is read, so that its errors are in the same format. */
const announce = announceAs(process.env.LOG_FORMAT?.trim() === 'json' ? 'json' : 'text')
let platform: Platform | undefined
let stopRequestedAt: number | undefined

async function stop(): Promise<void> {
  const now = performance.now()
  if (stopRequestedAt !== undefined) {
    if (now - stopRequestedAt > DUPLICATE_SIGNAL_MS) process.exit(130)
    return
  }
  stopRequestedAt = now
  // A running start finishes first: creating a database should not be interrupted.
  if (platform) await shutDown(platform)
}

async function shutDown({ stop: stopAll }: Platform): Promise<never> {
  announce.stopping()
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
  await stopAll()
  process.exit(0)
}

function failStart(reason: string): never {
  announce.failed(reason)
  process.exit(1)
}

/**
 * Prints steps that take over a second; at once those that block the event loop, during which no timer fires.
 */
function createProgress() {
  let slow: NodeJS.Timeout | undefined
  return (step?: string, isBlocking = false) => {
    clearTimeout(slow)
    if (step && isBlocking) announce.step(step)
    else if (step) slow = setTimeout(() => announce.step(step), SLOW_STEP_MS)
  }
}

// The log cannot be written, as on a full disk or when its reader is gone: players play on without it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
if (process.connected) process.on('disconnect', stop)

if (process.argv.includes('--help')) {
  const { environmentHelp } = await import('./config/environment-page.ts')
  process.stdout.write(environmentHelp())
  process.exit(0)
}
const read = readConfig(process.env)
if (!read.ok) failStart(read.problem)
const onStep = createProgress()
try {
  platform = await createPlatform(read.config, onStep)
} catch (error) {
  if (read.config.logLevel === 'debug' || read.config.logLevel === 'trace') console.error(error)
  failStart(messageOf(error))
}
onStep()
if (stopRequestedAt !== undefined) await shutDown(platform)
announce.ready(platform)
process.send?.({ ready: true, address: platform.address, players: platform.players })
