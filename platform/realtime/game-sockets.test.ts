import { EventEmitter } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import type { Floor } from '../floor/ports/floor.ts'
import { type FakeClock, fakeClock } from '../lib/clock.ts'
import { type Refused, refused } from '../lib/result.ts'
import { createGameSockets, type GameSockets } from './game-sockets.ts'
import type { RealtimeSocket } from './sockets.ts'

/* Pages whose machine another process owns: its answers take different times. */

interface Call {
  readonly name: string
  readonly machineId: string
  /** The presence of the page that resumes its seat. */
  readonly presence: number | undefined
  answer(result: object): void
}

let clock: FakeClock
let games: GameSockets
/** The calls to the owner that are not answered. */
let calls: Call[]
/** The seats that were held and left, by presence. */
let held: unknown[]
let left: unknown[]
/** The next answers to these two; later ones are ok. */
let refusals: Refused[]
/** The machines whose video the pages open again. */
let resumed: string[]

const call = (name: string) => (_: string, machineId: string, __?: string, presence?: number) =>
  new Promise((resolve) => calls.push({ name, machineId, presence, answer: resolve }))

beforeEach(() => {
  clock = fakeClock()
  calls = []
  held = []
  left = []
  refusals = []
  resumed = []
  const floor = {
    sit: call('sit'),
    resume: call('resume'),
    owns: (machineId: string) => machineId === '2',
    async hold(_: string, __: string, presence: number) {
      held.push(presence)
      return refusals.shift() ?? { ok: true }
    },
    async leave(_: string, __: string, presence: number) {
      left.push(presence)
      return refusals.shift() ?? { ok: true }
    },
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
  disconnect(reason = 'server namespace disconnect') {
    this.connected = false
    this.emit('disconnect', reason)
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

test('of two pages the one with the higher presence plays, whichever is answered first', async () => {
  const [first, second] = [new Page('first'), new Page('second')]
  const firstJoins = first.join('1')
  const toFirst = await nextCall('sit')
  const secondJoins = second.join('1')
  const toSecond = await nextCall('sit')
  toSecond.answer({ ok: true, presence: 2 })
  expect(await secondJoins).toMatchObject({ ok: true })
  toFirst.answer({ ok: true, presence: 1 })
  expect(await firstJoins).toEqual(refused(Code.takenOver))
  expect(second.plays('1')).toBe(true)
  expect(second.infos).toEqual([])
  first.disconnect()
  expect(held).toEqual([])
})

test('a page does not play whose machine a later page took at another process', async () => {
  const page = new Page('here')
  const joins = page.join('1')
  const answered = await nextCall('sit')
  games.applyTaken({ machineId: '1', playerId: '7', page: 'there', presence: 2 })
  answered.answer({ ok: true, presence: 1 })
  expect(await joins).toEqual(refused(Code.takenOver))
  expect(page.plays('1')).toBe(false)
})

test('the news of an earlier page does not keep a later one from coming back', async () => {
  const page = await joined('later', '1', 2)
  page.disconnect()
  games.applyTaken({ machineId: '1', playerId: '7', page: 'earlier', presence: 1 })
  const back = await joined('later', '1', 3)
  expect(back.plays('1')).toBe(true)
})

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

test.each([
  ['held', 'transport close'],
  ['left', 'client namespace disconnect'],
])('a seat whose page is gone is %s again until its owner has answered', async (kind, reason) => {
  const page = await joined('page', '1', 3)
  const tries = kind === 'held' ? held : left
  refusals = [refused(Code.stopping), refused(Code.serverError)]
  page.disconnect(reason)
  for (const count of [1, 2, 3]) {
    await settled()
    expect(tries).toEqual(Array.from({ length: count }, () => 3))
    clock.advance(2 ** (count - 1) * 1000)
  }
  await settled()
  clock.advance(60_000)
  expect(tries).toHaveLength(3)
})

test('a hold that fails for minutes is tried again after growing pauses', async () => {
  const page = await joined('page', '1', 3)
  refusals = Array.from({ length: 600 }, () => refused(Code.serverError))
  page.disconnect()
  for (let second = 0; second < 300; second += 1) {
    await settled()
    clock.advance(1000)
  }
  // After 1, 2, 4, 8, 16 and then each 30 s.
  expect(held).toHaveLength(1 + 5 + 8)
})

test('a seat that is gone is not held again, nor one whose process closes its sockets', async () => {
  const page = await joined('page', '1', 3)
  refusals = [refused(Code.notSeated)]
  page.disconnect()
  await settled()
  clock.advance(60_000)
  expect(held).toEqual([3])
  const last = await joined('last', '2', 4)
  refusals = [refused(Code.stopping)]
  last.disconnect()
  games.stop()
  await settled()
  clock.advance(60_000)
  expect(held).toEqual([3, 4])
})

test('a page that ends while it is connected to a new owner has its seat held', async () => {
  const page = await joined('page', '1', 1)
  games.resume(['1'])
  const resuming = await nextCall('resume')
  page.disconnect()
  resuming.answer({ ok: true, presence: 5 })
  await settled()
  expect([held, resumed]).toEqual([[1, 5], []])
})

test('a page that took the seat meanwhile gets a presence above the one of the page before it', async () => {
  const first = await joined('first', '1', 1)
  games.resume(['1'])
  const resuming = await nextCall('resume')
  const second = await joined('second', '1', 2)
  expect(first.infos).toMatchObject([{ code: Code.takenOver, action: 'leave' }])
  resuming.answer({ ok: true, presence: 3 })
  ;(await nextCall('resume')).answer({ ok: true, presence: 4 })
  await settled()
  second.disconnect()
  expect(held).toEqual([1, 4])
})

test('a page resumes its seat by its own presence, and leaves it to a newer page', async () => {
  const first = await joined('first', '1', 1)
  games.resume(['1'])
  const resuming = await nextCall('resume')
  expect(resuming.presence).toBe(1)
  first.disconnect()
  resuming.answer(refused(Code.takenOver))
  await settled()
  clock.advance(60_000)
  expect([held, calls]).toEqual([[1], []])
})
