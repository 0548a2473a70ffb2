import type { Role } from '../session/state.ts'

/** The groups of roles that routes and navigation name. */
export const ADMIN: readonly Role[] = ['admin']
export const STAFF: readonly Role[] = [...ADMIN, 'staff']
export const USER: readonly Role[] = [...STAFF, 'user']
export const ONLY_GUEST: readonly Role[] = []

/** A list of roles: none is open to everybody, an empty one to who has no role, any other to who has one of it. */
export type Auth = readonly Role[] | undefined

/** May somebody with these roles (none: not logged in) see what asks for `auth`? */
export function hasRole(auth: Auth, roles: readonly Role[]): boolean {
  if (!auth) return true
  return auth.length ? auth.some((role) => roles.includes(role)) : roles.length === 0
}
