import type { Selectable } from 'kysely'
import type { Db } from '../store/db.ts'
import type { LoginTable } from '../store/tables.ts'
import { inTransaction, type Trx } from '../store/transaction.ts'
import type { Identity, LoginProof, LoginsOptions } from './logins.ts'

/**
 * A login of the database. `end`: ms since 1970, whatever the renewals of its token; undefined: it has ended.
 */
interface FoundLogin {
  readonly end: number | undefined
  readonly banned: boolean
  /** When its newest token expires. */
  readonly tokenUntil: Date | null
}

/** Minimum interval at which use is stored: at most a minute, and a tenth of the time without use. */
const MAX_TOUCH_INTERVAL_MS = 60_000
const TOUCHES_PER_IDLE_TIME = 10

/** Ends a player's open logins, or those that a further condition selects. */
export const revokeLogins = (on: Db | Trx, playerId: string, at: Date) =>
  on
    .updateTable('logins')
    .set({ revoked_at: at })
    .where('player_id', '=', Number(playerId))
    .where('revoked_at', 'is', null)
    .returning('id')

/** The logins in the database. */
export function createStoredLogins(
  options: Pick<LoginsOptions, 'db' | 'now' | 'expiryNow' | 'loginMs' | 'loginIdleMs'>,
) {
  const { db, now, expiryNow = now, loginMs, loginIdleMs } = options
  const touchIntervalMs =
    loginIdleMs === 0
      ? MAX_TOUCH_INTERVAL_MS
      : Math.min(MAX_TOUCH_INTERVAL_MS, loginIdleMs / TOUCHES_PER_IDLE_TIME)
  /** When the use of a login was last stored. */
  const touchedAt = new Map<string, number>()

  function endOf(login: Pick<Selectable<LoginTable>, 'created_at' | 'used_at' | 'revoked_at'>) {
    const end = login.created_at.getTime() + loginMs
    const isIdle = loginIdleMs > 0 && login.used_at.getTime() + loginIdleMs <= expiryNow()
    return login.revoked_at || end <= expiryNow() || isIdle ? undefined : end
  }

  /** Locks the row, so that the login does not end before the transaction does. */
  async function isOpen(trx: Trx, loginId: string): Promise<boolean> {
    const login = await trx
      .selectFrom('logins')
      .select(['created_at', 'used_at', 'revoked_at'])
      .where('id', '=', loginId)
      .forShare()
      .executeTakeFirst()
    return login !== undefined && endOf(login) !== undefined
  }

  return {
    /** False if the player is banned, or the proof does not hold any more. */
    async add(
      { playerId, loginId }: Identity,
      { ip, device }: { ip: string; device: string },
      proof: LoginProof,
      tokenUntil: Date,
    ): Promise<boolean> {
      const added = await inTransaction(db, async (trx) => {
        // A change of the password or a ban locks this row, and then ends the logins that exist.
        const player = await trx
          .selectFrom('players')
          .select(['password_hash', 'banned'])
          .where('id', '=', Number(playerId))
          .forNoKeyUpdate()
          .executeTakeFirstOrThrow()
        if (player.banned) return { ok: false }
        if ('passwordHash' in proof && player.password_hash !== proof.passwordHash) return { ok: false }
        if ('confirmedBy' in proof && !(await isOpen(trx, proof.confirmedBy))) return { ok: false }
        await trx
          .insertInto('logins')
          .values({
            id: loginId,
            player_id: Number(playerId),
            ip,
            device,
            created_at: new Date(now()),
            used_at: new Date(now()),
            token_until: tokenUntil,
          })
          .execute()
        return { ok: true }
      })
      return added.ok
    },

    /** `playerId`: restricts it to this player. */
    async find(loginId: string, playerId?: string): Promise<FoundLogin | undefined> {
      let query = db
        .selectFrom('logins')
        .innerJoin('players', 'players.id', 'logins.player_id')
        .select(['logins.created_at', 'used_at', 'revoked_at', 'token_until', 'banned'])
        .where('logins.id', '=', loginId)
      if (playerId !== undefined) query = query.where('players.id', '=', Number(playerId))
      const login = await query.executeTakeFirst()
      return login && { end: endOf(login), banned: login.banned, tokenUntil: login.token_until }
    },

    async setTokenUntil(loginId: string, tokenUntil: Date): Promise<void> {
      await db.updateTable('logins').set({ token_until: tokenUntil }).where('id', '=', loginId).execute()
    },

    revoke: (on: Db | Trx, playerId: string) => revokeLogins(on, playerId, new Date(now())),

    async touch(loginId: string): Promise<void> {
      const at = now()
      if (at - (touchedAt.get(loginId) ?? Number.NEGATIVE_INFINITY) < touchIntervalMs) return
      touchedAt.set(loginId, at)
      await db
        .updateTable('logins')
        .set({ used_at: new Date(at) })
        .where('id', '=', loginId)
        .execute()
    },

    /** Logins that ended within the last `ms`, by the clock of any process. */
    revokedWithin: (ms: number): Promise<{ id: string; banned: boolean }[]> =>
      db
        .selectFrom('logins')
        .innerJoin('players', 'players.id', 'logins.player_id')
        .select(['logins.id', 'banned'])
        .where('revoked_at', '>', new Date(expiryNow() - ms))
        .where('revoked_at', '<', new Date(now() + ms))
        .execute(),

    /** Ends the logins of all players that were opened before. */
    revokeOpenedBefore: (at: Date): Promise<{ id: string }[]> =>
      db
        .updateTable('logins')
        .set({ revoked_at: new Date(now()) })
        .where('revoked_at', 'is', null)
        .where('created_at', '<', at)
        .returning('id')
        .execute(),

    async revokeIdle(): Promise<{ id: string }[]> {
      for (const [loginId, at] of touchedAt) if (now() - at >= touchIntervalMs) touchedAt.delete(loginId)
      if (loginIdleMs === 0) return []
      return db
        .updateTable('logins')
        .set({ revoked_at: new Date(now()) })
        .where('revoked_at', 'is', null)
        .where('used_at', '<=', new Date(expiryNow() - loginIdleMs))
        .returning('id')
        .execute()
    },
  }
}
