import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '../../../src/contract/codes.ts'
import type { MachineStatus } from '../../../src/contract/http.ts'
import { balanceOf, creditOf, walletOf } from '../../ledger/ledger.ts'
import { refused } from '../../lib/result.ts'
import { audit, createTestFloor, createTestPlayer, type TestFloor } from '../../testing/floor/floor.ts'
import { databaseOfFile } from '../../testing/store/database-of-file.ts'

/* The operator's commands, and the status of a player's machine. */

const database = databaseOfFile()
let t: TestFloor
let player: string
let other: string
/** The seat pushes to the player's pages; `page` records the pushes to the page at the machine. */
let seats: (MachineStatus | 'none')[]
let page: unknown[]
let request = 0

const id = () => `request-${++request}`
const wallet = async () => (await balanceOf(database.db, walletOf(player))).balance
const credit = async () => (await balanceOf(database.db, creditOf('1'))).balance
const sit = () => t.floor.sit(player, '1')
const spin = () => t.floor.spin(player, '1', { requestId: id(), stake: 100 })
const load = (amount: number) => t.floor.load(player, '1', { requestId: id(), amount })
/** Takes machine 1 with a credit. */
const play = async (amount: number) => {
  await sit()
  await load(amount)
}
const ban = () =>
  database.db.updateTable('players').set({ banned: true }).where('id', '=', Number(player)).execute()
const win = async (called: 'bonus' | 'win') => {
  t.call(called)
  await spin()
  await t.pass(2500)
}

function listen(): void {
  seats = []
  page = []
  t.floor.events.on('seat', ({ playerId, seat }) => {
    if (playerId !== player) return
    // A page that joins at this moment gets the same seat as the push.
    expect(t.floor.seatStatus(player)).toEqual(seat)
    seats.push(seat.machine_status ?? 'none')
  })
  t.floor.events.on('info', ({ info }) => page.push(['info', info.code]))
  t.floor.events.on('dismissed', ({ info }) => page.push(['dismissed', info.code, info.action]))
  t.floor.events.on('quit', ({ message }) => page.push(['quit', message]))
}

async function restart(): Promise<void> {
  t.trouble.die()
  t = await createTestFloor(database.db, {}, t.clock)
  listen()
}

beforeEach(async () => {
  t = await createTestFloor(database.db)
  player = await createTestPlayer(database.db, 10_000)
  other = await createTestPlayer(database.db, 10_000)
  listen()
})
afterEach(async () => {
  await t.floor.setFault('1', undefined)
  await t.floor.quit('1', '')
  await t.pass(10 * 60_000)
  await t.floor.stop()
  expect(await audit(database.db)).toEqual([])
  expect(await credit()).toBe(0)
  expect(t.problems).toEqual([])
})

describe('the status of a machine for its player', () => {
  /** The status for its owner and for another player, in the list and in the session. */
  const seen = () => [
    t.floor.seatStatus(player).machine_status ?? 'none',
    t.floor.change('1', player)?.status,
    t.floor.machines(player)?.machines[0]?.status,
    t.floor.change('1', other)?.status,
  ]

  test('is playing while connected, also in a bonus, which others see', async () => {
    await play(500)
    expect(seen()).toEqual(['playing', 'playing', 'playing', 'playing'])
    await win('bonus')
    expect(seen()).toEqual(['playing', 'playing', 'playing', 'in-bonus'])
  })

  test('is waiting, or in-bonus, after a disconnect', async () => {
    await play(500)
    await t.floor.hold(player, '1')
    expect(seen()).toEqual(['waiting', 'waiting', 'waiting', 'reserved'])
    await sit()
    await win('bonus')
    await t.floor.hold(player, '1')
    expect(seen()).toEqual(['in-bonus', 'in-bonus', 'in-bonus', 'in-bonus'])
    await sit()
    expect(seen()).toEqual(['playing', 'playing', 'playing', 'in-bonus'])
    expect(seats).toEqual(['playing', 'waiting', 'playing', 'in-bonus', 'playing'])
  })

  test('is cashing-out during a cash-out', async () => {
    await play(500)
    seats.length = 0
    await t.floor.cashOut(player, '1', id())
    expect(seats).toEqual(['cashing-out', 'playing'])
  })

  test.each(['error', 'offline'] as const)('is out of service: %s', async (fault) => {
    await play(500)
    await t.floor.setFault('1', fault)
    expect(seen()).toEqual([fault, fault, fault, fault])
    await t.floor.hold(player, '1')
    expect(seen()).toEqual([fault, fault, fault, fault])
    await t.floor.setFault('1', undefined)
    expect(seen()).toEqual(['waiting', 'waiting', 'waiting', 'reserved'])
    expect(seats).toEqual(['playing', fault, 'waiting'])
  })

  test('is waiting after a kick, which dismisses the page', async () => {
    await play(500)
    await t.floor.kick(player, '1')
    expect(seen()).toEqual(['waiting', 'waiting', 'waiting', 'reserved'])
    expect(page).toEqual([['dismissed', Code.takenOver, 'leave']])
    expect(seats).toEqual(['playing', 'waiting'])
  })
})

