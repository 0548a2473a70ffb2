import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:http2'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import { SignInAnswer } from '../src/contract/http.ts'
import { createPlatform } from './app.ts'
import { readConfig } from './config/read-config.ts'
import { messageOf } from './lib/message-of.ts'
import { selfSignedCertificate } from './testing/lib/certificate.ts'
import { scratchFolder } from './testing/lib/scratch-folder.ts'
import { listen, logIn, MAIN, startProcess } from './testing/process.ts'

const dataDir = scratchFolder()

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Starts the platform as `npm start` does, from its sources, on the data folder of this file. */
const start = (env: Record<string, string> = {}) => {
  const started = startProcess(dataDir, env, MAIN)
  children.push(started.child)
  return started
}

/** The child processes of a process, by /proc; empty on systems without it. */
function childrenOf(pid = 0): string[] {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean) : []
}

const TIMEOUT = 120_000

const LOG_OUT = { code: 60000, action: 'logout' }
const STOPPING = { code: 60016, action: 'none' }

describe('a running platform', { timeout: TIMEOUT }, () => {
  test('prints its address and players, serves, and stops on Ctrl-C sooner than it started', async () => {
    const begun = performance.now()
    const { child, exited, ready, output } = start()
    const { address, players } = await ready()
    const startMs = performance.now() - begun
    expect(players).toHaveLength(4)
    const [{ username, password, pin } = { username: '', password: '', pin: '' }] = players
    expect(password).toMatch(/^[a-z]+-[a-z]+-\d\d$/)
    expect(pin).toMatch(/^\d{4}$/)
    for (const part of [address, username, password, pin, dataDir]) expect(output()).toContain(part)
    for (const file of ['demo.json', 'signing-keys.json'])
      expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600)

    const token = await logIn(address, { username, password })
    const balance = async (base: string) =>
      (await fetch(`${base}/api/player/balance`, { headers: { authorization: `Bearer ${token}` } })).json()
    expect(await balance(address)).toMatchObject({ balance: 1_000_000 })

    const grandchildren = childrenOf(child.pid)
    const asked = performance.now()
    // npm repeats the terminal's Ctrl-C, which the platform has already received.
    child.kill('SIGINT')
    child.kill('SIGINT')
    expect((await exited).code).toBe(0)
    expect(performance.now() - asked).toBeLessThan(startMs)
    for (const pid of grandchildren) expect(existsSync(`/proc/${pid}`)).toBe(false)

    // Restarted: the same players, a valid login, and no second start balance.
    const again = start({ LOG_LEVEL: 'info' })
    const next = await again.ready()
    // The reader of its log is gone: it plays on without it.
    again.exited.catch(() => {})
    again.child.stdout?.destroy()
    const ended = once(again.child, 'exit')
    expect(next.players).toEqual(players)
    expect(await balance(next.address)).toMatchObject({ balance: 1_000_000 })
    // A logout disconnects the sockets of its login.
    const socket = await listen(next.address, token)
    const call = { method: 'POST', headers: { authorization: `Bearer ${token}` } }
    expect((await fetch(`${next.address}/api/player/logout`, call)).status).toBe(200)
    await socket.gone
    expect(socket.infos).toMatchObject([LOG_OUT])
    again.child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  test('locks its data folder, ignores the lock of a killed process, and stops with its parent', async () => {
    const first = start()
    await first.ready()
    const second = await start().exited
    expect(second).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^Reelcast cannot start: .*in use.*\n$/m),
    })
    expect(second.output).toContain(String(first.child.pid))
    first.child.kill('SIGKILL')
    await first.exited

    // With a certificate it serves calls over HTTP/2 and sockets over wss on one port.
    const { cert, key } = selfSignedCertificate()
    const [TLS_CERT, TLS_KEY] = [join(dataDir, 'cert.pem'), join(dataDir, 'key.pem')]
    writeFileSync(TLS_CERT, cert)
    writeFileSync(TLS_KEY, key)
    const third = start({ TLS_CERT, TLS_KEY })
    const { address, players } = await third.ready()
    expect(address).toMatch(/^https:/)
    const session = connect(address, { ca: cert })
    const login = session.request({
      ':path': '/api/login',
      ':method': 'POST',
      'content-type': 'application/json',
    })
    login.end(JSON.stringify(players[0]))
    const { token } = v.parse(SignInAnswer, await json(login))
    const socket = await listen(address, token, cert)
    // Its parent disconnects: the platform and its child processes must end. The players are told.
    third.child.disconnect()
    await socket.gone
    expect(socket.infos).toMatchObject([STOPPING])
    // Neither the HTTP/2 session nor the socket delays the stop.
    expect((await third.exited).code).toBe(0)
    session.destroy()
  })
})

describe('a failed start', { timeout: TIMEOUT }, () => {
  const DATABASE_URL = 'postgres://me:secret@127.0.0.1:1/reelcast'

  test.each([
    ['a wrong variable', { PORT: 'http' }, 'PORT must be a whole number from 0 to 65535'],
    ['a database out of reach', { DATABASE_URL }, 'the database at 127.0.0.1:1/reelcast can'],
  ])('prints one line for %s', async (_, env, why) => {
    const { code, output } = await start(env).exited
    expect(code).toBe(1)
    expect(output).toMatch(/^Reelcast cannot start: .+\n$/)
    expect(output).toContain(why)
    expect(output).not.toContain('secret')
  })

  /** The message of the Error of which main.ts prints the line. */
  async function problemOf(env: Record<string, string>): Promise<string> {
    const read = readConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, SERVE_APP: '0', ...env })
    if (!read.ok) return read.problem
    return createPlatform(read.config, () => {}).then(() => 'it started', messageOf)
  }

  test('names a busy port', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = v.parse(v.object({ port: v.number() }), other.address())
    const why = `port ${address.port} is in use: stop what uses it or choose another one by PORT`
    expect(await problemOf({ PORT: String(address.port) })).toBe(why)
    other.close()
  })

  test('names the first mistake of a floor file with its line and column', async () => {
    const file = join(dataDir, 'floor.json')
    writeFileSync(
      file,
      '{\n  "machines": [\n    { "id": 0, "name": "C1", "brand": "nar", "more": 1 }\n  ]\n}',
    )
    const why = `FLOOR_FILE ${file}:3:13  machines, item 1, "id" must be a whole number from 1 to 999999.`
    expect(await problemOf({ FLOOR_FILE: file })).toBe(`${why} 1 more: npm run machines -- check ${file}`)
  })

  test.each([
    [{ HOST: '203.0.113.7' }, 'HOST 203.0.113.7 is no address of this machine'],
    [{ TLS_CERT: '/dev/null/cert', TLS_KEY: '/dev/null/key' }, 'TLS_CERT /dev/null/cert cannot be read'],
    [{ DATA_DIR: '/dev/null/data' }, 'the data folder /dev/null/data can'],
    [{ COUNTRY_TABLE: '/dev/null/none.csv' }, 'none.csv cannot be read: ENOTDIR'],
  ])('names %o in one line without secrets', async (env, why) => {
    const problem = await problemOf(env)
    expect(problem).toContain(why)
    expect(problem).not.toMatch(/\n|secret/)
  })
})
