import { randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Selectable } from 'kysely'
import * as v from 'valibot'
import { Code, type CodeValue } from '../../src/contract/codes.ts'
import type { Dispose } from '../../src/contract/result.ts'
import { type Refused, refused } from '../lib/result.ts'
import type { Db } from '../store/db.ts'
import type { LoginTable } from '../store/tables.ts'
import { inTransaction, type Trx } from '../store/transaction.ts'
import type { SigningKeys } from './signing-keys.ts'

/** A player, by one of their logins. */
export interface Identity {
  readonly playerId: string
  readonly loginId: string
}

/** A rejected token; it names a player if its signature is valid. */
export type NotVerified = Refused & { readonly playerId?: string }
export type Verified = { readonly ok: true; readonly identity: Identity } | NotVerified
/** `expiresAt`: when the token, or its login, expires, in ms since 1970. */
type VerifiedToken =
  | { readonly ok: true; readonly identity: Identity; readonly expiresAt: number }
  | NotVerified

/** The logins of all players, and their tokens. */
export interface Sessions {
  /**
   * Opens a login and issues its first token. Undefined if the player was banned, or `passwordHash` replaced, while the
   * password was being verified.
   */
  open(
    playerId: string,
    from: { ip: string; device: string },
    passwordHash: string,
  ): Promise<{ token: string; loginId: string } | undefined>
  /** Codes: badSignature, tokenExpired (also after a logout), banned. Never throws for an invalid token. */
  verify(token: string): Promise<VerifiedToken>
  /** The player of a token with a valid signature, whose login may have ended. Reads no database. */
  signedBy(token: string): Promise<string | undefined>
  /** Issues a new token of the same login. */
  renew(identity: Identity): Promise<string>
  /** When a login's newest token expires, in ms since 1970; undefined once the login has ended. Renewals move it. */
  endOf(loginId: string): Promise<number | undefined>
  /** Ends a login: its tokens are rejected from now on. */
  end(identity: Identity): Promise<void>
  /** The player did something by this login. */
  touch(loginId: string): Promise<void>
  /** Ends the logins of all players that were not used for `loginIdleMs`. */
  endIdle(): Promise<void>
  /** Ends every other login of the player, in one transaction with `change`, unless that is refused. */
  endOthers<T extends { ok: boolean }>(identity: Identity, change: (trx: Trx) => Promise<T>): Promise<T>
  /** Ends every login of a player; listeners get `code`. */
  endAll(playerId: string, code: CodeValue): Promise<void>
  /** Another process ended a login: calls the listeners. */
  notifyEnded(loginId: string, code: CodeValue): void
  /** Called for each login that ends, with the reason. Returns the unsubscribe function. */
  onEnded(listener: (loginId: string, code: CodeValue) => void): Dispose
}

export interface SessionsOptions {
  db: Db
  keys: Pick<SigningKeys, 'current' | 'verifying'>
  /** ms since 1970. */
  now: () => number
  /** Lifetime of a token, and of a login with its renewals, in ms. */
  tokenMs: number
  loginMs: number
  /** How long a login stays open without use, in ms; 0: as long as `loginMs`. */
  loginIdleMs: number
}

/** Use is stored no more often. */
const TOUCH_INTERVAL_MS = 60_000

const Claims = v.object({
  sub: v.pipe(v.string(), v.regex(/^\d{1,15}$/)),
  sid: v.pipe(v.string(), v.uuid()),
  exp: v.number(),
})

