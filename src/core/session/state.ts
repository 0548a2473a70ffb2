import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react'
import type { Locale } from '../../contract/locales.ts'
import type { Dispose, Failure } from '../../contract/result.ts'
import { createLatest, type Latest } from '../stale-answers.ts'

/** A guest has no role. */
export type Role = 'admin' | 'staff' | 'user'

export interface User {
  id: string
  username: string
  name: string
  lastname: string
  /** `user` after a login, unless the server's Group is `admin` or `staff`. */
  roles: readonly Role[]
  /** The server's PermissionIds; undefined if it sends none, and then levels are not checked. */
  permissions: readonly number[] | undefined
  /**
   * The IP address of this login; the time (ISO 8601) and address of the previous one. Missing: unknown;
   * null: there was none.
   */
  ip?: string | null | undefined
  lastLogon?: string | null | undefined
  lastLogonIp?: string | null | undefined
  /** The versions that the server reports, for the support report. */
  versions?: string | undefined
  /** The WHEP URL with `{id}` that accepts an offer while the player joins. */
  earlyVideoUrl?: string | undefined
  /** The ids of the machines that the player played last before this login or renewal. */
  lastMachines?: readonly string[] | undefined
  /** The highest stake that the server allows this player, cents; undefined: no limit. */
  maxStake?: number | undefined
}

/**
 * Why a session ended, for the login screen. `logout`: the player logged out here; `elsewhere`: in another
 * tab; `idle`: nobody used the kiosk; `replaced`: another player logged in in another tab. `expired`,
 * `unauthorized`: the server rejected the current token; `failed`: the stored one; `notAllowed`: the one in
 * the address. `message`: the server's own reason. A logout may have a message of the app in place of the
 * general one, in the player's `locale`; its `code` is then 0.
 */
export type SessionEnd =
  | {
      kind:
        | 'logout'
        | 'elsewhere'
        | 'idle'
        | 'replaced'
        | 'expired'
        | 'unauthorized'
        | 'failed'
        | 'notAllowed'
    }
  | { kind: 'message' | 'logout'; code: number; message: string; params: Failure['params']; locale?: Locale }

/**
 * The display names of the player who is logged in, and of the one whom the address's token would log in;
 * empty for a player without a name. `now` is missing if no player is logged in.
 */
export interface TokenQuestion {
  now?: string
  next: string
}

/**
 * `unknown` while a stored token is validated: with `failure` if the server did not answer, with `question`
 * while the player chooses between two tokens, with `leaving` during a logout.
 */
export type Session =
  | { status: 'unknown'; failure?: Failure; question?: TokenQuestion; leaving?: true }
  | { status: 'guest'; end?: SessionEnd | undefined }
  | { status: 'player'; token: string; user: User }

const sessionSignal = signal<Session>({ status: 'unknown' })

export const session: ReadonlySignal<Session> = sessionSignal

/** The current token, without subscribing to the signal. */
export function currentToken(): string | undefined {
  const current = sessionSignal.peek()
  return current.status === 'player' ? current.token : undefined
}

/** The highest stake that the server allows this player, cents; Infinity: no limit. */
export const playerMaxStake = computed(() => {
  const { value } = sessionSignal
  return (value.status === 'player' ? value.user.maxStake : undefined) ?? Number.POSITIVE_INFINITY
})

/** Calls `onRenewed` when the session continues with another token. */
export function watchTokenRenewals(onRenewed: () => void): Dispose {
  let known = currentToken()
  return effect(() => {
    const { value } = sessionSignal
    if (value.status !== 'player' || value.token === known) return
    known = value.token
    untracked(onRenewed)
  })
}

const endHandlers = new Set<() => void>()

/** Registers a function that discards a player's data at the end of the session. */
export function onSessionEnd(forget: () => void): void {
  endHandlers.add(forget)
}

/** A `Latest` that the end of the login also invalidates, so that no answer reaches the next player. */
export function createLoginLatest(): Latest {
  const latest = createLatest()
  onSessionEnd(latest.invalidate)
  return latest
}

/**
 * Functions that a logout calls while the token is still valid: they close what is open at a server for the
 * player.
 */
export const beforeLogout = new Set<() => void>()

function setSession(next: Session): void {
  batch(() => {
    sessionSignal.value = next
    for (const forget of endHandlers) forget()
  })
}

export function setPending(more: Omit<Extract<Session, { status: 'unknown' }>, 'status'> = {}): void {
  setSession({ status: 'unknown', ...more })
}

export function setSignedIn(token: string, user: User): void {
  const current = sessionSignal.peek()
  const next: Session = { status: 'player', token, user }
  if (current.status === 'player' && current.user.id !== user.id) setSession(next)
  else sessionSignal.value = next
}

/** Continues the session with a newer token, and with what may have changed of the player. */
export function updateToken(token: string, changed: Pick<User, 'maxStake'> = {}): void {
  const current = sessionSignal.peek()
  if (current.status === 'player')
    sessionSignal.value = { ...current, token, user: { ...current.user, ...changed } }
}

export function setSignedOut(end?: SessionEnd): void {
  setSession({ status: 'guest', end })
}
