import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '../lib/free-port.ts'

/** For tests and benches: a database server in a scratch folder. `stop` ends it and removes the folder. */
export interface Scratch {
  url: string
  version: string
  /** Restarts the server. `immediate` simulates a crash. Resolves once it accepts connections again. */
  restart(mode: 'fast' | 'immediate'): Promise<void>
  stop(): void
}

/** The folder of initdb and pg_ctl: from PATH, or the place where Debian-like systems install them. */
function programs(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  return folders.find((folder) => ['initdb', 'pg_ctl'].every((name) => existsSync(join(folder, name))))
}

export const hasPostgres = programs() !== undefined

/** initdb refuses to run as root, so root uses an unprivileged user. */
function borrowedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    if (ids.every(({ status }) => status === 0)) {
      const [uid = 0, gid = 0] = ids.map(({ stdout }) => Number(stdout.trim()))
      return { uid, gid }
    }
  }
  return undefined
}

/**
 * Starts PostgreSQL in a scratch folder, listening on 127.0.0.1 with a random password. Undefined if
 * PostgreSQL is not installed. Throws if it is installed and does not start.
 */
export async function startPostgres(): Promise<Scratch | undefined> {
  const folder = programs()
  if (!folder) return undefined
  const user = borrowedUser()
  // The borrowed user may not enter a TMPDIR of root's.
  const scratch = mkdtempSync(join(user ? '/tmp' : tmpdir(), 'reelcast-postgres-'))
  const password = randomBytes(18).toString('base64url')
  const data = join(scratch, 'data')
  const call = (name: string, args: string[]) => {
    // The server started by pg_ctl would keep a pipe open for ever, so it gets none.
    const done = spawnSync(join(folder, name), args, {
      ...user,
      cwd: scratch,
      stdio: 'ignore',
      timeout: 120_000,
    })
    if (done.status !== 0) throw new Error(`${name} failed (${done.status ?? done.signal})`)
  }
  const callLater = async (name: string, args: string[]) => {
    const child = spawn(join(folder, name), args, { ...user, cwd: scratch, stdio: 'ignore' })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${name} failed (${code})`)
  }
  const remove = () => rmSync(scratch, { recursive: true, force: true })
  try {
    writeFileSync(join(scratch, 'password'), password, { mode: 0o600 })
    if (user) {
      chownSync(scratch, user.uid, user.gid)
      chownSync(join(scratch, 'password'), user.uid, user.gid)
    }
    chmodSync(scratch, 0o700)
    const access = ['-A', 'scram-sha-256', '-U', 'reelcast', `--pwfile=${join(scratch, 'password')}`]
    call('initdb', ['-D', data, ...access, '-E', 'UTF8', '--locale=C', '--no-sync'])
    const port = await freePort()
    const options = `-c listen_addresses=127.0.0.1 -c unix_socket_directories= -p ${port}`
    const start = ['-D', data, '-w', '-l', join(scratch, 'log'), '-o', options, 'start']
    call('pg_ctl', start)
    const version = spawnSync(join(folder, 'pg_ctl'), ['--version'], { encoding: 'utf8' }).stdout
    return {
      url: `postgres://reelcast:${password}@127.0.0.1:${port}/postgres`,
      version: /[\d.]+/.exec(version)?.[0] ?? '',
      async restart(mode) {
        await callLater('pg_ctl', ['-D', data, '-m', mode, '-w', 'stop'])
        await callLater('pg_ctl', start)
      },
      stop() {
        try {
          call('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'])
        } finally {
          remove()
        }
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}
