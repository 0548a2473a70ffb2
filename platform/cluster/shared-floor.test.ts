import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import type { Floor } from '../floor/ports/floor.ts'
import { refused } from '../lib/result.ts'
import { createTestFloor, createTestPlayer, type TestFloor } from '../testing/floor/floor.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { createSharedFloor, runForwarded } from './shared-floor.ts'

/* Commands at a process that owns no machine and has no reports of the owner: Redis is away. */

const database = databaseOfFile()
let owner: TestFloor
let other: TestFloor
let shared: Floor
let player: string
/** The names of the calls that get no answer, as over a connection that is silent. */
let unanswered: string[] = []
/** The names of the calls whose connection the owner cuts before it answers. */
let cut: string[] = []
let isStopping: boolean

beforeEach(async () => {
  isStopping = false
  const { db } = database
  owner = await createTestFloor(db, { node: 'owner', shared: true })
  other = await createTestFloor(db, { node: 'other', shared: true })
  await sql`insert into nodes (id, until, address) values ('owner', clock_timestamp() + interval '1 hour', 'owner:1')
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ id: number; epoch: number }>`
    update machines set owner = 'owner', epoch = epoch + 1 returning id, epoch`.execute(db)
  await owner.floor.adopt(new Map(rows.map(({ id, epoch }) => [String(id), epoch])))
  shared = createSharedFloor({
    ...{ floor: other.floor, db, node: 'other', isStopping: () => isStopping },
    async call(_, name, args, signal) {
      const isCut = cut.shift() === name
      const answer = await runForwarded(owner.floor, name, args, () => isCut)
      if (isCut) throw new Error('the connection is cut')
      if (unanswered.shift() !== name) return answer
      await once(signal, 'abort')
      throw signal.reason
    },
  })
  player = await createTestPlayer(db, 1000)
})
afterEach(() => Promise.all([owner.floor.stop(), other.floor.stop()]))

const ends: Readonly<Record<string, () => Promise<unknown>>> = {
  'a pause': () => shared.suspend(player, '2027-01-01T00:00:00.000Z'),
  'a ban': () => shared.expel(player),
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

test.each(Object.entries(ends))('%s ends a visit that this process does not know', async (_, end) => {
  expect(await shared.sit(player, '2')).toMatchObject({ ok: true })
  expect(shared.seatOf(player)).toBeUndefined()
  expect(await end()).toEqual({ ok: true })
  await owner.pass(0)
  expect(owner.floor.seatOf(player)).toBeUndefined()
})

test.each(Object.entries(ends))('%s ends the visit at the machine of now', async (_, end) => {
  await shared.sit(player, '2')
  for (const mirror of owner.floor.owned()) other.floor.applyMirror(mirror)
  await shared.leave(player, '2')
  await shared.sit(player, '3')
  expect(shared.seatOf(player)).toBe('2')
  expect(await end()).toEqual({ ok: true })
  await owner.pass(0)
  expect(owner.floor.seatOf(player)).toBeUndefined()
})

test.each(Object.entries(ends))('%s of a player without a seat is done', async (_, end) => {
  expect(await end()).toEqual({ ok: true })
})

test('a command without an answer is sent again, and takes effect once', async () => {
  expect(await shared.sit(player, '2')).toMatchObject({ ok: true })
  unanswered = ['load']
  const collecting = setInterval(collectGarbage, 500)
  const load = await shared.load(player, '2', { requestId: 'load-unanswered', amount: 400 })
  clearInterval(collecting)
  expect([load, unanswered]).toMatchObject([{ ok: true, game: { credit: 400 } }, []])
  await owner.floor.leave(player, '2')
})

test('a kick without an answer is sent again, and counts as one that held the seat', async () => {
  expect(await shared.sit(player, '3')).toMatchObject({ ok: true })
  unanswered = ['kick']
  expect(await shared.kick(player, '3')).toMatchObject({ ok: true, changed: true })
  expect(await shared.kick(player, '3')).toMatchObject({ ok: true, changed: false })
  await owner.floor.leave(player, '3')
})

test('a command whose owner did not answer has an unknown outcome', async () => {
  expect(await shared.sit(player, '4')).toMatchObject({ ok: true })
  isStopping = true
  cut = ['load']
  expect(await shared.load(player, '4', { requestId: 'load-unknown', amount: 400 })).toEqual(
    refused(Code.serverError),
  )
  expect(owner.floor.owned('4')).toMatchObject([{ credit: 400 }])
  await sql`delete from nodes`.execute(database.db)
  expect(await shared.load(player, '4', { requestId: 'load-not-sent', amount: 400 })).toEqual(
    refused(Code.stopping),
  )
})

test('a seat that was taken for a caller that is gone is held, unless a later call took it', async () => {
  isStopping = true
  cut = ['sit']
  expect(await shared.sit(player, '5')).toMatchObject({ ok: false })
  expect(owner.floor.seatStatus(player)).toMatchObject({ id: '5', machine_status: 'waiting' })
  cut = ['resume']
  expect(await shared.resume(player, '5')).toMatchObject({ ok: false })
  expect(owner.floor.seatStatus(player)).toMatchObject({ machine_status: 'waiting' })
  isStopping = false
  cut = ['sit']
  expect(await shared.sit(player, '5')).toMatchObject({ ok: true })
  expect(owner.floor.seatStatus(player)).toMatchObject({ machine_status: 'playing' })
  await shared.leave(player, '5')
})