export function createSessions(options: SessionsOptions): Sessions {
  const { db, keys, now, tokenMs, loginMs, loginIdleMs } = options
  /** When the use of a login was last stored. */
  const touchedAt = new Map<string, number>()
  const listeners = new Set<(loginId: string, code: CodeValue) => void>()

  /** A JWT's times are whole seconds. */
  const nextExpiryS = () => Math.floor((now() + tokenMs) / 1000)

  function sign({ playerId, loginId }: Identity, expiryS: number): Promise<string> {
    const { kid, key } = keys.current()
    return new SignJWT({ sid: loginId })
      .setProtectedHeader({ alg: 'HS256', kid })
      .setSubject(playerId)
      .setIssuedAt(Math.floor(now() / 1000))
      .setExpirationTime(expiryS)
      .sign(key)
  }

  function keyOf({ kid }: { kid?: string | undefined }): Uint8Array {
    const key = keys.verifying(kid)
    if (!key) throw new errors.JWSSignatureVerificationFailed()
    return key
  }

  async function readToken(token: string): Promise<VerifiedToken> {
    try {
      const options = { algorithms: ['HS256'], currentDate: new Date(now()) }
      const claims = v.safeParse(Claims, (await jwtVerify(token, keyOf, options)).payload)
      if (!claims.success) return refused(Code.badSignature)
      const { sub, sid, exp } = claims.output
      return { ok: true, identity: { playerId: sub, loginId: sid }, expiresAt: exp * 1000 }
    } catch (error) {
      if (!(error instanceof errors.JWTExpired)) return refused(Code.badSignature)
      const claims = v.safeParse(Claims, error.payload)
      return { ...refused(Code.tokenExpired), ...(claims.success && { playerId: claims.output.sub }) }
    }
  }

  const readLogin = (loginId: string) =>
    db
      .selectFrom('logins')
      .innerJoin('players', 'players.id', 'logins.player_id')
      .select(['logins.created_at', 'used_at', 'revoked_at', 'token_until', 'banned'])
      .where('logins.id', '=', loginId)

  /** When a login ends however often its token is renewed; undefined if it has ended. */
  function endOfOpen(login: Pick<Selectable<LoginTable>, 'created_at' | 'used_at' | 'revoked_at'>) {
    const end = login.created_at.getTime() + loginMs
    const isIdle = loginIdleMs > 0 && login.used_at.getTime() + loginIdleMs <= now()
    return login.revoked_at || end <= now() || isIdle ? undefined : end
  }

  const revoke = (on: Db | Trx, playerId: string) =>
    on
      .updateTable('logins')
      .set({ revoked_at: new Date(now()) })
      .where('player_id', '=', Number(playerId))
      .where('revoked_at', 'is', null)
      .returning('id')

  function notify(ended: { id: string }[], code: CodeValue): void {
    for (const { id } of ended) for (const listener of listeners) listener(id, code)
  }

  return {
    async open(playerId, { ip, device }, passwordHash) {
      const loginId = randomUUID()
      const expiryS = nextExpiryS()
      const opened = await inTransaction(db, async (trx) => {
        // A change of the password or a ban locks this row, and then ends the logins that it finds.
        const player = await trx
          .selectFrom('players')
          .select(['password_hash', 'banned'])
          .where('id', '=', Number(playerId))
          .forNoKeyUpdate()
          .executeTakeFirstOrThrow()
        if (player.banned || player.password_hash !== passwordHash) return { ok: false }
        await trx
          .insertInto('logins')
          .values({
            id: loginId,
            player_id: Number(playerId),
            ip,
            device,
            created_at: new Date(now()),
            used_at: new Date(now()),
            token_until: new Date(expiryS * 1000),
          })
          .execute()
        return { ok: true }
      })
      return opened.ok ? { token: await sign({ playerId, loginId }, expiryS), loginId } : undefined
    },

    async verify(token) {
      const signed = await readToken(token)
      if (!signed.ok) return signed
      const { playerId, loginId } = signed.identity
      const login = await readLogin(loginId).where('players.id', '=', Number(playerId)).executeTakeFirst()
      const loginEnd = login && endOfOpen(login)
      if (loginEnd !== undefined && !login?.banned)
        return { ...signed, expiresAt: Math.min(signed.expiresAt, loginEnd) }
      // A ban ends the logins too, and is the reason to report.
      return { ...refused(login?.banned ? Code.banned : Code.tokenExpired), playerId }
    },

    async signedBy(token) {
      const signed = await readToken(token)
      return signed.ok ? signed.identity.playerId : undefined
    },

    async renew(identity) {
      const expiryS = nextExpiryS()
      await db
        .updateTable('logins')
        .set({ token_until: new Date(expiryS * 1000) })
        .where('id', '=', identity.loginId)
        .execute()
      return sign(identity, expiryS)
    },

    async endOf(loginId) {
      const login = await readLogin(loginId).executeTakeFirst()
      const loginEnd = login && endOfOpen(login)
      if (loginEnd === undefined || login?.banned) return undefined
      return Math.min(login?.token_until?.getTime() ?? loginEnd, loginEnd)
    },

    async end({ playerId, loginId }) {
      notify(await revoke(db, playerId).where('id', '=', loginId).execute(), Code.tokenExpired)
    },

    async touch(loginId) {
      const at = now()
      if (at - (touchedAt.get(loginId) ?? Number.NEGATIVE_INFINITY) < TOUCH_INTERVAL_MS) return
      touchedAt.set(loginId, at)
      await db
        .updateTable('logins')
        .set({ used_at: new Date(at) })
        .where('id', '=', loginId)
        .execute()
    },

    async endIdle() {
      for (const [loginId, at] of touchedAt) if (now() - at >= TOUCH_INTERVAL_MS) touchedAt.delete(loginId)
      if (loginIdleMs === 0) return
      const ended = await db
        .updateTable('logins')
        .set({ revoked_at: new Date(now()) })
        .where('revoked_at', 'is', null)
        .where('used_at', '<=', new Date(now() - loginIdleMs))
        .returning('id')
        .execute()
      notify(ended, Code.tokenExpired)
    },

    async endOthers({ playerId, loginId }, change) {
      let ended: { id: string }[] = []
      const result = await inTransaction(db, async (trx) => {
        const changed = await change(trx)
        if (changed.ok) ended = await revoke(trx, playerId).where('id', '!=', loginId).execute()
        return changed
      })
      if (result.ok) notify(ended, Code.tokenExpired)
      return result
    },

    endAll: async (playerId, code) => notify(await revoke(db, playerId).execute(), code),

    notifyEnded: (id, code) => notify([{ id }], code),

    onEnded(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
