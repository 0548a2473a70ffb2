import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../lib/free-port.ts'

/* For tests: starts a Redis server of its own, if Redis is installed. */

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

/** A Redis server without persistence. */
export async function startRedis() {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'reelcast-redis-'))
  let child: ChildProcess
  async function start(): Promise<void> {
    const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder]
    child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'ignore'] })
    for await (const chunk of child.stdout ?? []) if (String(chunk).includes('eady to accept')) break
    child.stdout?.resume()
  }
  async function kill(): Promise<void> {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    /** It keeps its connections and answers nothing, until `resume`. */
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
