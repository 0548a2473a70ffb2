import { EventEmitter } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import type { Floor } from '../floor/floor.ts'
import { type FakeClock, fakeClock } from '../lib/clock.ts'
import { refused } from '../lib/result.ts'
import { createGameSockets, type GameSockets } from './game-sockets.ts'
import type { RealtimeSocket } from './sockets.ts'

/* Pages whose machine another process owns: its answers take different times. */

interface Call {
  readonly name: string
  readonly machineId: string
  answer(result: object): void
}

let clock: FakeClock
let games: GameSockets
/** The calls to the owner that are not answered. */
let calls: Call[]
/** The seats that were held, by presence. */
let held: unknown[]
/** The machines whose video the pages open again. */
let resumed: string[]

const call = (name: string) => (_: string, machineId: string) =>
  new Promise((resolve) => calls.push({ name, machineId, answer: resolve }))

beforeEach(() => {
  clock = fakeClock()
  calls = []
  held = []
  resumed = []
  const floor = {
    sit: call('sit'),
    resume: call('resume'),
    owns: (machineId: string) => machineId === '2',
    hold: async (_: string, __: string, presence: number) => void held.push(presence),
  }
  games = createGameSockets({
    floor: floor as unknown as Floor,
    verify: async () => ({ playerId: '7', loginId: 'login', expiresAt: Number.POSITIVE_INFINITY }),
    log: { warn() {}, error() {} },
    clock,
    videoSource: () => ({ type: 'screen', url: '/x' }),
    onResumed: (machineId) => void resumed.push(machineId),
  })
})

/** A page's socket that records the messages to the page. */
class Page extends EventEmitter {
  readonly data = { playerId: '7', loginId: 'login' }
  connected = true
  readonly infos: unknown[] = []
  readonly name: string
  constructor(name: string) {
    super()
    this.name = name
    super.on('info', (info) => this.infos.push(info))
  }
  disconnect() {
    this.connected = false
    this.emit('disconnect', 'server namespace disconnect')
  }
  join(machineID: string) {
    return games.init(this as unknown as RealtimeSocket, { machineID, token: 'token', page: this.name })
  }
  plays(machineId: string) {
    return (games.socketOf(machineId) as unknown) === this
  }
}

/** The next call to the owner, once it is made. */
async function nextCall(name: string): Promise<Call> {
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  const [next] = calls.splice(0, 1)
  expect(next?.name).toBe(name)
  return next as Call
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

async function joined(name: string, machineId: string, presence: number): Promise<Page> {
  const page = new Page(name)
  const joining = page.join(machineId)
  ;(await nextCall('sit')).answer({ ok: true, presence })
  expect(await joining).toMatchObject({ ok: true })
  return page
}

test('a page that could not be connected to its new owner tries again while it plays', async () => {
  const page = await joined('page', '1', 1)
  games.resume(['1'])
  for (const code of [Code.stopping, Code.serverError]) {
    ;(await nextCall('resume')).answer(refused(code))
    await settled()
    clock.advance(1000)
  }
  ;(await nextCall('resume')).answer({ ok: true, presence: 5 })
  await expect.poll(() => resumed).toEqual(['1'])
  page.disconnect()
  expect(held).toEqual([5])
})

test('a page whose seat is gone is not connected again', async () => {
  await joined('page', '1', 1)
  games.resume(['1'])
  ;(await nextCall('resume')).answer(refused(Code.notSeated))
  await settled()
  clock.advance(60_000)
  expect(calls).toEqual([])
})

test("only the pages at other processes' machines are connected again, and keep their video", async () => {
  const page = await joined('other', '1', 1)
  await joined('own', '2', 1)
  games.resumeAll()
  const call = await nextCall('resume')
  expect([call.machineId, calls]).toEqual(['1', []])
  call.answer({ ok: true, presence: 3 })
  await settled()
  page.disconnect()
  expect([held, resumed]).toEqual([[3], []])
})
