import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

/* For tests: platform processes, and a link to the database that can be cut. */

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Process {
  readonly address: string
  readonly child: ChildProcess
  output(): string
  ended: Promise<number | null>
}

/** A platform as `npm start` runs it, on a free port. */
export async function startProcess(env: Record<string, string>): Promise<Process> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'platform/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', SERVE_APP: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  let printed = ''
  const print = (chunk: Buffer) => {
    printed += chunk
  }
  child.stdout?.on('data', print)
  child.stderr?.on('data', print)
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const ready = once(child, 'message').then(([message]) => message as { address: string })
  const first = await Promise.race([ready, ended])
  if (first === null || typeof first === 'number') throw new Error(`ended with ${first}\n${printed}`)
  return { address: first.address, child, ended, output: () => printed }
}

/** A way to the server of `url` that can be cut: as it restarts, or as a cable is pulled. */
export async function startLinkTo(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy()
    const other = connect(Number(target.port), target.hostname)
    for (const end of [socket, other]) {
      sockets.add(end)
      end.on('error', () => {})
      end.on('close', () => {
        sockets.delete(end)
        socket.destroy()
        other.destroy()
      })
    }
    socket.pipe(other).pipe(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const bound = server.address()
  const linked = new URL(url)
  linked.port = String(typeof bound === 'object' && bound ? bound.port : 0)
  return {
    url: linked.href,
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      isCut = false
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
