import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { Failure } from '../../contract/result.ts'

/** What somebody may be. Somebody who is not logged in has none of these. */
export type Role = 'admin' | 'staff' | 'user'

export interface User {
  id: string
  username: string
  name: string
  lastname: string
  /** 'user' after a login, unless the server's Group is a role of its own. */
  roles: readonly Role[]
  /** The server's PermissionIds; undefined when it sends none, and levels are not checked then. */
  permissions: readonly number[] | undefined
  /** The address they are here from, and when (ISO 8601) and from where they were last; what the server does not say is missing, null: never. */
  ip?: string | null | undefined
  lastLogon?: string | null | undefined
  lastLogonIp?: string | null | undefined
}

/**
 * Why a session ended, so that the login screen can say so. `logout` is the player's own wish, here or `elsewhere`
 * in another tab; `replaced`: somebody else logged in in another tab. `expired` and `unauthorized`: the token was
 * not taken any more; `failed`: the stored one was not taken; `notAllowed`: the one in the address was not.
 */
export type SessionEnd =
  | { kind: 'logout' | 'elsewhere' | 'replaced' | 'expired' | 'unauthorized' | 'failed' | 'notAllowed' }
  | { kind: 'told'; code: number; message: string; params: Failure['params'] }

/** Two players by the names they are shown with: who is logged in here, and whom the address would log in. */
export interface TokenQuestion {
  now: string
  next: string
}

/**
 * `unknown` while a stored token is being checked: with `failure` when the server could not be asked, with
 * `question` when the player has to choose, with `leaving` while they log out.
 */
export type Session =
  | { status: 'unknown'; failure?: Failure; question?: TokenQuestion; leaving?: true }
  | { status: 'guest'; end?: SessionEnd | undefined }
  | { status: 'player'; token: string; user: User }

const sessionSignal = signal<Session>({ status: 'unknown' })

/** Who is here. */
export const session: ReadonlySignal<Session> = sessionSignal

/** The token of the session that is alive, without subscribing to it. */
export function currentToken(): string | undefined {
  const now = sessionSignal.peek()
  return now.status === 'player' ? now.token : undefined
}

const endHandlers = new Set<() => void>()

/** Whatever keeps something of a player hands over here how it forgets them: it is called when their session ends. */
export function onSessionEnd(forget: () => void): void {
  endHandlers.add(forget)
}

/** Whatever is open at a server in a player's name and closes it: called before a logout, while their token still is good. */
export const beforeLogout = new Set<() => void>()

function setSession(next: Session): void {
  batch(() => {
    sessionSignal.value = next
    for (const forget of endHandlers) forget()
  })
}

/** A stored token is being checked, or could not be (`failure`), or one has to be chosen; or a player is leaving. */
export function setPending(more: Omit<Extract<Session, { status: 'unknown' }>, 'status'> = {}): void {
  setSession({ status: 'unknown', ...more })
}

/** A player signed in, or a stored token was accepted. */
export function signedIn(token: string, user: User): void {
  const now = sessionSignal.peek()
  const next: Session = { status: 'player', token, user }
  if (now.status === 'player' && now.user.id !== user.id) setSession(next)
  else sessionSignal.value = next
}

/** The same player goes on with a newer token. */
export function updateToken(token: string): void {
  const now = sessionSignal.peek()
  if (now.status === 'player') sessionSignal.value = { ...now, token }
}

/** Nobody is signed in (any more). */
export function signedOut(end?: SessionEnd): void {
  setSession({ status: 'guest', end })
}
