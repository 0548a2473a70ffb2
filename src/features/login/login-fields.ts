import { Code } from '../../contract/codes.ts'
import type { Failure } from '../../contract/result.ts'
import { trimName } from '../../contract/trim-name.ts'

/** Minimum length of the user name and the password. */
export const MIN_LENGTH = 4

export type LoginField = 'username' | 'password'

/**
 * Whether a text is long enough for its field. Spaces around a user name do not count; in a password they do.
 */
export function isLongEnough(field: LoginField, text: string): boolean {
  return (field === 'username' ? trimName(text) : text).length >= MIN_LENGTH
}

/** The field that a refused login concerns; undefined for any other refusal. */
export function failureField({ code }: Failure): LoginField | undefined {
  if (code === Code.wrongCredentialsCounted || code === Code.wrongCredentials) return 'password'
  if (code === Code.accountProtected || code === Code.banned) return 'username'
  return undefined
}
