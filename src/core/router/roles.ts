import type { Role } from '../session/state.ts'

/** The groups of roles that routes and menu items refer to. */
export const ADMIN: readonly Role[] = ['admin']
export const STAFF: readonly Role[] = [...ADMIN, 'staff']
export const USER: readonly Role[] = [...STAFF, 'user']
export const ONLY_GUEST: readonly Role[] = []

/** The permitted roles. Undefined permits everyone, an empty list guests only. */
export type Auth = readonly Role[] | undefined

/** Whether a user with these roles (empty: a guest) is permitted by `auth`. */
export function hasRole(auth: Auth, roles: readonly Role[]): boolean {
  if (!auth) return true
  return auth.length ? auth.some((role) => roles.includes(role)) : roles.length === 0
}