describe('a machine taken out of service', () => {
  test.each(['error', 'offline'] as const)(
    "%s: accepts no player, disconnects its player's page, keeps the seat and the credit",
    async (fault) => {
      await play(500)
      const changes: string[] = []
      t.floor.events.on('status', (machineId) => changes.push(machineId))
      expect(await t.floor.setFault('1', fault)).toEqual({ ok: true })
      expect(changes).toEqual(['1'])
      expect(t.floor.isOnline('1')).toBe(false)
      expect(page).toEqual([['dismissed', Code.machineOutOfOrder, 'leave']])
      for (const refused of [await spin(), await load(100), await t.floor.sit(other, '1')]) {
        expect(refused).toMatchObject({ ok: false, code: Code.machineOutOfOrder })
      }
      expect(await sit()).toMatchObject({ ok: true, game: { credit: 500 } })
      expect(await t.floor.cashOut(player, '1', id())).toMatchObject({ ok: true, amount: 500 })
    },
  )

  test('finishes and pays a running spin', async () => {
    await play(100)
    t.call('win')
    await spin()
    await t.floor.setFault('1', 'error')
    await t.pass(2500)
    expect(await credit()).toBe(500)
  })

  test('stays out of service over a restart', async () => {
    await play(500)
    await t.floor.setFault('1', 'offline')
    await restart()
    expect(t.floor.seatStatus(player)).toMatchObject({ status: true, machine_status: 'offline' })
    expect(await t.floor.setFault('1', undefined)).toEqual({ ok: true })
    expect(t.floor.seatStatus(player)).toMatchObject({ machine_status: 'waiting' })
    await restart()
    expect(t.floor.seatStatus(player)).toMatchObject({ machine_status: 'waiting' })
  })

  test('returns the credit at the end of the hold, with free spins played', async () => {
    await play(500)
    await win('bonus')
    await t.floor.setFault('1', 'offline')
    await t.floor.hold(player, '1')
    t.call('win', 'lose')
    await t.pass(5 * 60_000)
    expect(await wallet()).toBe(10_000 - 100 + 1000 / 2)
  })

  test('loses its simulated player', async () => {
    const lively = await createTestFloor(database.db, { simulate: true })
    const taken = lively.floor.machines(player)?.machines.find(({ status }) => status !== 'available')
    await lively.floor.setFault(taken?.id ?? '', 'offline')
    expect(lively.floor.change(taken?.id ?? '')).toMatchObject({ status: 'offline' })
    for (let n = 0; n < 50; n += 1) await lively.pass(2000)
    expect(lively.floor.change(taken?.id ?? '')).toMatchObject({ status: 'offline' })
    await lively.floor.setFault(taken?.id ?? '', undefined)
    expect(lively.floor.change(taken?.id ?? '')).toMatchObject({ status: 'available' })
    await lively.floor.stop()
  })
})

test('the commands are about a machine that exists, quit and close about one with a player', async () => {
  expect(await t.floor.setFault('99', 'error')).toMatchObject({ code: Code.machineNotFound })
  for (const close of [(id: string) => t.floor.quit(id, ''), t.floor.beginIdleClose]) {
    expect(await close('1')).toMatchObject({ code: Code.notSeated })
    expect(await close('99')).toMatchObject({ code: Code.machineNotFound })
  }
})

