import { Code } from '../../contract/codes.ts'
import type { Failure } from '../../contract/result.ts'

/** Both fields of the login form, at least. */
export const MIN_LENGTH = 4

export type LoginField = 'username' | 'password'

/** Is this text long enough for its field? Space around a name does not count; in a password it does. */
export function isLongEnough(field: LoginField, text: string): boolean {
  return (field === 'username' ? text.trim() : text).length >= MIN_LENGTH
}

/** The field that a refused login is about; undefined when it is about neither. */
export function failureField({ code }: Failure): LoginField | undefined {
  if (code === Code.wrongCredentialsCounted || code === Code.wrongCredentials) return 'password'
  if (code === Code.accountProtected || code === Code.banned) return 'username'
  return undefined
}
