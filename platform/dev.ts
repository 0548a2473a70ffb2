import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

/*
 * The app with hot reload, and the platform, restarted when its sources change. Ctrl-C reaches both
 * processes; this one waits until the platform has stopped.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const platform = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', '--import', 'tsx', 'platform/main.ts'],
  { cwd: root, stdio: 'inherit' },
)
const server = await createServer({ root })
await server.listen()
server.printUrls()

let stopping = false
async function stop(signal: NodeJS.Signals): Promise<void> {
  if (stopping) return
  stopping = true
  if (platform.exitCode === null && platform.signalCode === null) {
    platform.kill(signal)
    await new Promise((done) => platform.once('exit', done))
  }
  await server.close()
  process.exit(0)
}

process.on('SIGINT', () => stop('SIGINT'))
process.on('SIGTERM', () => stop('SIGTERM'))
platform.once('exit', () => stop('SIGTERM'))
