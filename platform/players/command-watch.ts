import * as v from 'valibot'
import { Code, type RefusalCode } from '../../src/contract/codes.ts'
import type { Clock } from '../lib/clock.ts'
import { repeat } from '../lib/repeat.ts'
import type { Result } from '../lib/result.ts'
import type { Db } from '../store/db.ts'
import type { Logins } from './logins.ts'
import { MONEY_ACTIONS, type MoneyTarget, requestIdOf } from './operator-log.ts'

const INTERVAL_MS = 2000
/** The commands that end a player's logins, with the reason that the player gets. */
const REASONS: Readonly<Record<string, RefusalCode>> = {
  'players ban': Code.banned,
  'players password': Code.tokenExpired,
}

/** Lifts a ban, so that no visit is ended for it. */
const LIFT = 'players unban'

const WATCHED = [...Object.keys(REASONS), LIFT, ...MONEY_ACTIONS]

/** Stored rows never change: those of some builds have a number. */
const Target = v.object({ player: v.pipe(v.union([v.string(), v.number()]), v.transform(String)) })

export interface CommandWatchDeps {
  readonly db: Db
  readonly logins: Pick<Logins, 'notifyEnded'>
  /** Ends a banned player's visit. */
  expel(playerId: string): Promise<Result<object>>
  /** Reads a machine again that a command has settled: its controller may never report again. */
  reread(machineId: string): Promise<void>
  /** Pushes a balance that a command has changed. */
  pushBalance(playerId: string): Promise<void>
}

/**
 * Applies to the open sockets, pictures and visits of this process what the operator's commands change beside
 * it in the database. Returns the stop function.
 */
export function startCommandWatch(
  { db, logins, expel, reread, pushBalance }: CommandWatchDeps,
  clock: Clock,
  onError: (error: unknown) => void,
): () => Promise<void> {
  /** The last action behind which none can appear any more; undefined before the first check. */
  let last: number | undefined
  /** The actions after that one that were applied. */
  const applied = new Set<number>()
  /** The banned players whose visit could not be ended yet. */
  const toExpel = new Set<string>()

  /** To the player of the movement that an action made. */
  async function pushMoved(requestId: string | undefined): Promise<void> {
    const moved = await db
      .selectFrom('movements')
      .select('player_id')
      .where('request_id', '=', requestId ?? '')
      .executeTakeFirst()
    if (moved?.player_id != null) await pushBalance(String(moved.player_id))
  }

  async function apply(action: string, target: MoneyTarget, at: Date): Promise<void> {
    if (target.machine !== undefined) await reread(String(target.machine))
    if (MONEY_ACTIONS.includes(action)) return pushMoved(requestIdOf(action, target))
    const { player } = v.parse(Target, target)
    if (action === LIFT) {
      toExpel.delete(player)
      return
    }
    const ended = await db
      .selectFrom('logins')
      .select('id')
      .where('player_id', '=', Number(player))
      .where('revoked_at', '=', at)
      .execute()
    for (const { id } of ended) logins.notifyEnded(id, REASONS[action] ?? Code.tokenExpired)
    if (action === 'players ban') toExpel.add(player)
  }

  /** One that fails is tried again at the next check, and keeps no other one. */
  async function expelBanned(): Promise<void> {
    for (const player of toExpel) {
      try {
        const ended = await expel(player)
        if (!ended.ok) throw new Error(`the visit of a banned player could not be ended: ${ended.code}`)
        toExpel.delete(player)
      } catch (error) {
        onError(error)
      }
    }
  }

  /**
   * Reads the actions behind the chained ones, which are those that can still appear. The chain itself waits
   * for every transaction that writes the books, such as an import of players, and a ban must not.
   */
  async function check(): Promise<void> {
    const chained = await db
      .selectFrom('action_chain')
      .select((row) => row.fn.max('action_id').as('id'))
      .executeTakeFirst()
    const head = chained?.id ?? 0
    const actions = await db
      .selectFrom('operator_actions')
      .select(['id', 'action', 'target', 'at'])
      .where('id', '>', last ?? head)
      .where('action', 'in', WATCHED)
      .orderBy('id')
      .execute()
    for (const { id, action, target, at } of actions) {
      if (applied.has(id)) continue
      await apply(action, target, at).catch((error: unknown) => {
        if (!v.isValiError(error)) throw error
        onError(error)
      })
      applied.add(id)
    }
    last = head
    for (const id of applied) if (id <= head) applied.delete(id)
    await expelBanned()
  }
  return repeat(check, INTERVAL_MS, clock, onError)
}
