import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createTestCabinet } from './testing/floor/cabinet/cabinet.ts'
import { startProcess } from './testing/process.ts'
import { makeDataFolder } from './testing/store/database.ts'

const KEYS = ['the-first-key-of-a-controller', 'the-second-key-of-a-controller'] as const

const dataDir = await makeDataFolder()
let stop = async () => {}
afterAll(async () => {
  await stop()
  rmSync(dataDir, { recursive: true })
})

/** Starts the platform with a cabinet whose controller has this key. Returns the address for controllers. */
async function start(key: string): Promise<string> {
  const file = join(dataDir, 'floor.json')
  const hash = createHash('sha256').update(key).digest('hex')
  const cabinet = { id: 1, name: 'C1', brand: 'nar', driver: 'controller', key: `sha256:${hash}` }
  writeFileSync(file, JSON.stringify({ machines: [cabinet] }))
  const { child, exited, ready } = startProcess(dataDir, { FLOOR_FILE: file, SIMULATE: '0' })
  stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  return `${(await ready()).address.replace('http', 'ws')}/controllers`
}

/** Connects a controller. `answer`: the HTTP status of a refusal, or the type of the first message. */
async function connect(url: string, key: string): Promise<{ ws: WebSocket; answer: unknown }> {
  const ws = new WebSocket(url, { headers: { authorization: `Bearer ${key}` } })
  ws.on('error', () => {})
  const refused = once(ws, 'unexpected-response').then(([, { statusCode }]) => statusCode)
  const accepted = once(ws, 'open').then(async () => {
    for (const message of createTestCabinet('1').greet()) ws.send(JSON.stringify(message))
    const [message] = await once(ws, 'message')
    return JSON.parse(String(message)).type
  })
  return { ws, answer: await Promise.race([refused, accepted]) }
}

test("a restart without a controller's key ends its connection, and refuses the next one", async () => {
  const [first, second] = KEYS
  const before = await start(first)
  const old = await connect(before, first)
  expect(old.answer).toBe('seat')
  const closed = once(old.ws, 'close')
  await stop()
  await closed
  const after = await start(second)
  expect((await connect(after, first)).answer).toBe(401)
  const next = await connect(after, second)
  expect(next.answer).toBe('seat')
  next.ws.terminate()
}, 240_000)
