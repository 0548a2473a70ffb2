import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import type { FromController, ToController } from './machines/controller-messages.ts'
import { makeDataFolder } from './store/test-database.ts'
import { createControllerKey, startController, type TestController } from './test-controller.ts'

/* How the controller of docs/examples/controller answers presses. The stake is 1.00, then 2.00. */

const PATIENCE = { timeout: 20_000, interval: 50 }
let folder: string
let server: WebSocketServer
let controller: TestController
let line: WebSocket
const received: FromController[] = []

beforeAll(async () => {
  folder = await makeDataFolder()
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const bound = server.address()
  const url = `ws://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/controllers`
  const { key } = createControllerKey()
  controller = startController({ folder, machine: '1', key, url, env: { GAME_MS: '60000' } })
  await once(server, 'connection').then(([connection]) => {
    line = connection
  })
  line.on('message', (data) => received.push(JSON.parse(String(data))))
}, 60_000)
afterAll(async () => {
  await controller.kill()
  server.close()
  rmSync(folder, { recursive: true })
})

/** Sends a command; resolves with its answer, which is the last message then. */
async function answerTo(command: ToController & { id: string }): Promise<FromController | undefined> {
  const isAnswer = (message: FromController) => 'id' in message && message.id === command.id
  line.send(JSON.stringify(command))
  await expect.poll(() => received.some(isAnswer), PATIENCE).toBe(true)
  return received.find(isAnswer)
}
const press = (id: string, button: string, stake?: number) =>
  answerTo({ type: 'press', id, button, ...(stake !== undefined && { stake }) })
/** The last state that was sent before an answer. */
const stateBefore = (id: string) =>
  received
    .slice(
      0,
      received.findIndex((message) => 'id' in message && message.id === id),
    )
    .findLast(({ type }) => type === 'state')

test('a press is refused that would stake more than was checked, and its state comes before its answer', async () => {
  expect(await answerTo({ type: 'credit', id: 'load', cents: 1000 })).toMatchObject({ type: 'done' })
  expect(await press('up', 'stake-up', 0)).toEqual({ type: 'ok', id: 'up' })
  expect(stateBefore('up')).toMatchObject({ phase: 'idle', stake: 200 })
  expect(await press('too-high', 'start', 100)).toEqual({ type: 'refused', id: 'too-high', code: 'idle' })
  expect(await press('start', 'start', 200)).toEqual({ type: 'ok', id: 'start' })
  expect(stateBefore('start')).toMatchObject({ phase: 'playing', stake: 200, credit: 800 })
})
