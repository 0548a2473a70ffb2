import { type KyselyPlugin, sql } from 'kysely'
import { expect, test } from 'vitest'
import { Code } from '../../../src/contract/codes.ts'
import { audit, createTestFloor, createTestPlayer } from '../../testing/floor/floor.ts'
import { databaseOfFile } from '../../testing/store/database-of-file.ts'
import { type Floor, HOLD_MS } from './floor.ts'

const database = databaseOfFile()

/** All rows that a write of a machine changes. */
async function everything(): Promise<unknown> {
  const tables = ['machines', 'visits', 'spins', 'movements', 'accounts', 'entries']
  const rows = tables.map(
    async (table) => (await sql`select * from ${sql.table(table)} order by 1, 2`.execute(database.db)).rows,
  )
  return Promise.all(rows)
}

test('a process whose machines were taken writes nothing, and takes nothing back', async () => {
  const player = await createTestPlayer(database.db, 10_000)
  const other = await createTestPlayer(database.db, 10_000)
  const paused = await createTestFloor(database.db)
  const lost: string[] = []
  paused.floor.events.on('lost', (machineId) => lost.push(machineId))
  await paused.floor.sit(player, '1')
  await paused.floor.load(player, '1', { requestId: 'load', amount: 1000 })
  paused.call('win')
  expect(await paused.floor.spin(player, '1', { requestId: 'spin', stake: 100 })).toMatchObject({ ok: true })

  const owner = await createTestFloor(database.db)
  const before = await everything()
  const stopping = { ok: false, code: Code.stopping }
  const { floor } = paused
  const writes = [
    () => floor.setFault('2', 'error'),
    () => floor.sit(other, '3'),
    () => floor.hold(player, '1'),
    () => floor.load(player, '1', { requestId: 'more', amount: 100 }),
    () => floor.cashOut(player, '1', 'out'),
    () => floor.cancel(player, '1'),
  ]
  for (const write of writes) expect(await write()).toMatchObject(stopping)
  // The timer of its spin, and the end of its hold.
  await paused.pass(HOLD_MS * 2)
  await paused.floor.stop()
  expect(await everything()).toEqual(before)
  expect(lost).toContain('1')

  expect(await owner.floor.sit(player, '1')).toMatchObject({ ok: true, game: { credit: 1400 } })
  expect(await audit(database.db)).toEqual([])
})

const COMMANDS: [string, (floor: Floor, player: string) => Promise<{ ok: boolean }>][] = [
  ['load', (floor, player) => floor.load(player, '4', { requestId: 'more', amount: 100 })],
  ['spin', (floor, player) => floor.spin(player, '4', { requestId: 'spin', stake: 100 })],
  ['hold', (floor, player) => floor.hold(player, '4')],
  ['resume', (floor, player) => floor.resume(player, '4')],
]

test.each(COMMANDS)(
  'a machine whose next owner reports during a %s is not written, and its page is not sent away',
  async (_, command) => {
    for (const after of [0, 1, 2]) {
      const player = await createTestPlayer(database.db, 10_000)
      let onResult = () => {}
      const reporting: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          onResult()
          return result
        },
      }
      const { floor } = await createTestFloor(database.db.withPlugin(reporting))
      const dismissed: string[] = []
      floor.events.on('dismissed', ({ machineId }) => dismissed.push(machineId))
      await floor.sit(player, '4')
      await floor.load(player, '4', { requestId: `load-${after}`, amount: 1000 })
      const owner = await createTestFloor(database.db)
      await owner.floor.resume(player, '4')
      const before = await everything()
      let results = 0
      onResult = () => {
        if (results === after) owner.floor.owned('4').forEach(floor.applyMirror)
        results += 1
      }
      const answer = await command(floor, player)
      onResult = () => {}
      // A command with fewer statements was over before the report.
      if (results > after) expect(answer).toMatchObject({ ok: false, code: Code.stopping })
      expect(await everything()).toEqual(before)
      expect(dismissed).toEqual([])
      await floor.stop()
      await owner.floor.cancel(player, '4')
      await owner.floor.cashOut(player, '4', `out-${after}`)
      await owner.pass(HOLD_MS * 2)
      expect(owner.floor.seatOf(player)).toBeUndefined()
      await owner.floor.stop()
    }
  },
  20_000,
)

test('a hold ends at its full length at each process, and frees the seat there', async () => {
  const player = await createTestPlayer(database.db, 10_000)
  const { floor, pass } = await createTestFloor(database.db, { holdMs: HOLD_MS })
  const other = await createTestFloor(database.db, { shared: true })
  floor.events.on('status', (machineId) => {
    for (const mirror of floor.owned(machineId)) other.floor.applyMirror(mirror)
  })
  /** What ends pictures at the other process. */
  const changes: string[] = []
  await floor.sit(player, '2')
  await floor.load(player, '2', { requestId: 'load-at-2', amount: 1000 })
  await floor.hold(player, '2')
  other.floor.events.on('status', (machineId) => changes.push(machineId))
  await pass(HOLD_MS - 1)
  expect([floor.ownerOf('2'), other.floor.ownerOf('2'), changes]).toEqual([player, player, []])
  await pass(1)
  expect([floor.ownerOf('2'), other.floor.ownerOf('2')]).toEqual([undefined, undefined])
  expect(changes).toContain('2')
  await Promise.all([floor.stop(), other.floor.stop()])
})
