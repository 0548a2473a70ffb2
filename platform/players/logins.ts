import { randomUUID } from 'node:crypto'
import { Code, type RefusalCode } from '../../src/contract/codes.ts'
import type { Dispose } from '../../src/contract/result.ts'
import { createListeners } from '../lib/listeners.ts'
import { type Refused, refused } from '../lib/result.ts'
import type { Db } from '../store/db.ts'
import { inTransaction, type Trx } from '../store/transaction.ts'
import type { SigningKeys } from './signing-keys.ts'
import { createStoredLogins } from './stored-logins.ts'
import { createTokens } from './tokens.ts'

/** A player, identified by a login. */
export interface Identity {
  readonly playerId: string
  readonly loginId: string
}

/** Why a player may be logged in: a password with this hash, or a confirmation by another login. */
export type LoginProof = { readonly passwordHash: string } | { readonly confirmedBy: string }

/** A rejected token; it names a player if its signature is valid. */
export type NotVerified = Refused & { readonly playerId?: string }
/** `expiresAt`: when the token, or its login, expires, in ms since 1970. */
export type VerifiedToken =
  | { readonly ok: true; readonly identity: Identity; readonly expiresAt: number }
  | NotVerified

/** Longer than the pause between two calls of `endIdle`. */
const REPORTED_AGAIN_MS = 3 * 60_000

/** The logins of all players, and their tokens. */
export interface Logins {
  /**
   * Opens a login and issues its first token. Undefined if the player is banned, or the proof does not hold
   * any more: the password was replaced, or the confirming login has ended.
   */
  open(
    playerId: string,
    from: { ip: string; device: string },
    proof: LoginProof,
  ): Promise<{ token: string; loginId: string } | undefined>
  /** Codes: badSignature, tokenExpired (also after a logout), banned. Never throws for an invalid token. */
  verify(token: string): Promise<VerifiedToken>
  /**
   * The player and the login of a token with a valid signature; the login may have ended. Reads no database.
   */
  signedBy(token: string): Promise<Identity | undefined>
  /** Issues a new token of the same login. */
  renew(identity: Identity): Promise<string>
  /**
   * When a login's newest token expires, in ms since 1970; undefined once the login has ended. Renewals move
   * it.
   */
  endOf(loginId: string): Promise<number | undefined>
  /** Ends a login: its tokens are rejected from now on. Returns false if it was not open. */
  end(identity: Identity): Promise<boolean>
  /** Records that the player used this login. */
  touch(loginId: string): Promise<void>
  /**
   * Ends the logins of all players that were not used for `loginIdleMs`. Also calls the listeners for those
   * that another process ended lately, which may have died before it reported them.
   */
  endIdle(): Promise<void>
  /** Ends the logins of all players that were opened before `at`, ms since 1970. */
  endOpenedBefore(at: number): Promise<void>
  /** Ends every other login of the player, in one transaction with `change`, unless that is refused. */
  endOthers<T extends { ok: boolean }>(identity: Identity, change: (trx: Trx) => Promise<T>): Promise<T>
  /** Another process or a change of an account ended a login: calls the listeners. */
  notifyEnded(loginId: string, code: RefusalCode): void
  /** Called for each login that ends, with the reason. Returns the unsubscribe function. */
  onEnded(listener: (loginId: string, code: RefusalCode) => void): Dispose
}

export interface LoginsOptions {
  db: Db
  keys: Pick<SigningKeys, 'current' | 'verifying'>
  /** ms since 1970: for what begins now, and for what may be over; login-clock.ts. */
  now: () => number
  expiryNow?: () => number
  /** Lifetime of a token, and of a login with its renewals, in ms. */
  tokenMs: number
  loginMs: number
  /** How long a login stays valid without use, ms; 0: as long as `loginMs`. */
  loginIdleMs: number
}

export function createLogins(options: LoginsOptions): Logins {
  const { db } = options
  const tokens = createTokens(options)
  const stored = createStoredLogins(options)
  const listeners = createListeners<[loginId: string, code: RefusalCode]>()

  function notify(ended: { id: string }[], code: RefusalCode): void {
    for (const { id } of ended) listeners.emit(id, code)
  }

  return {
    async open(playerId, from, proof) {
      const identity = { playerId, loginId: randomUUID() }
      const expiryS = tokens.nextExpiryS()
      const isAdded = await stored.add(identity, from, proof, new Date(expiryS * 1000))
      if (!isAdded) return undefined
      return { token: await tokens.sign(identity, expiryS), loginId: identity.loginId }
    },

    async verify(token) {
      const signed = await tokens.read(token)
      if (!signed.ok) return signed
      const { playerId, loginId } = signed.identity
      const login = await stored.find(loginId, playerId)
      if (login?.end !== undefined && !login.banned)
        return { ...signed, expiresAt: Math.min(signed.expiresAt, login.end) }
      // A ban also ends the logins; the ban is the reason to report.
      return { ...refused(login?.banned ? Code.banned : Code.tokenExpired), playerId }
    },

    async signedBy(token) {
      const signed = await tokens.read(token)
      return signed.ok ? signed.identity : undefined
    },

    async renew(identity) {
      const expiryS = tokens.nextExpiryS()
      await stored.setTokenUntil(identity.loginId, new Date(expiryS * 1000))
      return tokens.sign(identity, expiryS)
    },

    async endOf(loginId) {
      const login = await stored.find(loginId)
      if (login?.end === undefined || login.banned) return undefined
      return Math.min(login.tokenUntil?.getTime() ?? login.end, login.end)
    },

    async end({ playerId, loginId }) {
      const ended = await stored.revoke(db, playerId).where('id', '=', loginId).execute()
      notify(ended, Code.tokenExpired)
      return ended.length > 0
    },

    touch: stored.touch,

    async endIdle() {
      notify(await stored.revokeIdle(), Code.tokenExpired)
      for (const { id, banned } of await stored.revokedWithin(REPORTED_AGAIN_MS))
        listeners.emit(id, banned ? Code.banned : Code.tokenExpired)
    },

    endOpenedBefore: async (at) => notify(await stored.revokeOpenedBefore(new Date(at)), Code.tokenExpired),

    async endOthers({ playerId, loginId }, change) {
      let ended: { id: string }[] = []
      const result = await inTransaction(db, async (trx) => {
        const changed = await change(trx)
        if (changed.ok) ended = await stored.revoke(trx, playerId).where('id', '!=', loginId).execute()
        return changed
      })
      if (result.ok) notify(ended, Code.tokenExpired)
      return result
    },

    notifyEnded: listeners.emit,

    onEnded: listeners.add,
  }
}