describe('quit', () => {
  test("delivers the operator's message and holds the seat", async () => {
    await play(500)
    expect(await t.floor.quit('1', 'Closing time')).toEqual({ ok: true })
    expect(page).toEqual([['quit', 'Closing time']])
    expect(t.floor.seatStatus(player)).toMatchObject({ status: true, machine_status: 'waiting' })
    expect(await sit()).toMatchObject({ game: { credit: 500 } })
  })

  test('does not extend the hold of a disconnected player', async () => {
    await play(500)
    await t.floor.hold(player, '1')
    await t.pass(4 * 60_000)
    await t.floor.quit('1', '')
    await t.pass(60_000)
    expect(t.floor.seatOf(player)).toBeUndefined()
    expect(await wallet()).toBe(10_000)
  })
})

describe('closing a visit', () => {
  test('counts down and ends it, also without idle timeouts', async () => {
    await play(500)
    expect(await t.floor.beginIdleClose('1')).toEqual({ ok: true })
    for (let n = 0; n < 10; n += 1) await t.pass(1000)
    const warnings = Array.from({ length: 10 }, () => ['info', Code.infoContinue])
    expect(page).toEqual([
      ...warnings,
      ['info', Code.infoTerminating],
      ['dismissed', Code.sessionTerminated, 'leave'],
    ])
    expect(await wallet()).toBe(10_000)
  })

  test('is cancelled by activity', async () => {
    await play(500)
    await t.floor.beginIdleClose('1')
    await t.pass(1000)
    await spin()
    await t.pass(60_000)
    expect(t.floor.seatOf(player)).toBe('1')
  })

  test('cuts the hold of a disconnected player to ten seconds', async () => {
    await play(500)
    await t.floor.hold(player, '1')
    await t.floor.beginIdleClose('1')
    await t.pass(9999)
    expect(t.floor.seatOf(player)).toBe('1')
    await t.pass(1)
    expect(t.floor.seatOf(player)).toBeUndefined()
  })
})

describe('a banned player', () => {
  test('loses the seat at once and gets the credit in the wallet', async () => {
    await play(500)
    await win('bonus')
    t.call('win', 'lose')
    expect(await t.floor.expel(player)).toEqual({ ok: true })
    expect(page).toEqual([['dismissed', Code.banned, 'logout']])
    await t.pass(0)
    expect(t.floor.seatOf(player)).toBeUndefined()
    expect(await wallet()).toBe(9900 + 500)
  })

  test('gets a running spin paid first', async () => {
    await play(100)
    t.call('win')
    await spin()
    await t.pass(1000)
    await t.floor.expel(player)
    await t.pass(1499)
    expect(t.floor.seatOf(player)).toBe('1')
    await t.pass(1)
    expect(t.floor.seatOf(player)).toBeUndefined()
    expect(await wallet()).toBe(10_000 - 100 + 500)
  })

  test('does not hold the seat by disconnecting', async () => {
    const seated = await sit()
    await load(100)
    await spin()
    await t.floor.expel(player)
    await t.floor.hold(player, '1', seated.ok ? seated.presence : undefined)
    await t.pass(2500)
    expect(t.floor.seatOf(player)).toBeUndefined()
  })

  test('loses the seat despite a crash', async () => {
    await play(100)
    t.call('win')
    await spin()
    await t.floor.expel(player)
    await restart()
    await t.pass(2500)
    expect(t.floor.seatOf(player)).toBeUndefined()
    expect(await wallet()).toBe(10_400)
  })

  test('takes no seat by a join whose token was verified before the ban', async () => {
    await ban()
    expect(await t.floor.expel(player)).toEqual({ ok: true })
    expect(await sit()).toEqual(refused(Code.banned))
    expect(t.floor.seatOf(player)).toBeUndefined()
  })

  test('does not take the seat back by such a join', async () => {
    await play(500)
    await ban()
    await t.floor.expel(player)
    expect(await sit()).toEqual(refused(Code.banned))
    expect(await t.floor.resume(player, '1')).toEqual(refused(Code.banned))
    await t.pass(0)
    expect(t.floor.seatOf(player)).toBeUndefined()
    expect(await wallet()).toBe(10_000)
  })
})
