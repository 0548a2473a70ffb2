import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { createSfuTokens } from './sfu-tokens.ts'
import { frontProblem, startFront } from './test-janus.ts'
import { startJanusStub } from './test-janus-stub.ts'

/* The front in docs/operator/deploy/janus, without Janus or with a stub of it. */

const SLOW = 60_000
const SECRET = 'a-secret-of-twenty-four-characters'
const WAIT = { timeout: 30_000, interval: 20 }
const problem = frontProblem()
// biome-ignore lint/suspicious/noConsole: one line that says what was not run, and why.
if (problem) console.log(`not run: ${problem}`)
const testWithFront = test.skipIf(problem)

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function openFront(env: Readonly<Record<string, string>>): Promise<string> {
  const front = await startFront(SECRET, env)
  closers.push(front.stop)
  return front.address
}

testWithFront(
  'no request ends it, whatever its path',
  async () => {
    const address = await openFront({ JANUS_URL: 'ws://127.0.0.1:1' })
    for (const path of ['constructor/1', 'toString/1', '__proto__/1', 'elsewhere/1', 'whip'])
      expect((await fetch(`${address}/${path}`)).status).toBe(404)
    for (const path of ['/', '%']) expect((await fetch(`${address}/${path}`)).status).toBe(400)
    // Janus is not there, and the front still answers.
    expect((await fetch(`${address}/healthz`)).status).toBe(503)
  },
  SLOW,
)

testWithFront(
  'a viewer of a camera whose seat ends while Janus opens it gets no picture',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reelcast-front-'))
    closers.push(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'cameras.json'), JSON.stringify({ 101: { rtp: 5104 } }))
    const janus = await startJanusStub()
    closers.push(janus.stop)
    const address = await openFront({ JANUS_URL: janus.address, CAMERAS: join(folder, 'cameras.json') })
    // The handle that creates the mountpoints.
    await vi.waitFor(() => expect(janus.detached).toHaveLength(1), WAIT)

    let now = Date.now()
    const tokens = createSfuTokens(SECRET, () => now)
    const send = (method: string, token: string, body?: string) =>
      fetch(`${address}/whep/101`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' },
        ...(body && { body }),
      })
    const watch = async (token: string) => (await send('POST', token, 'v=0\r\n')).status
    const token = await tokens.signCamera('101', { playerId: 'alice', loginId: 'login' })
    expect(await watch(token)).toBe(406)

    const attach = janus.holdAttach()
    const watching = watch(token)
    const answerAttach = await attach
    now += 1
    expect((await send('DELETE', await tokens.signEnd('101'))).status).toBe(204)
    const before = janus.detached.length
    answerAttach()
    expect(await watching).toBe(401)
    await vi.waitFor(() => expect(janus.detached).toHaveLength(before + 1), WAIT)

    const next = await tokens.signCamera('101', { playerId: 'bob', loginId: 'login of bob' })
    expect([await watch(token), await watch(next)]).toEqual([401, 406])
  },
  SLOW,
)
