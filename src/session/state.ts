import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Failure } from '../contract/result.ts'

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
}

/** Why a session ended, so that the login screen can say so. `logout` is the player's own wish. */
export type SessionEnd =
  | { kind: 'logout' }
  | { kind: 'expired' }
  | { kind: 'unauthorized' }
  | { kind: 'elsewhere' }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'told'; code: number; message: string; params: Failure['params'] }

/** `unknown` while a stored token is being checked; `failure` when the server could not be asked. */
export type Session =
  | { status: 'unknown'; failure?: Failure | undefined }
  | { status: 'guest'; end?: SessionEnd | undefined }
  | { status: 'player'; token: string; user: User }

const current = signal<Session>({ status: 'unknown' })

/** Who is here. */
export const session: ReadonlySignal<Session> = current

/** The token of the session that is alive, without subscribing to it. */
export function currentToken(): string | undefined {
  const now = current.peek()
  return now.status === 'player' ? now.token : undefined
}

/** A stored token is being checked, or could not be (`failure`). */
export function checking(failure?: Failure): void {
  current.value = { status: 'unknown', failure }
}

/** A player signed in, or a stored token was accepted. */
export function signedIn(token: string, user: User): void {
  current.value = { status: 'player', token, user }
}

/** The same player goes on with a newer token. */
export function renewed(token: string): void {
  const now = current.peek()
  if (now.status === 'player') current.value = { ...now, token }
}

/** Nobody is signed in (any more). */
export function signedOut(end?: SessionEnd): void {
  current.value = { status: 'guest', end }
}
