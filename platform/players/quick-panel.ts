import { sql } from 'kysely'
import type * as v from 'valibot'
import type { QuickPanelAnswer } from '../../src/contract/extras.ts'
import type { Db } from '../store/db.ts'
import type { Note } from './demo-extras.ts'
import type { EventType } from './events.ts'
import { transactionsOf } from './history.ts'

const MAX_EVENTS = 10
/** Recorded at every token renewal. */
const HIDDEN_TYPE: EventType = 'check success'

/** English names by action number. */
const ACTION_NAMES = ['', 'Deposit', 'Withdraw', 'Cash In', 'Cash Out', 'Hand Pay', 'JACKPOT']

/** The newest events of a player's account and wallet, and the operator's notes. */
export async function quickPanelOf(db: Db, playerId: string, notes: readonly Note[]) {
  const events = await db
    .selectFrom('events')
    .select(['id', 'type', 'at'])
    .where('player_id', '=', Number(playerId))
    // As a literal: the index has no other events.
    .where('type', '<>', sql.lit(HIDDEN_TYPE))
    .orderBy('id', 'desc')
    .limit(MAX_EVENTS)
    .execute()
  const { rows: movements } = await transactionsOf(db, playerId, { limit: MAX_EVENTS })
  const accountItems = events.map(({ id, type, at }) => ({
    id: `event-${id}`,
    title: type,
    type,
    time: at.toISOString(),
  }))
  const walletItems = movements.map(({ id, action, amount, machine, time }) => ({
    id: `movement-${id}`,
    title: ACTION_NAMES[action] ?? '',
    detail: machine ?? '',
    action,
    amount,
    machine,
    time,
  }))
  const items = [...accountItems, ...walletItems]
    .sort((a, b) => Date.parse(b.time) - Date.parse(a.time))
    .slice(0, MAX_EVENTS)
  return { events: items, notes: [...notes] } satisfies v.InferInput<typeof QuickPanelAnswer>
}
