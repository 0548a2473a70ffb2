import { sql } from 'kysely'
import { creditOf } from '../../ledger/ledger.ts'
import type { Cabinet } from '../../machines/cabinet/cabinet.ts'
import type { Game, HandPay, HandPayDone } from '../../machines/cabinet/controller-messages.ts'
import type { FloorContext } from '../context.ts'
import type { MachineState } from '../machine.ts'
import { NO_ENTRIES, playGame } from './divide-credit.ts'
import { writeFacts } from './report-facts.ts'
import { book, type CloseReason, creditOn, ownAccountOf, postDrift, postEntries } from './store-changes.ts'

/* What a cabinet reports: each game is booked once by its number, each hand pay once by its id. */

/** What became of a report: it is booked (now or before), its number goes back, or it has other figures. */
export type Booked = 'booked' | 'number-back' | 'conflict'

async function repeatedGame(floor: FloorContext, machine: MachineState, game: Game): Promise<Booked> {
  const row = await floor.db
    .selectFrom('cabinet_games')
    .select(['stake', 'win', 'credit'])
    .where('machine_id', '=', Number(machine.id))
    .where('number', '=', game.number)
    .executeTakeFirst()
  if (!row) return 'number-back'
  const isSame = row.stake === game.stake && row.win === game.win && row.credit === game.credit
  return isSame ? 'booked' : 'conflict'
}

/** Books a game. A number that leaves others out closes the machine; what they moved goes to suspense. */
export async function bookGame(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  game: Game,
): Promise<Booked> {
  const { number, stake, win } = game
  const last = cabinet.lastGame ?? number - 1
  if (number <= last) return repeatedGame(floor, machine, game)
  const at = new Date(floor.clock.now())
  const own = ownAccountOf(machine, cabinet)
  const playerId = machine.seat?.playerId
  const visitId = machine.seat?.visitId
  await book(floor, machine, cabinet, async (trx) => {
    let before = creditOn(machine, cabinet)
    let closed: CloseReason | undefined
    if (number > last + 1) {
      closed = 'gap'
      // What the missing games moved, as far as this one shows it.
      const shown = Math.max(0, game.credit - win + stake)
      const requestId = `drift:${machine.id}:${machine.seq}:gap`
      before = (await postDrift(trx, machine, { before, shown, own, requestId, at })).credit
    }
    const played = playGame(before, game, playerId !== undefined)
    const common = { own, playerId, at }
    if (played.found) {
      const requestId = `drift:${machine.id}:${machine.seq}:found`
      await postEntries(trx, machine, { ...common, requestId, kind: 'drift', entries: played.found })
      if (playerId !== undefined) closed ??= 'drift'
    }
    const row = {
      ...{ machine_id: Number(machine.id), number, stake, win, credit: game.credit, created_at: at },
      ...{ player_id: playerId === undefined ? null : Number(playerId), visit_id: visitId ?? null },
      played_at: new Date(game.at),
    }
    await postEntries(trx, machine, {
      ...{ ...common, requestId: `game:${machine.id}:${number}`, kind: 'game', entries: played.entries },
      fingerprint: writeFacts('game', { ...row, played_at: row.played_at.getTime() }),
    })
    await trx.insertInto('cabinet_games').values(row).execute()
    if (visitId !== undefined)
      await sql`update visits set spins = spins + 1 where id = ${visitId}`.execute(trx)
    const drift = await postDrift(trx, machine, {
      ...{ before: played.credit, shown: game.credit, own, at },
      requestId: `drift:${machine.id}:${machine.seq}`,
    })
    const { credit } = drift
    closed ??= drift.closed
    return { credit, closed, lastGame: number, lastBooked: { number, stake, win, visitId } }
  })
  cabinet.missingSince = undefined
  return 'booked'
}

