import type { Role } from '../session/state.ts'

/** The groups of roles that routes and navigation name. */
export const ADMIN: readonly Role[] = ['admin']
export const STAFF: readonly Role[] = [...ADMIN, 'staff']
export const USER: readonly Role[] = [...STAFF, 'user']
export const ONLY_GUEST: readonly Role[] = []

/** A list of roles. Without one all may see it; an empty one is for users without a role; any other for users with one of them. */
export type Auth = readonly Role[] | undefined

/** Whether a user with these roles (none: a guest) may see what requires `auth`. */
export function hasRole(auth: Auth, roles: readonly Role[]): boolean {
  if (!auth) return true
  return auth.length ? auth.some((role) => roles.includes(role)) : roles.length === 0
}
