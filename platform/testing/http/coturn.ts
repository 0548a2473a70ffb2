import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { selfSignedCertificate } from '../lib/certificate.ts'
import { freePort } from '../lib/free-port.ts'

/*
 * For tests: an installed coturn with the configuration of docs/operator/deploy, on the machine of the video
 * server.
 */

/** The transport between a player and the TURN server. */
export type TurnTransport = 'udp' | 'tcp' | 'tls'

export interface Coturn {
  /** The server's URL for a transport, as in ICE_SERVERS. Its certificate is self-signed. */
  url(transport: TurnTransport): string
  pid(): number
  /** The whole log. */
  output(): string
  /** Restarts the server on the same port with this secret. */
  startAgain(secret: string): Promise<void>
  close(): Promise<void>
}

const TEMPLATE = fileURLToPath(new URL('../../../docs/operator/deploy/turnserver.conf', import.meta.url))

/** An address of this machine other than loopback, because coturn does not relay to loopback. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap((found) => found ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

/** The reason why this machine cannot run a TURN server; undefined if it can. */
export const turnObstacle: string | undefined =
  spawnSync('turnserver', ['--version']).error !== undefined
    ? 'coturn is not installed (apt install coturn)'
    : ownAddress === undefined
      ? 'this machine has no address but loopback'
      : undefined

interface Site {
  readonly dir: string
  readonly address: string
  readonly port: number
  readonly tlsPort: number
}

const configuration = ({ dir, address, port, tlsPort }: Site, secret: string): string =>
  readFileSync(TEMPLATE, 'utf8')
    .replaceAll('TURN.EXAMPLE', 'turn.example')
    .replace('=TURN_SECRET', `=${secret}`)
    .replaceAll('=TURN_ADDRESS', `=${address}`)
    .replace('=VIDEO_ADDRESS', `=${address}`)
    .replace(/^listening-port=.*/m, `listening-port=${port}`)
    .replace(/^#tls-listening-port=.*/m, `tls-listening-port=${tlsPort}`)
    .replace(/^#cert=.*/m, `cert=${join(dir, 'cert.pem')}`)
    .replace(/^#pkey=.*/m, `pkey=${join(dir, 'key.pem')}`)

const accepts = (address: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, address)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** Starts coturn on free ports with this secret. Throws with coturn's output if it rejects the file. */
export async function startCoturn(secret: string): Promise<Coturn> {
  const address = ownAddress ?? ''
  const [port, tlsPort] = [await freePort(address), await freePort(address)]
  const dir = mkdtempSync(join(tmpdir(), 'reelcast-turn-'))
  const site = { dir, address, port, tlsPort }
  const { cert, key } = selfSignedCertificate()
  writeFileSync(join(dir, 'cert.pem'), cert)
  writeFileSync(join(dir, 'key.pem'), key)
  let output = ''

  async function start(current: string): Promise<ChildProcess> {
    const file = join(dir, 'turnserver.conf')
    writeFileSync(file, configuration(site, current))
    const args = ['-c', file, '--pidfile', join(dir, 'pid'), '--userdb', join(dir, 'turndb'), '--verbose']
    const child = spawn('turnserver', args, { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk
      })
    while (!(await accepts(address, port))) {
      if (child.exitCode !== null) throw new Error(`coturn ended:\n${output}`)
      await new Promise(setImmediate)
    }
    return child
  }

  async function stop(child: ChildProcess): Promise<void> {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  let running = await start(secret)
  return {
    url: (transport) =>
      transport === 'tls'
        ? `turns:${address}:${tlsPort}?transport=tcp`
        : `turn:${address}:${port}?transport=${transport}`,
    pid: () => running.pid ?? 0,
    output: () => output,
    async startAgain(next) {
      await stop(running)
      running = await start(next)
    },
    async close() {
      await stop(running)
      rmSync(dir, { recursive: true })
    },
  }
}