/** Compares the shown credit with the books, while no game and no transfer is under way. */
export async function bookDrift(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  shown: number,
  { lastGame, closed: reason }: { lastGame?: number; closed?: CloseReason } = {},
): Promise<void> {
  const { own, extra } = creditOn(machine, cabinet)
  if (own + extra === shown && lastGame === undefined) return
  await book(floor, machine, cabinet, async (trx) => {
    const { credit, closed } = await postDrift(trx, machine, {
      ...{ before: { own, extra }, shown, own: creditOf(machine.id), at: new Date(floor.clock.now()) },
      requestId: `drift:${machine.id}:${machine.seq}`,
    })
    return { credit, closed: reason ?? closed, lastGame }
  })
}

const rowOf = (floor: FloorContext, machine: MachineState, id: string) =>
  floor.db
    .selectFrom('hand_pays')
    .selectAll()
    .where('machine_id', '=', Number(machine.id))
    .where('id', '=', id)
    .executeTakeFirst()

/** From now on an attendant is awaited, or none. */
export function awaitHandPay(cabinet: Cabinet): void {
  cabinet.handPayOverSince = undefined
  cabinet.isHandPayLost = false
}

/** A cabinet waits for an attendant: the amount moves when it is known where it goes. */
export async function noteHandPay(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  { id, cents }: HandPay,
): Promise<Booked> {
  const row = await rowOf(floor, machine, id)
  if (row) return row.cents === cents ? 'booked' : 'conflict'
  const { seat } = machine
  const at = new Date(floor.clock.now())
  const due = {
    ...{ machine_id: Number(machine.id), id, cents, created_at: at },
    ...{ player_id: seat ? Number(seat.playerId) : null, visit_id: seat?.visitId ?? null },
  }
  await book(floor, machine, cabinet, async (trx) => {
    await postEntries(trx, machine, {
      ...{ requestId: `hand-pay-due:${machine.id}:${id}`, kind: 'hand-pay-due', own: creditOf(machine.id) },
      ...{ fingerprint: writeFacts('hand-pay-due', due), entries: NO_ENTRIES, playerId: seat?.playerId, at },
    })
    await trx.insertInto('hand_pays').values(due).execute()
    return { handPays: [...cabinet.handPays, { id, cents, visitId: seat?.visitId }] }
  })
  awaitHandPay(cabinet)
  return 'booked'
}

/**
 * A hand pay is over. On the machine, it is the credit of its player, if that visit still runs; whatever else
 * happened to it, it is in suspense until an operator settles it.
 */
export async function bookHandPay(
  floor: FloorContext,
  machine: MachineState,
  cabinet: Cabinet,
  { id, to }: HandPayDone,
): Promise<Booked | 'unknown-id'> {
  const row = await rowOf(floor, machine, id)
  if (!row) return 'unknown-id'
  if (row.state !== 'waiting') return row.state === to ? 'booked' : 'conflict'
  const { cents } = row
  const isPlayers = to === 'machine' && row.visit_id !== null && machine.seat?.visitId === row.visit_id
  const isExtra = to === 'machine' && !isPlayers
  const { own, extra } = creditOn(machine, cabinet)
  const credit = { own: own + (isPlayers ? cents : 0), extra: extra + (isExtra ? cents : 0) }
  const at = new Date(floor.clock.now())
  await book(floor, machine, cabinet, async (trx) => {
    const entries = { own: isPlayers ? cents : 0, suspense: isPlayers ? 0 : cents, house: -cents, wallet: 0 }
    await postEntries(trx, machine, {
      ...{ requestId: `hand-pay:${machine.id}:${id}`, kind: 'hand-pay', own: ownAccountOf(machine, cabinet) },
      ...{ entries, playerId: row.player_id === null ? undefined : String(row.player_id), at },
      fingerprint: writeFacts('hand-pay', { to }),
    })
    await trx
      .updateTable('hand_pays')
      .set({ state: to, ended_at: at })
      .where('machine_id', '=', Number(machine.id))
      .where('id', '=', id)
      .execute()
    return { credit, handPays: cabinet.handPays.filter((waiting) => waiting.id !== id) }
  })
  return 'booked'
}
