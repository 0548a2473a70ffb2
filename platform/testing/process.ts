import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { io as connect } from 'socket.io-client'
import * as v from 'valibot'
import { SignInAnswer } from '../../src/contract/http.ts'

/* For tests: the platform as a child process, and clients of it. */

const Ready = v.object({
  ready: v.literal(true),
  address: v.string(),
  players: v.array(v.object({ username: v.string(), password: v.string(), pin: v.string() })),
})

/** What `npm start` runs. */
export const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/**
 * A process that runs for a few seconds loses more time to optimizing the WebAssembly of the embedded
 * database than it gains.
 */
const LIFTOFF = '--liftoff-only'
/** Node's arguments for a process that a test starts from the sources. */
export const NODE_ARGS = [LIFTOFF, '--import', 'tsx']

/**
 * A platform's program, and Node's arguments for it: `script`, otherwise the bundle of the test run
 * (bundle.ts), and without one its sources.
 */
export function platformProgram(script?: string, sources = MAIN): [string, string[]] {
  const bundle = process.env.PLATFORM_BUNDLE
  return bundle && script === undefined ? [bundle, [LIFTOFF]] : [script ?? sources, NODE_ARGS]
}

/** Starts the platform, and records its output. Its video process draws no art in advance. */
export function startProcess(
  dataDir: string,
  env: Record<string, string> = {},
  script?: string,
  nodeArgs: readonly string[] = [],
) {
  const [main, execArgv] = platformProgram(script)
  const child = fork(main, {
    execArgv: [...execArgv, ...nodeArgs],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      SERVE_APP: '0',
      ...(env.FLOOR_FILE === undefined && { FLOOR_MACHINES: '6' }),
      VIDEO_PRERENDER: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  const recorded = [child.stdout, child.stderr].map(async (stream) => {
    for await (const text of stream ?? []) output += text
  })
  const exited = Promise.all([once(child, 'exit'), ...recorded]).then(([[code]]) => ({ code, output }))
  const ready = async () => {
    const [message] = await Promise.race([
      once(child, 'message'),
      exited.then(({ output }) => Promise.reject(output)),
    ])
    return v.parse(Ready, message)
  }
  return { child, exited, ready, output: () => output }
}

/** A platform process that is ready. */
export interface RunningProcess extends Pick<ReturnType<typeof startProcess>, 'child' | 'exited' | 'output'> {
  readonly address: string
}

/** Starts the platform and waits until it is ready. Rejects with its output if it exits before. */
export async function startReadyProcess(
  dataDir: string,
  env: Record<string, string>,
): Promise<RunningProcess> {
  const { child, exited, output, ready } = startProcess(dataDir, env)
  const { address } = await ready()
  return { child, exited, output, address }
}

export async function logIn(
  address: string,
  player: { username: string; password: string },
): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const login = await fetch(`${address}/api/login`, { method: 'POST', body: JSON.stringify(player), headers })
  return v.parse(SignInAnswer, await login.json()).token
}

/** Opens a notification socket, and records its `info` pushes and its end. `ca`: the certificate to trust. */
export async function listen(address: string, token: string, ca?: string) {
  const transport = { transports: ['websocket'], ...(ca && { ca }) }
  const socket = connect(address, { auth: { token }, ...transport, reconnection: false })
  const infos: unknown[] = []
  socket.on('info', (info) => infos.push(info))
  const balances: unknown[] = []
  socket.on('balance', (balance) => balances.push(balance))
  const gone = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve()).once('connect_error', reject)
  })
  await socket.emitWithAck('init', {})
  return { infos, balances, gone }
}
