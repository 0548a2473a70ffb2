import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Code } from '../../../src/contract/codes.ts'
import { balanceOf, playerRequestId, walletOf } from '../../ledger/ledger.ts'
import { fakeClock } from '../../lib/clock.ts'
import type { Result } from '../../lib/result.ts'
import type { FromController, ToController } from '../../machines/cabinet/controller-messages.ts'
import { createTestCabinet } from '../../testing/floor/cabinet/cabinet.ts'
import { booksOf, cabinetPlan } from '../../testing/floor/cabinet/line.ts'
import { audit, createTestFloor, createTestPlayer, type TestFloor } from '../../testing/floor/floor.ts'
import { databaseOfFile } from '../../testing/store/database-of-file.ts'

/*
 * The two-phase transfer against a model: answers that are lost, late or repeated, refusals, games meanwhile,
 * and restarts on both sides. When the line holds in the end, no cent is missing, no game is booked twice,
 * and each repeat of a command is answered with what became of it, without moving anything.
 */

const RUNS = Number(process.env.TRANSFER_RUNS ?? 15)
const START_CENTS = 100_000

type Step =
  | { do: 'load'; cents: number }
  | {
      do: 'cash-out' | 'cut' | 'connect' | 'repeat' | 'restart-platform' | 'kill-platform' | 'beat' | 'state'
    }
  | { do: 'play'; win: number }
  | { do: 'busy'; is: boolean }
  | { do: 'to-cabinet' | 'to-platform'; count: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('load' as const), cents: fc.integer({ min: 1, max: 5000 }) }),
  },
  { weight: 3, arbitrary: fc.constant<Step>({ do: 'cash-out' }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('play' as const), win: fc.integer({ min: 0, max: 900 }) }),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'cut' }) },
  { weight: 3, arbitrary: fc.constant<Step>({ do: 'connect' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'repeat' }) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ do: 'restart-platform' }, { do: 'kill-platform' }) },
  { weight: 2, arbitrary: fc.constantFrom<Step>({ do: 'beat' }, { do: 'state' }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('busy' as const), is: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('to-cabinet' as const, 'to-platform' as const),
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
)

const database = databaseOfFile()
let machines = 0
const clock = fakeClock()

async function run(steps: readonly Step[]): Promise<void> {
  machines += 1
  const id = String(machines)
  const { db } = database
  const playerId = await createTestPlayer(db, START_CENTS)
  const cabinet = createTestCabinet(id)
  const toCabinet: ToController[] = []
  const toPlatform: FromController[] = []
  let connection = 0
  let requests = 0
  /** By the request ids of the ledger. */
  const commands = new Map<string, () => Promise<Result<object>>>()
  const open = async (): Promise<TestFloor> => {
    const opened = await createTestFloor(db, { plan: cabinetPlan(machines) }, clock)
    opened.floor.events.on('toController', (command) => {
      if (command.machineId === id && command.connection === connection) toCabinet.push(command.message)
    })
    return opened
  }
  let t = await open()
  const cut = () => {
    connection = 0
    toCabinet.length = 0
    toPlatform.length = 0
  }
  const deliver = async () => {
    const message = toPlatform.shift()
    if (!message || connection === 0) return
    const result = await t.floor.onController(id, connection, message)
    if (result.ok) toCabinet.push(...result.answers)
    else cut()
  }
  const begin = (requestId: string, command: () => Promise<Result<object>>) => {
    commands.set(playerRequestId(playerId, requestId), command)
    void command()
  }
  const act = async (action: Step): Promise<void> => {
    requests += 1
    const requestId = `r${id}-${requests}`
    switch (action.do) {
      case 'load':
        begin(requestId, () => t.floor.load(playerId, id, { requestId, amount: action.cents }))
        break
      case 'cash-out':
        begin(requestId, () => t.floor.cashOut(playerId, id, requestId))
        break
      case 'play':
        toPlatform.push(...cabinet.play(action.win))
        break
      case 'cut':
        cut()
        break
      case 'connect':
        cut()
        connection = (await t.floor.connectController(id)) ?? 0
        toPlatform.push(...cabinet.greet())
        break
      case 'repeat':
        if (toPlatform[0]) toPlatform.push(toPlatform[0])
        break
      case 'busy':
        cabinet.setBusy(action.is)
        break
      case 'beat':
        if (connection > 0) await t.floor.onController(id, connection, { type: 'beat' })
        break
      case 'state':
        if (connection > 0) toPlatform.push(cabinet.state())
        break
      case 'to-cabinet':
        for (const message of toCabinet.splice(0, action.count)) toPlatform.push(...cabinet.receive(message))
        break
      case 'to-platform':
        for (let n = 0; n < action.count; n += 1) await deliver()
        break
      default:
        if (action.do === 'kill-platform') t.trouble.die()
        await t.floor.stop()
        cut()
        t = await open()
    }
    await t.floor.idle()
  }
  const drain = async () => {
    for (let turn = 0; turn < 100 && (toPlatform.length > 0 || toCabinet.length > 0); turn += 1) {
      await act({ do: 'to-platform', count: 4 })
      await act({ do: 'to-cabinet', count: 4 })
    }
    await act({ do: 'state' })
    await act({ do: 'to-platform', count: 4 })
  }
  const settle = async () => {
    cabinet.setBusy(false)
    await act({ do: 'connect' })
    await drain()
  }
  /** Repeats each command whose transfer was started. The platform may decide the other commands anew. */
  const expectRepeats = async () => {
    const transfers = await database.db
      .selectFrom('movements')
      .innerJoin('transfers', (join) => join.onRef('transfers.id', '=', sql`movements.answer ->> 'id'`))
      .select(['movements.request_id', 'transfers.state', 'transfers.direction', 'transfers.cents'])
      .where('transfers.machine_id', '=', machines)
      .execute()
    for (const { request_id, state, direction, cents } of transfers) {
      const command = commands.get(request_id)
      if (!command) continue
      const expected =
        state === 'done'
          ? { ok: true, ...(direction === 'load' && { amount: cents }) }
          : { ok: false, code: Code.machineRefused }
      expect(await command()).toMatchObject(expected)
    }
  }
  await settle()
  expect(await t.floor.sit(playerId, id)).toMatchObject({ ok: true })
  for (const action of steps) await act(action)
  await settle()
  const [wallet, own, transit, suspense] = await booksOf(db, playerId, id)
  expect({ own, transit, suspense, sum: (wallet ?? 0) + (own ?? 0) }).toEqual({
    ...{ own: cabinet.credit, transit: 0, suspense: 0 },
    sum: START_CENTS + cabinet.net,
  })
  const { count } = await db
    .selectFrom('cabinet_games')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('machine_id', '=', machines)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(cabinet.games)
  const row = await db
    .selectFrom('cabinets')
    .selectAll()
    .where('machine_id', '=', machines)
    .executeTakeFirst()
  expect(row).toMatchObject({ extra: 0, closed: null, last_game: cabinet.games })
  await expectRepeats()
  // The visit ends through the cabinet.
  const cancelled = t.floor.cancel(playerId, id)
  await t.floor.idle()
  await drain()
  expect(await cancelled).toMatchObject({ ok: true })
  expect((await balanceOf(db, walletOf(playerId))).balance).toBe(START_CENTS + cabinet.net)
  expect(cabinet.credit).toBe(0)
  await t.floor.stop()
}

test('no cent and no game is lost or doubled', { timeout: 600_000 }, async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), run), {
    numRuns: RUNS,
    endOnFailure: true,
  })
  expect(await audit(database.db)).toEqual([])
})
