import type { User } from '../session/state.ts'
import { type Auth, hasRole } from './roles.ts'

/** What a navigation item asks for. */
export interface AccessRule {
  auth?: Auth
  /** Levels, one of which the player's permissions must hold. */
  levels?: readonly number[] | undefined
  /** Shown whatever the levels say: nobody is kept from logging out. */
  always?: boolean | undefined
}

/**
 * Is an item of the navigation (or of the search in it) shown? The one rule for both: the role is allowed by its
 * auth, and where it has levels one is among the permissions, unless the server sends no permissions at all.
 */
export function canSeeNavItem(
  { auth, levels, always }: AccessRule,
  user: Pick<User, 'roles' | 'permissions'> | undefined,
): boolean {
  if (!hasRole(auth, user?.roles ?? [])) return false
  const held = user?.permissions
  return always || !levels?.length || !held || levels.some((level) => held.includes(level))
}
