import type { User } from '../../core/session/state.ts'

/**
 * The player's name for the locked screen, which bystanders read: of the last name only its first letter. A
 * player without a name has the user name.
 */
export function shownName({
  name,
  lastname,
  username,
}: Pick<User, 'name' | 'lastname' | 'username'>): string {
  const [letter] = lastname.trim()
  return [name.trim(), letter && `${letter}.`].filter(Boolean).join(' ') || username
}
