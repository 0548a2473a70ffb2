import type { ChainedMovement, Line } from '../ledger/chained-rows.ts'
import { creditOf, houseOf, suspenseOf, transitOf, walletOf } from '../ledger/ledger.ts'
import type { Trx } from '../store/transaction.ts'
import type { Report } from './audit-links.ts'

/*
 * The part of the audit that compares cabinets with their movements: each reported game was booked once, with
 * its figures; what is in transit is that of a transfer under way; what became of each other transfer is what
 * its movements say. It also names what an operator has to look at.
 */

interface Booked {
  readonly id: number
  readonly lines: readonly Line[]
  readonly player: number | null
}

const amountOf = (lines: readonly Line[], account: string) =>
  lines.find(([name]) => name === account)?.[1] ?? 0

/** How the movements that end a transfer are named. */
const END_NAMES = ['arrived', 'paid', 'returned', 'left', 'settled'] as const

/** `addGame`: counts a game on its visit. */
export function createCabinetCheck(
  trx: Trx,
  report: Report,
  addGame: (game: { name: string; visit: number; player: number | null; machine: number }) => void,
) {
  /** By request id, without what is before the machine or transfer. */
  const games = new Map<string, Booked>()
  const ends = new Map<string, Booked>()
  const handPays = new Map<string, Booked>()

  async function checkGames(): Promise<void> {
    for (let last: readonly [number, number] = [0, 0]; ; ) {
      const [machine, after] = last
      const rows = await trx
        .selectFrom('cabinet_games')
        .selectAll()
        .where((row) =>
          row.or([
            row('machine_id', '>', machine),
            row.and([row('machine_id', '=', machine), row('number', '>', after)]),
          ]),
        )
        .orderBy('machine_id')
        .orderBy('number')
        .limit(2000)
        .execute()
      for (const row of rows) {
        const name = `game ${row.number} of machine ${row.machine_id}`
        const key = `${row.machine_id}:${row.number}`
        const booked = games.get(key)
        games.delete(key)
        if (row.visit_id !== null)
          addGame({ name, visit: row.visit_id, player: row.player_id, machine: row.machine_id })
        if (!booked) report(`${name} is not booked`)
        else if (amountOf(booked.lines, houseOf(row.machine_id)) !== row.stake - row.win)
          report(
            `${name} staked ${row.stake} and won ${row.win}, movement ${booked.id} booked another amount`,
          )
        else if (booked.player !== row.player_id)
          report(
            `${name} is of player ${row.player_id}, its movement ${booked.id} of player ${booked.player}`,
          )
      }
      const end = rows.at(-1)
      if (!end) break
      last = [end.machine_id, end.number]
    }
    for (const { id } of games.values()) report(`movement ${id} is a game that no cabinet reported`)
  }

  /** What a transfer in this state must have been booked as, in cents; undefined: nothing. */
  function checkEnd(
    { id, machine_id, player_id, direction, cents, state }: Transfer,
    balances: ReadonlyMap<string, number>,
  ): void {
    const take = (end: (typeof END_NAMES)[number]) => {
      const booked = ends.get(`${id}:${end}`)
      ends.delete(`${id}:${end}`)
      return booked
    }
    const [arrived, paid, returned, left, settled] = END_NAMES.map(take)
    const name = `transfer ${id}`
    if ((state === 'settled') !== (settled !== undefined))
      report(`${name} is ${state}, and ${settled ? '' : 'not '}booked as settled by an operator`)
    if (state === 'settled') return
    if (state === 'pending') {
      if (arrived || paid || returned || left) report(`${name} is pending, and booked as over`)
      const transit = balances.get(transitOf(machine_id)) ?? 0
      if (direction === 'load' && transit !== cents)
        report(`${name} is a load of ${cents} under way, ${transit} is in transit`)
      return
    }
    if (state === 'done') {
      if (returned) report(`${name} is done, and movement ${returned.id} returned it`)
      if (direction === 'cash-out') return
      const amount = arrived && amountOf(arrived.lines, creditOf(machine_id))
      if (amount !== cents) report(`${name} is a load of ${cents}, ${amount ?? 0} arrived`)
      return
    }
    if (arrived || paid) report(`${name} was ${state}, and is booked as done`)
    if (direction !== 'load') return
    const amount = returned && amountOf(returned.lines, walletOf(player_id))
    if (amount !== cents) report(`${name} is a load of ${cents}, ${amount ?? 0} was returned`)
  }

  return {
    add({ id, kind, requestId, lines, player }: ChainedMovement): void {
      const [, name, key = ''] = /^(game|transfer|hand-pay):(.*)$/.exec(requestId) ?? []
      if (name === 'game' && kind === 'game') games.set(key, { id, lines, player })
      if (name === 'transfer') ends.set(key, { id, lines, player })
      if (name === 'hand-pay') handPays.set(key, { id, lines, player })
    },
    /** `balances`: cents by account. Returns what an operator has to look at. */
    async finish(balances: ReadonlyMap<string, number>): Promise<string[]> {
      await checkGames()
      const open: string[] = []
      const pending = new Set<number>()
      const transfers = await trx.selectFrom('transfers').selectAll().orderBy('created_at').execute()
      for (const transfer of transfers) {
        checkEnd(transfer, balances)
        if (transfer.state !== 'pending') continue
        const { id, machine_id, direction, cents, player_id } = transfer
        pending.add(machine_id)
        open.push(
          `machine ${machine_id}: a ${direction} of ${cents} of player ${player_id} is in transit, ${id}`,
        )
      }
      for (const { id } of ends.values()) report(`movement ${id} is of a transfer that is missing`)
      for (const row of await trx.selectFrom('hand_pays').selectAll().execute()) {
        const key = `${row.machine_id}:${row.id}`
        const booked = handPays.get(key)
        handPays.delete(key)
        const name = `hand pay ${row.id} of machine ${row.machine_id}`
        if (row.state === 'waiting') open.push(`${name}: ${row.cents} waits for an attendant`)
        const amount = booked ? -amountOf(booked.lines, houseOf(row.machine_id)) : 0
        if (amount !== (row.state === 'waiting' ? 0 : row.cents))
          report(`${name} is ${row.cents} (${row.state}), ${amount} was booked`)
      }
      for (const { id } of handPays.values()) report(`movement ${id} is a hand pay that is missing`)
      for (const cabinet of await trx.selectFrom('cabinets').selectAll().orderBy('machine_id').execute()) {
        const { machine_id, extra, closed, last_game } = cabinet
        const transit = balances.get(transitOf(machine_id)) ?? 0
        const suspense = balances.get(suspenseOf(machine_id)) ?? 0
        if (transit !== 0 && !pending.has(machine_id))
          report(`machine ${machine_id} has ${transit} in transit, and no transfer under way`)
        if (extra > suspense)
          report(`machine ${machine_id} has ${extra} that nobody loaded, ${suspense} is in suspense`)
        const newest = await trx
          .selectFrom('cabinet_games')
          .select((row) => row.fn.max('number').as('number'))
          .where('machine_id', '=', machine_id)
          .executeTakeFirst()
        if ((newest?.number ?? 0) > (last_game ?? 0))
          report(`machine ${machine_id} has booked game ${newest?.number}, its last one is ${last_game}`)
        if (suspense > 0)
          open.push(`machine ${machine_id}: ${suspense} is in suspense, ${extra} of it on the cabinet`)
        if (closed !== null) open.push(`machine ${machine_id} is closed for new players: ${closed}`)
      }
      return open
    },
  }
}

interface Transfer {
  readonly id: string
  readonly machine_id: number
  readonly player_id: number
  readonly direction: 'load' | 'cash-out'
  readonly cents: number
  readonly state: string
}
