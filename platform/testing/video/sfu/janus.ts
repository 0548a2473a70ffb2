import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../lib/free-port.ts'

/** The script that starts Janus, and its front with its own packages. */
export const JANUS_FOLDER = fileURLToPath(new URL('../../../../docs/operator/deploy/janus/', import.meta.url))
const START_TIMEOUT_MS = 30_000

export const isJanusInstalled = (): boolean => !spawnSync('janus', ['--version']).error

/** Why Janus and its front cannot be started here; undefined where they can. */
export function janusProblem(): string | undefined {
  return isJanusInstalled() ? frontProblem() : 'janus is not installed: apt-get install janus'
}

/** Why the front alone cannot be started here. */
export function frontProblem(): string | undefined {
  if (!existsSync(`${JANUS_FOLDER}node_modules/janode`))
    return 'the front of Janus is not installed: npm ci --prefix docs/operator/deploy/janus'
  return undefined
}

/**
 * Starts the front alone at a free port, until `stop`; `env`: of its environment. Rejects with its output if
 * it ends.
 */
export async function startFront(
  secret: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly address: string; output(): string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [`${JANUS_FOLDER}front.mjs`], {
    env: { PATH: process.env.PATH, PORT: '0', VIDEO_SFU_SECRET: secret, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })
  const exited = once(child, 'exit')
  const address = () => /at (http:\S+)/.exec(output)?.[1]
  while (address() === undefined) {
    if (child.exitCode !== null) throw new Error(`the front of Janus did not start:\n${output}`)
    await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
  }
  return {
    address: address() ?? '',
    output: () => output,
    async stop() {
      child.kill()
      await exited
    },
  }
}

export interface TestJanus {
  /** The front's, such as http://127.0.0.1:7080. */
  readonly address: string
  /** The environment of a platform that publishes there. */
  readonly environment: Record<string, string>
  /** Janus and its front, killed and started anew at the same addresses. */
  restart(): Promise<void>
  kill(): Promise<void>
  stop(): Promise<void>
  /** Everything that both have printed. */
  output(): string
}

/** Starts Janus and its front by the script that operators use, at free ports; `more`: of its environment. */
export async function startJanus(
  secret: string,
  more: Readonly<Record<string, string>> = {},
): Promise<TestJanus> {
  const [port, janusPort] = [await freePort(), await freePort()]
  const address = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    JANUS_PORT: String(janusPort),
    RTP_PORTS: '20000-40000',
    VIDEO_SFU_SECRET: secret,
    ...more,
  }
  let stop = async (_signal: NodeJS.Signals) => {}
  let output = ''

  async function start(): Promise<void> {
    const child = spawn(`${JANUS_FOLDER}janus.sh`, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text
      })
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    stop = async (signal) => {
      // The script's process group: SIGKILL gives it no time to end Janus and the front.
      if (child.exitCode === null && child.signalCode === null && child.pid) process.kill(-child.pid, signal)
      await exited
    }
    const until = performance.now() + START_TIMEOUT_MS
    while (!(await isReady(address))) {
      if (child.exitCode !== null || child.signalCode !== null || performance.now() > until) {
        await stop('SIGKILL')
        throw new Error(`Janus did not start:\n${output}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await start()
  return {
    address,
    environment: { VIDEO_PUBLISH: `${address}/whip/{machine}`, VIDEO_SFU_SECRET: secret },
    async restart() {
      await stop('SIGKILL')
      await start()
    },
    kill: () => stop('SIGKILL'),
    stop: () => stop('SIGTERM'),
    output: () => output,
  }
}

const isReady = (address: string) =>
  fetch(`${address}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
