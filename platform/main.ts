import { createPlatform, type Platform } from './app.ts'
import { readConfig } from './config/config.ts'

/*
 * `npm start`: reads the environment, starts the platform, prints what a newcomer needs, stops on Ctrl-C.
 * Started as a child process it tells its parent `{ready: true, address, players}` and stops with it.
 */

/** A step that takes longer gets a line, so that nobody wonders. */
const SLOW_STEP_MS = 1000
/** `npm start` passes the terminal's Ctrl-C on to us, so that one comes as two at once. */
const SAME_SIGNAL_MS = 500
/** Far more than a stop takes; past it something hangs, and what the database acknowledged is safe anyway. */
const STOP_LIMIT_MS = 5000

let platform: Platform | undefined
let stopAsked: number | undefined

async function stop(): Promise<void> {
  const now = performance.now()
  if (stopAsked !== undefined) {
    if (now - stopAsked > SAME_SIGNAL_MS) process.exit(130)
    return
  }
  stopAsked = now
  // A start that is under way is finished first: the making of a database is not something to break off.
  if (platform) await finish(platform)
}

async function finish({ stop: stopAll }: Platform): Promise<never> {
  console.log('Stopping ...')
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
  await stopAll()
  process.exit(0)
}

function cannotStart(why: string): never {
  console.error(`Reelcast cannot start: ${why}`)
  process.exit(1)
}

/**
 * Prints the name of a step that is still under way after a second. One that keeps this process busy is printed
 * at once: no timer would run before it is over.
 */
function progress() {
  let slow: NodeJS.Timeout | undefined
  return (step?: string, busy = false) => {
    clearTimeout(slow)
    if (step && busy) console.log(`${step} ...`)
    else if (step) slow = setTimeout(() => console.log(`${step} ...`), SLOW_STEP_MS)
  }
}

function greet({ address, players, data }: Platform): void {
  const people = players.map(
    ({ username, password, pin }) => `  ${username.padEnd(10)} password ${password.padEnd(24)} PIN ${pin}`,
  )
  const lines = [
    `Reelcast is ready: ${address}`,
    ...(people.length > 0 ? ['', 'Players to try it with:', ...people] : []),
    '',
    `The data lies in ${data}.`,
    'Press Ctrl-C to stop.',
  ]
  console.log(lines.join('\n'))
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
if (process.connected) process.on('disconnect', stop)

const read = readConfig(process.env)
if (!read.ok) cannotStart(read.problem)
const onStep = progress()
try {
  platform = await createPlatform(read.config, onStep)
} catch (error) {
  if (read.config.logLevel === 'debug' || read.config.logLevel === 'trace') console.error(error)
  cannotStart(error instanceof Error ? error.message : String(error))
}
onStep()
if (stopAsked !== undefined) await finish(platform)
greet(platform)
process.send?.({ ready: true, address: platform.address, players: platform.players })
