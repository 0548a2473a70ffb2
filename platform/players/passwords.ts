import { pbkdf2, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { hash, verify } from '@node-rs/argon2'
import { Code } from '../../src/contract/codes.ts'
import { passwordLength } from '../../src/contract/password-length.ts'
import { type Refused, refused } from '../lib/result.ts'

/** OWASP's parameters for Argon2id, the library's default variant: 19 MiB, 2 passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const PIN_ITERATIONS = 100_000
export const MIN_PASSWORD_LENGTH = 8

const COMMON_PASSWORDS = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.split(' ')),
)

/** The form that is hashed: keyboards differ in the form of the same letters (NIST SP 800-63B). */
const normalized = (password: string): string => password.normalize('NFKC')

/**
 * The rules for new passwords. Codes: passwordTooShort with `min`, passwordTooCommon. There are no other
 * rules, such as kinds of characters: they do not make passwords harder to guess (NIST SP 800-63B).
 */
export function newPasswordError(password: string): Refused | undefined {
  if (passwordLength(password) < MIN_PASSWORD_LENGTH)
    return refused(Code.passwordTooShort, { min: MIN_PASSWORD_LENGTH })
  const isCommon = COMMON_PASSWORDS.has(normalized(password).toLowerCase())
  return isCommon ? refused(Code.passwordTooCommon) : undefined
}

/** Takes about 30 ms of a worker thread. */
export const hashPassword = (password: string): Promise<string> => hash(normalized(password), ARGON2)

const dummyHash = hashPassword(randomBytes(16).toString('hex'))

/**
 * Verifies a password in its normalized form, and in the given one, which earlier versions hashed. Without a
 * stored hash (unknown name) it takes as long, so that its duration does not reveal names.
 */
export async function checkPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const hashed = storedHash ?? (await dummyHash)
  for (const form of new Set([normalized(password), password])) {
    if (await verify(hashed, form).catch(() => false)) return storedHash !== undefined
  }
  return false
}

/**
 * A PIN's hash in the app's format: `pbkdf2-sha256:<iterations>:<salt>:<hash>`, base64. No hash can protect
 * so few digits: a PIN locks the screen and never authenticates.
 */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await promisify(pbkdf2)(pin, salt, PIN_ITERATIONS, 32, 'sha256')
  return `pbkdf2-sha256:${PIN_ITERATIONS}:${salt.toString('base64')}:${key.toString('base64')}`
}
