import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { ControllerEvent } from '../../../floor/cabinet/events.ts'
import type { Floor, FloorDeps } from '../../../floor/ports/floor.ts'
import { balanceOf, creditOf, suspenseOf, transitOf, walletOf } from '../../../ledger/ledger.ts'
import { fakeClock } from '../../../lib/clock.ts'
import type { CabinetReport, ToController } from '../../../machines/cabinet/controller-messages.ts'
import type { PlannedMachine } from '../../../machines/floor-plan.ts'
import type { Db } from '../../../store/db.ts'
import { type TestDatabase, testDatabase } from '../../store/database.ts'
import { audit, createTestFloor, createTestPlayer, type TestFloor } from '../floor.ts'
import { createTestCabinet } from './cabinet.ts'

/*
 * For tests: a floor of cabinets alone, and the line between a cabinet and its floor, without a socket. The
 * stake is 1.00.
 */

export const NOON = Date.parse('2026-11-26T12:00:00Z')
/** What a player of `eachAtOwnCabinet` begins with. */
export const START_CENTS = 100_000
/** The machines of its floor: more than a file has tests. */
export const MACHINES = 20

export const cabinetPlan = (count: number) => ({
  brands: [{ id: 1, key: 'one', name: 'one', game: 'test', jackpotSeedCents: 0 }],
  machines: Array.from(
    { length: count },
    (_, at): PlannedMachine => ({
      ...{ id: at + 1, name: `C${at + 1}`, brand: 1, stakes: undefined, driver: 'controller' },
      keyHash: '',
    }),
  ),
})

/** What is in the player's wallet, on the machine, in transit and in suspense, in cents. */
export const booksOf = (db: Db, player: string, machine: string) =>
  Promise.all(
    [walletOf(player), creditOf(machine), transitOf(machine), suspenseOf(machine)].map(
      async (account) => (await balanceOf(db, account)).balance,
    ),
  )

/** Connects a new cabinet; it answers each command at once. */
export async function connectTestCabinet(floor: Floor, machine: string) {
  const cabinet = createTestCabinet(machine)
  const connection = (await floor.connectController(machine)) ?? 0
  let running = Promise.resolve()
  async function deliver(messages: readonly ControllerEvent[]): Promise<void> {
    for (const message of messages) {
      const result = await floor.onController(machine, connection, message)
      if (result.ok) for (const command of result.answers) await deliver(cabinet.receive(command))
    }
  }
  /** After all before it: the cabinet's messages keep their order. */
  const report = (...messages: ControllerEvent[]) => {
    running = running.then(() => deliver(messages))
    return running
  }
  const commands: ToController[] = []
  let isAnswering = true
  let isReceiving = true
  floor.events.on('toController', (command) => {
    if (command.machineId !== machine || command.connection !== connection) return
    commands.push(command.message)
    if (!isReceiving) return
    const answers = cabinet.receive(command.message)
    if (isAnswering) void report(...answers)
  })
  /** Resolves when the cabinet has nothing more to say. */
  async function quiet(): Promise<void> {
    for (let before: unknown; before !== running; ) {
      before = running
      await running
      await floor.idle()
    }
  }
  await report(...cabinet.greet())
  return {
    cabinet,
    connection,
    report,
    /** What the platform has sent by itself. */
    commands,
    /** False: its answers to commands are lost. */
    setAnswering(answering: boolean) {
      isAnswering = answering
    },
    /** False: commands to it are lost; it gets the answers to its own messages all the same. */
    setReceiving(receiving: boolean) {
      isReceiving = receiving
    },
    quiet,
    /** The result of a command, when the cabinet has nothing more to say of it. */
    async answered<T>(command: Promise<T>): Promise<T> {
      const result = await command
      await quiet()
      return result
    },
  }
}

export type Line = Awaited<ReturnType<typeof connectTestCabinet>>

/** Time passes, with a state of the cabinet each 5 s. */
export async function passWithStates(
  t: TestFloor,
  line: Line,
  ms: number,
  phase?: CabinetReport['phase'],
): Promise<void> {
  for (let left = ms; left > 0; left -= 5000) {
    await t.pass(5000)
    await line.report(line.cabinet.state(phase))
    await line.quiet()
  }
}

/** What belongs to one test. */
interface Own {
  readonly db: Db
  /** The id of a machine that no other test of the file uses. */
  readonly id: string
  readonly player: string
}

/**
 * Begins each test of a file with a machine and a player of its own, and ends it with an audit of the books.
 * Returns a function that opens the test's floor; the floor before it stops, as at a restart.
 */
export function eachAtOwnCabinet(begin: (own: Own) => Promise<void>, startCents = START_CENTS) {
  let database: TestDatabase
  let t: TestFloor | undefined
  let tests = 0
  beforeAll(async () => {
    database = await testDatabase()
  }, 60_000)
  afterAll(() => database.drop())
  beforeEach(async () => {
    tests += 1
    const { db } = database
    await begin({ db, id: String(tests), player: await createTestPlayer(db, startCents) })
  })
  afterEach(async () => {
    await t?.floor.stop()
    expect(await audit(database.db)).toEqual([])
  })
  return async (over: Partial<FloorDeps> = {}, now = NOON): Promise<TestFloor> => {
    await t?.floor.stop()
    t = await createTestFloor(database.db, { plan: cabinetPlan(MACHINES), ...over }, fakeClock(now))
    return t
  }
}
