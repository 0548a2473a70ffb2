import type * as v from 'valibot'
import type { QuickPanelAnswer } from '../../src/contract/extras.ts'
import type { Db } from '../store/db.ts'
import type { Note } from './demo-extras.ts'
import type { EventType } from './events.ts'
import { transactionsOf } from './history.ts'

/** How many events are shown. */
const MOST = 10
/** An app asks for its token's check again and again: that is no news to anybody. */
const NO_NEWS: EventType = 'check success'

/** What a movement is called where nobody translates it. */
const ACTIONS = ['', 'Deposit', 'Withdraw', 'Cash In', 'Cash Out', 'Hand Pay', 'JACKPOT']

/** What happened last in a player's account and wallet, the newest first, and the operator's notes. */
export async function quickPanelOf(db: Db, playerId: string, notes: readonly Note[]) {
  const account = await db
    .selectFrom('events')
    .select(['id', 'type', 'at'])
    .where('player_id', '=', Number(playerId))
    .where('type', '<>', NO_NEWS)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  const { rows: movements } = await transactionsOf(db, playerId, { limit: MOST })
  const happened = account.map(({ id, type, at }) => ({
    id: `event-${id}`,
    title: type,
    type,
    time: at.toISOString(),
  }))
  const moved = movements.map(({ id, action, amount, machine, time }) => ({
    id: `movement-${id}`,
    title: ACTIONS[action] ?? '',
    detail: machine ?? '',
    action,
    amount,
    machine,
    time,
  }))
  const events = [...happened, ...moved].sort((a, b) => b.time.localeCompare(a.time)).slice(0, MOST)
  return { events, notes: [...notes] } satisfies v.InferInput<typeof QuickPanelAnswer>
}
