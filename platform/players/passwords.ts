import { pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id as OWASP's password storage sheet asks: 19 MiB, 2 passes, one lane. It is the library's own kind. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const PIN_ITERATIONS = 100_000
export const MIN_PASSWORD_LENGTH = 8

/** Hashes a password for keeping. Takes some 30 ms of another thread. */
export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2)

const nobody = hashPassword(randomBytes(16).toString('hex'))

/**
 * Compares a password with a kept hash. Without one (no such player) it works just as long and says no, so that
 * the time does not tell which names exist.
 */
export async function checkPassword(kept: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(kept ?? (await nobody), password).catch(() => false)
  return kept !== undefined && matches
}

/**
 * The stored hash of a PIN as the app reads it: `pbkdf2-sha256:<iterations>:<salt>:<hash>`, base64. A PIN has too
 * few digits for any hash to protect it: it locks a screen, it does not sign in.
 */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await promisify(pbkdf2)(pin, salt, PIN_ITERATIONS, 32, 'sha256')
  return `pbkdf2-sha256:${PIN_ITERATIONS}:${salt.toString('base64')}:${key.toString('base64')}`
}
