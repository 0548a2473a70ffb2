import { type Selectable, sql } from 'kysely'
import { amountOf, type ChainedMovement } from '../ledger/chained-rows.ts'
import { transitOf } from '../ledger/ledger.ts'
import { isOperatorMovement } from '../players/operator-log.ts'
import type { TransferTable } from '../store/tables.ts'
import type { Trx } from '../store/transaction.ts'
import type { Report } from './chain-links.ts'

/*
 * The part of the audit that compares each transfer of a cabinet with the movement that put its money in
 * transit, and with those that took it out again.
 */

export type Transfer = Pick<
  Selectable<TransferTable>,
  'id' | 'machine_id' | 'player_id' | 'visit_id' | 'direction' | 'cents' | 'state'
> & {
  /** ms since 1970. */
  readonly startedAt: number
  readonly endedAt: number | null
}

/** How the movements that end a transfer are named, after its id. */
const END_NAMES = ['arrived', 'paid', 'returned', 'left', 'settled'] as const

/** The movements that may end a transfer: its state, the name and the kind of the movement. */
const ENDS: Readonly<Record<Transfer['direction'], ReadonlySet<string>>> = {
  load: new Set([
    'done arrived transit-out',
    'refused returned cash-in-back',
    'unknown returned cash-in-back',
    'settled settled transit-out',
    'settled settled cash-in-back',
  ]),
  'cash-out': new Set([
    'done paid cash-out',
    'done left transit-out',
    'refused returned transit-out',
    'unknown returned transit-out',
    'settled settled transit-out',
    'settled settled cash-out',
  ]),
}

const transitAmount = ({ machine, lines }: ChainedMovement): number =>
  amountOf(lines, transitOf(machine ?? ''))

function describeStart(
  direction: Transfer['direction'],
  cents: number,
  facts: {
    player: number | null
    machine: number | null
    visit: number | undefined
    /** ms since 1970. */
    at: number
  },
): string {
  const { player, machine, visit, at } = facts
  return `a ${direction} of ${cents} of player ${player} at machine ${machine} in visit ${visit} at ${at}`
}

/** Milliseconds since 1970, with the microseconds as a fraction. */
export const milliseconds = <C extends string>(column: C) =>
  sql<
    C extends 'ended_at' ? number | null : number
  >`(extract(epoch from ${sql.ref(column)}) * 1000)::double precision`

/** `cabinets`: the machines with a controller. */
export function createTransferCheck(trx: Trx, report: Report, cabinets: ReadonlySet<number>) {
  /** By the id of the transfer. */
  const starts = new Map<string, ChainedMovement>()
  /** By the id of the transfer and the name of the end. */
  const ends = new Map<string, ChainedMovement>()

  function addStart(movement: ChainedMovement): void {
    const { id, transfer } = movement
    if (transfer === undefined) report(`movement ${id} puts money in transit, and names no transfer`)
    else if (starts.has(transfer)) report(`movement ${id} begins transfer ${transfer} a second time`)
    else starts.set(transfer, movement)
  }

  function addEnd(movement: ChainedMovement): void {
    const key = /^transfer:(.*)$/.exec(movement.requestId)?.[1]
    if (key === undefined) report(`movement ${movement.id} takes money out of transit, and names no transfer`)
    else ends.set(key, movement)
  }

  function takeEnds(id: string): readonly (readonly [name: string, movement: ChainedMovement])[] {
    return END_NAMES.flatMap((name) => {
      const movement = ends.get(`${id}:${name}`)
      ends.delete(`${id}:${name}`)
      return movement ? [[name, movement] as const] : []
    })
  }

  function checkStart(name: string, transfer: Transfer): void {
    const { id, player_id: player, machine_id: machine, visit_id: visit, direction, cents } = transfer
    const start = starts.get(id)
    starts.delete(id)
    const stored = describeStart(direction, cents, { player, machine, visit, at: transfer.startedAt })
    const booked =
      start && describeStart(start.kind === 'cash-in' ? 'load' : 'cash-out', transitAmount(start), start)
    if (!start) report(`${name} is missing in the books: no movement put its money in transit`)
    else if (stored !== booked) report(`${name} is ${stored}, movement ${start.id} began ${booked}`)
  }

  /** `transit`: cents in transit at its machine now. */
  function checkEnd(name: string, transfer: Transfer, transit: number): void {
    const { id, player_id, machine_id, visit_id, direction, cents, state, endedAt } = transfer
    const booked = takeEnds(id)
    let ended = 0
    for (const [end, movement] of booked) {
      const { kind, player, machine, at, visit = visit_id } = movement
      ended -= transitAmount(movement)
      if (!ENDS[direction].has(`${state} ${end} ${kind}`))
        report(`${name} is ${state}, and movement ${movement.id} is a ${kind} that booked it as ${end}`)
      else if (player !== player_id || machine !== machine_id || visit !== visit_id || at !== endedAt)
        report(
          `${name} is of player ${player_id} at machine ${machine_id} in visit ${visit_id} and ended at ${endedAt}, its movement ${movement.id} of player ${player} at machine ${machine} in visit ${visit} at ${at}`,
        )
    }
    const isPending = state === 'pending'
    if (isPending !== (endedAt === null))
      report(`${name} is ${state}, and has ${endedAt === null ? 'no end' : 'an end'}`)
    if (state === 'settled' && booked.length === 0)
      report(`${name} is settled, and not booked as settled by an operator`)
    // Games that end during a cash-out are played from what is in transit.
    if (direction === 'cash-out') return
    if (ended !== (isPending ? 0 : cents))
      report(`${name} is a load of ${cents} and ${state}, ${ended} of it has left transit`)
    if (isPending && transit !== cents)
      report(`${name} is a load of ${cents} under way, ${transit} is in transit`)
  }

  return {
    add(movement: ChainedMovement): void {
      const { id, kind, machine, requestId } = movement
      const transit = transitAmount(movement)
      if (kind === 'transit-in' || (kind === 'cash-in' && transit !== 0)) addStart(movement)
      else if (kind === 'transit-out' || kind === 'cash-in-back' || requestId.startsWith('transfer:'))
        addEnd(movement)
      else if (kind === 'cash-in' || kind === 'cash-out') {
        if (cabinets.has(machine ?? 0) && !isOperatorMovement(movement))
          report(`movement ${id} is a ${kind} at machine ${machine}, and names no transfer of its cabinet`)
      }
    },
    /** `balances`: cents by account. Returns the pending transfers. */
    async finish(balances: ReadonlyMap<string, number>): Promise<Transfer[]> {
      const transfers = await trx
        .selectFrom('transfers')
        .select(['id', 'machine_id', 'player_id', 'visit_id', 'direction', 'cents', 'state'])
        .select([milliseconds('created_at').as('startedAt'), milliseconds('ended_at').as('endedAt')])
        .orderBy('created_at')
        .execute()
      for (const transfer of transfers) {
        const name = `transfer ${transfer.id}`
        checkStart(name, transfer)
        checkEnd(name, transfer, balances.get(transitOf(transfer.machine_id)) ?? 0)
      }
      for (const { id } of [...starts.values(), ...ends.values()])
        report(`movement ${id} is of a transfer that is missing`)
      return transfers.filter(({ state }) => state === 'pending')
    },
  }
}
