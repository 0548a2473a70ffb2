import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { frontProblem, JANUS_FOLDER } from './test-janus.ts'

/* The front in docs/operator/deploy/janus, without Janus. */

const SECRET = 'a-secret-of-twenty-four-characters'
const problem = frontProblem()
// biome-ignore lint/suspicious/noConsole: one line that says what was not run, and why.
if (problem) console.log(`not run: ${problem}`)

let address: string
let stop = async () => {}
beforeAll(async () => {
  if (problem) return
  const child = spawn(process.execPath, [`${JANUS_FOLDER}front.mjs`], {
    env: { PATH: process.env.PATH, PORT: '0', JANUS_URL: 'ws://127.0.0.1:1', VIDEO_SFU_SECRET: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  stop = async () => {
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
  }
  let output = ''
  for await (const text of child.stdout) {
    output += text
    const [, found] = /at (http:\S+)/.exec(output) ?? []
    if (found) {
      address = found
      return
    }
  }
}, 60_000)
afterAll(() => stop())

test.skipIf(problem)('no request ends it, whatever its path', async () => {
  for (const path of ['constructor/1', 'toString/1', '__proto__/1', 'elsewhere/1', 'whip'])
    expect((await fetch(`${address}/${path}`)).status).toBe(404)
  for (const path of ['/', '%']) expect((await fetch(`${address}/${path}`)).status).toBe(400)
  // Janus is not there, and the front still answers.
  expect((await fetch(`${address}/healthz`)).status).toBe(503)
})
