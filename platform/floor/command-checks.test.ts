import { beforeEach, describe, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { fakeClock } from '../lib/clock.ts'
import { type Refused, refused } from '../lib/result.ts'
import type { Cabinet } from '../machines/cabinet/cabinet.ts'
import type { ButtonKind } from '../machines/cabinet/controller-messages.ts'
import { createCabinet } from '../machines/cabinet/driver.ts'
import { createDrawnMachine } from '../machines/drawn-machine.ts'
import type { MachineDriver } from '../machines/driver.ts'
import type { Trx } from '../store/transaction.ts'
import { TEST_GAME } from '../testing/floor/floor.ts'
import { cashOutError, loadError, seatError, stakeError } from './command-checks.ts'
import type { MachineState, Spin } from './machine.ts'
import { newMachine } from './open-floor.ts'

/*
 * A row for each refusal, in the order in which they apply, and a column for each kind of machine. The player
 * is seated with a credit of 10.00; the stake is 1.00.
 */

const PLAYER = '7'
const CYCLE_MS = 3000
const rules = { hash: '', def: TEST_GAME }
const video = { meters: () => {}, spin: () => {} }

function drawnDriver(): MachineDriver {
  return createDrawnMachine('1', rules, { random: { int: () => 0 }, video })
}

function cabinetDriver(): MachineDriver {
  const driver = createCabinet(() => {})
  const { stakes } = TEST_GAME
  const buttons = [{ id: 'start', label: 'Start', kind: 'spin' as const }]
  const hello = { ...{ type: 'hello' as const, protocol: 1 as const, machine: '1' }, firmware: '', games: 0 }
  Object.assign(driver.cabinet, { connection: 1, lastGame: 0, hello: { ...hello, stakes, buttons } })
  driver.cabinet.report = { type: 'state', seq: 1, phase: 'idle', credit: 0, stake: 100, win: 0, games: 0 }
  return driver
}

const DRIVERS = { drawn: drawnDriver, cabinet: cabinetDriver } as const
type Kind = keyof typeof DRIVERS

/** A floor of one machine, and what the fakes of the player's budgets and limits answer. */
interface World {
  readonly machine: MachineState
  readonly floor: Parameters<typeof seatError>[0] & { stopping: boolean; maxStake: number; minLoad: number }
  readonly seats: Map<string, string>
  readonly clock: ReturnType<typeof fakeClock>
  balance: number
  stake: number
  /** The operator's maximum for the player, cents. */
  maxStake: number
  /** Cents that the player's own limit leaves. */
  left: number
  isBudgetSpent: boolean
}

function createWorld(kind: Kind): World {
  const brand = { id: '1', key: 'one', name: 'one', jackpot: 0, version: 0 }
  const machine = newMachine('1', 'One 01', brand, DRIVERS[kind]())
  const seats = new Map<string, string>()
  const clock = fakeClock()
  const world: World = {
    ...{ machine, seats, clock, balance: 5000, stake: 100, left: Number.POSITIVE_INFINITY },
    ...{ maxStake: Number.POSITIVE_INFINITY, isBudgetSpent: false },
    floor: {
      ...{ stopping: false, clock, seats, maxStake: 500, minLoad: 100, minCycleMs: CYCLE_MS },
      machines: new Map([
        ['1', machine],
        ['2', { ...machine, id: '2' }],
      ]),
      allowsEmptyWallet: async () => false,
      ownLimits: {
        check: async (_player, stake = 0) => (stake > world.left ? refused(Code.ownLossDay) : undefined),
        maxStake: async () => world.maxStake,
        knownId: () => 0,
        forget: () => {},
      },
      unplayed: {
        spend: () => (world.isBudgetSpent ? refused(Code.unplayedTooOften) : undefined),
        refill: () => {},
      },
    },
  }
  return world
}

function seatPlayer({ machine }: World): void {
  machine.seat = { playerId: PLAYER, visitId: 1, heldUntil: undefined, presence: 1 }
  machine.credit = 1000
}

function cabinet({ machine }: World): Cabinet {
  if (!machine.driver.cabinet) throw new Error('no cabinet')
  return machine.driver.cabinet
}
const inPhase = (phase: 'playing' | 'handpay' | 'locked') => (world: World) =>
  Object.assign(cabinet(world), { report: { ...cabinet(world).report, phase } })
const SPIN: Spin = {
  ...{ id: '1', stake: 100, win: 0, rules, free: false, freeAwarded: 0, jackpotHit: false, jackpot: 0 },
  ...{ stops: [], wins: [], startedAt: 0, settled: false },
}
const PENDING = { id: 't', direction: 'load', cents: 1, playerId: PLAYER, visitId: 1 } as const

/** Makes the rule apply; `never`: it cannot at this kind. */
type Cell = ((world: World) => unknown) | 'never'
interface Row extends Readonly<Record<Kind, Cell>> {
  readonly rule: string
  readonly code: number
}
const atBoth = (rule: string, code: number, cell: Cell): Row => ({ rule, code, drawn: cell, cabinet: cell })
const drawnOnly = (rule: string, code: number, drawn: Cell): Row => ({ rule, code, drawn, cabinet: 'never' })
const cabinetOnly = (rule: string, code: number, cell: Cell): Row => ({
  ...{ rule, code, cabinet: cell },
  drawn: 'never',
})

const PLAYING: Row[] = [
  atBoth('the process stops', Code.stopping, ({ floor }) => Object.assign(floor, { stopping: true })),
  atBoth('the visit ended for inactivity', Code.sessionTerminated, ({ machine }) => {
    Object.assign(machine, { seat: undefined, terminatedFor: PLAYER })
  }),
  atBoth('the seat is not the player’s', Code.notSeated, ({ machine }) => {
    const seat = { playerId: '8', visitId: 2, heldUntil: undefined, presence: 1 }
    Object.assign(machine, { seat, terminatedFor: '8' })
  }),
]
const outOfService = atBoth('the operator took it out of service', Code.machineOutOfOrder, ({ machine }) => {
  machine.fault = 'error'
})
const transferRuns = cabinetOnly('a transfer is under way', Code.machineBusy, (world) => {
  cabinet(world).pending = PENDING
})
const noController = cabinetOnly('no controller is connected', Code.machineOutOfOrder, (world) => {
  Object.assign(cabinet(world), { connection: 0, report: undefined })
})
const overLimit = atBoth('the player’s own limit', Code.ownLossDay, (world) =>
  Object.assign(world, { left: 99 }),
)
const budgetSpent = atBoth('too often without play', Code.unplayedTooOften, (world) => {
  world.isBudgetSpent = true
})
const spins = drawnOnly('a spin runs', Code.machineBusy, ({ machine }) =>
  Object.assign(machine, { spin: { ...SPIN } }),
)

const COMMANDS: Readonly<
  Record<string, { rows: Row[]; ask: (world: World) => Promise<Refused | undefined> | Refused | undefined }>
> = {
  seat: {
    ask: ({ floor, machine, balance }) => {
      if (machine.seat?.playerId === PLAYER) machine.seat = undefined
      return seatError(floor, machine, PLAYER, async () => balance)
    },
    rows: [
      atBoth('the process stops', Code.stopping, ({ floor }) => Object.assign(floor, { stopping: true })),
      outOfService,
      atBoth('it left the floor', Code.machineOutOfOrder, ({ machine }) =>
        Object.assign(machine, { retired: true }),
      ),
      atBoth('another player has it', Code.machineTaken, ({ machine }) => {
        machine.seat = { playerId: '8', visitId: 2, heldUntil: undefined, presence: 1 }
      }),
      cabinetOnly('credit on it is nobody’s', Code.machineOutOfOrder, (world) => {
        cabinet(world).extra = 1
      }),
      drawnOnly('a simulated fault', Code.machineOutOfOrder, ({ machine }) => {
        machine.simulated = 'offline'
      }),
      drawnOnly('a simulated player has it', Code.machineTaken, ({ machine }) => {
        machine.simulated = 'playing'
      }),
      atBoth('the player sits elsewhere', Code.seatedElsewhere, ({ seats }) => void seats.set(PLAYER, '2')),
      overLimit,
      atBoth('the wallet is empty', Code.balanceTooLow, (world) => Object.assign(world, { balance: 0 })),
      budgetSpent,
    ],
  },
  load: {
    ask: ({ floor, machine, balance }) => loadError(floor, machine, PLAYER, balance, {} as Trx),
    rows: [
      ...PLAYING,
      outOfService,
      transferRuns,
      noController,
      atBoth('less than the least load', Code.amountTooLow, (world) => Object.assign(world, { balance: 99 })),
      budgetSpent,
      overLimit,
    ],
  },
  stake: {
    ask: ({ floor, machine, stake }) => stakeError(floor, machine, PLAYER, { command: 'spin', stake }),
    rows: [
      ...PLAYING,
      outOfService,
      noController,
      cabinetOnly('the cabinet has a fault', Code.machineOutOfOrder, (world) => {
        cabinet(world).fault = { code: 'door', text: '' }
      }),
      transferRuns,
      cabinetOnly('a game runs', Code.machineBusy, inPhase('playing')),
      cabinetOnly('an attendant is awaited', Code.machineBusy, inPhase('handpay')),
      cabinetOnly('a press has no answer', Code.machineBusy, (world) => {
        cabinet(world).unanswered.set('press', 0)
      }),
      spins,
      atBoth('the minimum cycle runs', Code.machineBusy, ({ machine, clock }) => {
        machine.playedAt = clock.steady() - CYCLE_MS / 2
      }),
      atBoth('the machine has no such stake', Code.stakeNotOffered, (world) =>
        Object.assign(world, { stake: 300 }),
      ),
      atBoth('above the maximum stake of all players', Code.stakeNotOffered, ({ floor }) =>
        Object.assign(floor, { maxStake: 99 }),
      ),
      atBoth('above the maximum stake of the player', Code.stakeNotOffered, (world) =>
        Object.assign(world, { maxStake: 99 }),
      ),
      atBoth('more than the credit', Code.creditTooLow, ({ machine }) =>
        Object.assign(machine, { credit: 99 }),
      ),
      overLimit,
    ],
  },
  'cash-out': {
    ask: ({ floor, machine }) => cashOutError(floor, machine, PLAYER),
    rows: [
      ...PLAYING,
      transferRuns,
      noController,
      cabinetOnly('a game runs', Code.machineBusy, inPhase('playing')),
      cabinetOnly('an attendant is awaited', Code.machineBusy, inPhase('handpay')),
      cabinetOnly('it is locked', Code.machineBusy, inPhase('locked')),
      cabinetOnly('some have just failed', Code.machineBusy, (world) => {
        cabinet(world).failedCashOuts = { count: 3, at: world.clock.steady() }
      }),
      spins,
      drawnOnly('free spins are left', Code.bonusPending, ({ machine }) =>
        Object.assign(machine, { freeSpins: 1 }),
      ),
      atBoth('there is no credit', Code.nothingToCashOut, ({ machine }) =>
        Object.assign(machine, { credit: 0 }),
      ),
    ],
  },
}

const KINDS: Kind[] = ['drawn', 'cabinet']

describe.each(Object.entries(COMMANDS))('%s', (_command, { rows, ask }) => {
  describe.each(KINDS)('at a %s machine', (kind) => {
    let world: World
    beforeEach(() => {
      world = createWorld(kind)
      seatPlayer(world)
    })
    const cells = rows.flatMap((row) => {
      const cell = row[kind]
      return cell === 'never' ? [] : [{ ...row, cell }]
    })

    test('is admitted', async () => {
      expect(await ask(world)).toBeUndefined()
    })

    test.each(cells)('is refused: $rule', async ({ code, cell }) => {
      cell(world)
      expect(await ask(world)).toMatchObject({ code })
    })

    test('the first rule that applies refuses it', async () => {
      for (const { code, cell } of cells.toReversed()) {
        cell(world)
        expect(await ask(world)).toMatchObject({ code })
      }
    })
  })
})

describe.each(KINDS)('a %s machine', (kind) => {
  let world: World
  beforeEach(() => {
    world = createWorld(kind)
    seatPlayer(world)
  })

  test('lets its player return to the credit in spite of each limit', async () => {
    Object.assign(world, { left: 0, maxStake: 0, isBudgetSpent: true, balance: 0 })
    world.machine.fault = 'error'
    expect(await seatError(world.floor, world.machine, PLAYER, async () => 0)).toBeUndefined()
  })

  test('may be left with its credit when it is out of service', () => {
    world.machine.fault = 'error'
    expect(cashOutError(world.floor, world.machine, PLAYER)).toBeUndefined()
  })

  test('counts the cycle by a clock that nobody sets', async () => {
    const ask = () => stakeError(world.floor, world.machine, PLAYER, { command: 'spin', stake: 100 })
    world.machine.playedAt = world.clock.steady()
    world.clock.set(60_000)
    expect(await ask()).toMatchObject({ code: Code.machineBusy })
    world.clock.set(-120_000)
    world.clock.advance(CYCLE_MS - 250)
    expect(await ask()).toBeUndefined()
  })
})

test('free spins take no stake: credit and limits do not count', async () => {
  const world = createWorld('drawn')
  seatPlayer(world)
  Object.assign(world, { left: 0, maxStake: 0 })
  Object.assign(world.machine, { freeSpins: 1, credit: 0 })
  const asked = { command: 'spin', stake: 100 } as const
  expect(await stakeError(world.floor, world.machine, PLAYER, asked)).toBeUndefined()
  world.machine.fault = 'error'
  expect(await stakeError(world.floor, world.machine, PLAYER, asked)).toMatchObject({
    code: Code.machineOutOfOrder,
  })
  // At the end of a visit they are played at once.
  expect(await stakeError(world.floor, world.machine, PLAYER, { ...asked, unwatched: true })).toBeUndefined()
})

test('where a cabinet announces no stakes, the shown one counts for a load, and none for a seat', async () => {
  const world = createWorld('cabinet')
  seatPlayer(world)
  const { hello } = cabinet(world)
  world.left = 99
  Object.assign(cabinet(world), { hello: { ...hello, stakes: [50, 100] } })
  expect(await loadError(world.floor, world.machine, PLAYER, 1000, {} as Trx)).toBeUndefined()
  Object.assign(cabinet(world), { hello: { ...hello, stakes: [] } })
  expect(await loadError(world.floor, world.machine, PLAYER, 1000, {} as Trx)).toMatchObject({
    code: Code.ownLossDay,
  })
  world.machine.seat = undefined
  expect(await seatError(world.floor, world.machine, PLAYER, async () => 1000)).toBeUndefined()
})

const NO_MONEY: ButtonKind[] = ['stake-up', 'stake-down', 'other']
const CREDIT_STAKED: [ButtonKind, number][] = [
  ['max', 500],
  ['max', 0],
  ['gamble', 300],
]

test.each(NO_MONEY)('a press of %s is refused neither by the cycle nor by a limit', async (command) => {
  const world = createWorld('cabinet')
  seatPlayer(world)
  Object.assign(world, { left: -1 })
  world.machine.playedAt = world.clock.steady()
  expect(await stakeError(world.floor, world.machine, PLAYER, { command, stake: undefined })).toBeUndefined()
})

test.each(CREDIT_STAKED)(
  'a press of %s that may stake %i cents is refused as a spin',
  async (command, stake) => {
    const world = createWorld('cabinet')
    seatPlayer(world)
    const ask = () => stakeError(world.floor, world.machine, PLAYER, { command, stake })
    expect(await ask()).toBeUndefined()
    world.left = -1
    expect(await ask()).toMatchObject({ code: Code.ownLossDay })
    world.machine.playedAt = world.clock.steady()
    expect(await ask()).toMatchObject({ code: Code.machineBusy })
  },
)

test('a win that is gambled during its game is refused by a limit of its player alone', async () => {
  const world = createWorld('cabinet')
  seatPlayer(world)
  Object.assign(cabinet(world), { report: { ...cabinet(world).report, phase: 'playing' } })
  world.machine.playedAt = world.clock.steady()
  const asked = { command: 'gamble', stake: undefined } as const
  expect(await stakeError(world.floor, world.machine, PLAYER, asked)).toBeUndefined()
  world.left = -1
  expect(await stakeError(world.floor, world.machine, PLAYER, asked)).toMatchObject({ code: Code.ownLossDay })
})
