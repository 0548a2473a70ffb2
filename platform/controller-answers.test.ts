import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import type { FromController, ToController } from './machines/cabinet/controller-messages.ts'
import { createControllerKey, EXAMPLE, startController, type TestController } from './testing/controller.ts'
import { scratchFolder } from './testing/lib/scratch-folder.ts'

/*
 * What the controller of docs/examples/controller answers to its platform, which is played here, and what it
 * keeps. The stake is 1.00, then 2.00.
 */

const PATIENCE = { timeout: 20_000, interval: 50 }
const { key } = createControllerKey()
const dataDir = scratchFolder()
let platform: Awaited<ReturnType<typeof openPlatform>>
let controller: TestController

async function openPlatform() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const bound = server.address()
  const received: FromController[] = []
  let line: WebSocket | undefined
  server.on('connection', (connection) => {
    line = connection
    connection.on('message', (data) => received.push(JSON.parse(String(data))))
  })
  const gets = (isWanted: (message: FromController) => boolean) =>
    vi.waitFor(() => expect(received.some(isWanted)).toBe(true), PATIENCE)
  return {
    url: `ws://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/controllers`,
    received,
    gets,
    isGreeted: () => gets(({ type }) => type === 'hello'),
    send: (message: ToController) => line?.send(JSON.stringify(message)),
    drop: (code: number) => line?.close(code),
    close: () => server.close(),
  }
}

beforeAll(async () => {
  platform = await openPlatform()
  const { url } = platform
  controller = startController({ folder: dataDir, machine: '1', key, url, env: { GAME_MS: '60000' } })
  await platform.isGreeted()
}, 60_000)
afterAll(async () => {
  await controller.kill()
  platform.close()
})

/** Sends a command; resolves with its answer, which is the last message then. */
async function answerTo(command: ToController & { id: string }): Promise<FromController | undefined> {
  const isAnswer = (message: FromController) => 'id' in message && message.id === command.id
  platform.send(command)
  await platform.gets(isAnswer)
  return platform.received.find(isAnswer)
}
const press = (id: string, button: string, stake?: number) =>
  answerTo({ type: 'press', id, button, ...(stake !== undefined && { stake }) })
/** The last state that was sent before an answer. */
const stateBefore = (id: string) =>
  platform.received
    .slice(
      0,
      platform.received.findIndex((message) => 'id' in message && message.id === id),
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

test('after a power cut nobody at the cabinet plays the credit of a remote player', async () => {
  /** Changes who sits, and waits until the controller has done that. */
  const seat = async (visit: string | null) => {
    platform.received.length = 0
    platform.send({ type: 'seat', visit })
    await platform.gets((message) => message.type === 'ok' && message.id === undefined)
  }
  await seat('1')
  platform.received.length = 0
  await controller.restart()
  await platform.isGreeted()
  const { credit } = controller.cabinet()
  // The platform has not said yet who sits.
  await controller.type('press start')
  expect(controller.cabinet().credit).toBe(credit)
  await seat(null)
  await controller.type('press start')
  expect(controller.cabinet().credit).toBe(credit - 200)
})

/** Starts a controller whose cabinet ends a press, and a reading of its meters, only once a line is typed. */
async function startSlowly(name: string) {
  const folder = join(dataDir, name)
  mkdirSync(folder)
  const line = await openPlatform()
  const script = `
    import { once } from 'node:events'
    import { openCabinet } from '${EXAMPLE}cabinet.mjs'
    import { startController } from '${EXAMPLE}controller.mjs'
    let controller
    const onChange = () => controller?.onChange()
    const cabinet = openCabinet({ file: '${folder}/cabinet.json', gameMs: 1, onChange })
    const slowly = (work) => async (...given) => {
      const [result] = await Promise.all([work(...given), once(process.stdin, 'data')])
      return result
    }
    const slow = { ...cabinet, meters: slowly(cabinet.meters), press: slowly(cabinet.press) }
    const { CONTROLLER_URL: url } = process.env
    const file = '${folder}/controller.json'
    controller = startController({ url, key: 'key', machine: '1', cabinet: slow, file, log() {} })`
  const args = ['--input-type=module', '--eval', script]
  const slow = startController({ folder, machine: '1', key, url: line.url, args })
  await line.isGreeted()
  const end = async () => {
    await slow.kill()
    line.close()
  }
  return { ...line, type: slow.write, end }
}

test('a press has no answer before it has ended', async () => {
  const { send, received, type, end } = await startSlowly('press')
  const answers = () => received.flatMap((message) => ('id' in message ? [message] : []))
  send({ type: 'press', id: 'up', button: 'stake-up', stake: 0 })
  send({ type: 'status', id: 'up' })
  await expect.poll(answers, PATIENCE).toEqual([{ type: 'pending', id: 'up' }])
  type('end')
  await expect.poll(answers, PATIENCE).toHaveLength(2)
  expect(answers()[1]).toEqual({ type: 'ok', id: 'up' })
  await end()
})

test('meters that were read while a transfer changed them are not sent', async () => {
  const { send, gets, received, type, end } = await startSlowly('meters')
  send({ type: 'meters' })
  send({ type: 'credit', id: 'load', cents: 700 })
  await gets((message) => message.type === 'done')
  const endAndRead = () => {
    type('end')
    return received.find((message) => message.type === 'meters')
  }
  await expect.poll(endAndRead, PATIENCE).toBeDefined()
  expect(endAndRead()).toMatchObject({ transferIn: 700 })
  await end()
})

test('a controller whose key another one uses too dials again after the longest pause', async () => {
  platform.drop(4409)
  const pauses = () => [...controller.output().matchAll(/closed: 4409 .*; again in (\d+) ms/g)]
  await expect.poll(pauses, PATIENCE).toHaveLength(1)
  expect(Number(pauses()[0]?.[1])).toBeGreaterThanOrEqual(7500)
})

test('a hand pay of a cabinet whose memory was cleared has no id of an earlier one', () => {
  const script = `
    import { openCabinet } from '${EXAMPLE}cabinet.mjs'
    const cabinet = openCabinet({ file: process.argv[1], gameMs: 50, onChange() {} })
    cabinet.run('handpay 3000')
    console.log(cabinet.reportsAfter(0)[0].message.id)`
  const [before, after] = ['before.json', 'after.json'].map((name) => {
    const args = ['--input-type=module', '--eval', script, '--', join(dataDir, name)]
    return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.trim()
  })
  expect(before).toMatch(/^hand-pay-/)
  expect(after).toMatch(/^hand-pay-/)
  expect(after).not.toBe(before)
})

test('a file that cannot be written whole stays as it was, and its process says nothing of the change', () => {
  const file = join(dataDir, 'full.json')
  const script = `
    import { openStored } from '${EXAMPLE}stored.mjs'
    const { value, save } = openStored(process.argv[1], {})
    Object.assign(value, JSON.parse(process.argv[2]))
    try {
      save()
    } catch {}
    console.log(value.credit)`
  const store = (value: object) =>
    spawnSync(
      'sh',
      [
        ...['-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, '--input-type=module', '--eval', script],
        ...['--', file, JSON.stringify(value)],
      ],
      { encoding: 'utf8' },
    )
  expect(store({ credit: 500 })).toMatchObject({ status: 0, stdout: '500\n' })
  // As on a disk that becomes full, the first part can be written.
  const { status, stdout, stderr } = store({ credit: 0, reports: 'x'.repeat(5000) })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain(`${file} cannot be written: EFBIG`)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ credit: 500 })
})
