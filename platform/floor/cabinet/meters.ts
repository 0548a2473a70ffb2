import { sql } from 'kysely'
import { type Cabinet, isBetweenGames } from '../../machines/cabinet/cabinet.ts'
import type { CabinetMeters } from '../../machines/cabinet/controller-messages.ts'
import type { Db } from '../../store/db.ts'
import type { FloorContext } from '../context.ts'
import type { MachineState } from '../machine.ts'
import { book, closeCabinet, MISSING_REPORTS_MS } from './store-changes.ts'

/* A cabinet's own meters, compared with what was booked of it. */

/**
 * What no booking explains of each meter now, and did when the meters were taken; null: they never were. A
 * transfer that an operator settled as done was executed by the cabinet. A visit that an operator ended moved
 * nothing there. Games are booked in the order of their numbers, so that earlier sums are continued.
 */
async function readUnexplained(db: Db, machine: MachineState, cabinet: Cabinet, meters: CabinetMeters) {
  const before = cabinet.bookedSums
  const { rows } = await sql<{
    meters: Record<string, number> | null
    games: Cabinet['bookedSums']
    booked: Record<string, number>
    waiting: boolean
  }>`
    select c.meters, (
      select jsonb_build_object('upTo', coalesce(max(number), ${before.upTo}::bigint),
        'coinIn', coalesce(sum(stake), 0) + ${before.coinIn}::bigint,
        'coinOut', coalesce(sum(win), 0) + ${before.coinOut}::bigint)
      from cabinet_games where machine_id = c.machine_id and number > ${before.upTo}::bigint
    ) as games, jsonb_build_object(
      'handPaid', (select coalesce(sum(cents), 0) from hand_pays
        where machine_id = c.machine_id and state <> 'waiting'),
      'transferIn', (select coalesce(sum(cents), 0) from transfers t
        where machine_id = c.machine_id and direction = 'load' and (state = 'done' or exists (
          select from movements where request_id = 'transfer:' || t.id || ':settled' and kind = 'transit-out'))),
      'transferOut', (select coalesce(sum(e.amount), 0) from movements m join entries e on e.movement_id = m.id
        where m.machine_id = c.machine_id and m.kind = 'cash-out' and e.account_id like 'wallet:%'
          and m.request_id not like 'settled-visit:%')
    ) as booked,
    exists (select from hand_pays where machine_id = c.machine_id and state = 'waiting') as waiting
    from cabinets c where machine_id = ${machine.id}`.execute(db)
  const [row] = rows
  cabinet.bookedSums = row?.games ?? before
  const booked: Record<string, number> = { ...row?.booked, ...cabinet.bookedSums }
  const { coinIn, coinOut, handPaid, transferIn, transferOut } = meters
  // Whether the meter has moved already while an attendant is at it depends on the cabinet.
  const now = { coinIn, coinOut, transferIn, transferOut, ...(!row?.waiting && { handPaid }) }
  const unexplained = Object.fromEntries(
    Object.entries(now).map(([name, value]) => [name, value - (booked[name] ?? 0)]),
  )
  return { unexplained, taken: row?.meters ?? null }
}

/**
 * The cabinet's meters less what was booked must stay what they were. Hand pays have no numbers, so that the
 * meter may be ahead of a report that is still to come: it must differ for a while. The meters of a game that
 * runs may have its stake.
 */
export async function checkMeters(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  meters: CabinetMeters,
): Promise<void> {
  if (meters.games !== cabinet.lastGame || cabinet.pending || !isBetweenGames(cabinet)) return
  const { unexplained, taken } = await readUnexplained(floor.db, machine, cabinet, meters)
  const isNew = (name: string) => taken === null || !Object.hasOwn(taken, name)
  const names = Object.keys(unexplained)
  if (names.some(isNew))
    await book(floor, machine, cabinet, async () => ({ meters: { ...unexplained, ...taken } }))
  const odd = names.filter((name) => !isNew(name) && taken?.[name] !== unexplained[name])
  const now = floor.clock.steady()
  cabinet.handPaidOddSince = odd.includes('handPaid') ? (cabinet.handPaidOddSince ?? now) : undefined
  const isHandPaidOdd = now - (cabinet.handPaidOddSince ?? now) >= MISSING_REPORTS_MS
  if (isHandPaidOdd || odd.some((name) => name !== 'handPaid'))
    await closeCabinet(floor, machine, cabinet, 'meters')
}
