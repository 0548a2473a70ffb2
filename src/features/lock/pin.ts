import { plainSigns } from '../../i18n/plain-signs.ts'

/** A parsed PIN hash. `iterations` 0: a plain SHA-256 without salt. */
export interface PinHash {
  hash: Uint8Array
  salt: Uint8Array<ArrayBuffer>
  iterations: number
}

/** A limit, because more iterations take seconds on a slow phone. */
const MAX_ITERATIONS = 2_000_000
const NO_SALT = new Uint8Array(0)

/** Web Crypto exists on HTTPS and on localhost only. */
export const canCheckPins = (): boolean => globalThis.crypto?.subtle !== undefined

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return NO_SALT
  }
}

/**
 * Reads the server's `pin_code`: `sha256:<hex>`, 64 bare hexadecimal digits, or
 * `pbkdf2-sha256:<iterations>:<salt base64>:<hash base64>`. Undefined for anything else.
 */
export function readPinHash(stored: string | null | undefined): PinHash | undefined {
  const [, hex] = /^(?:sha256:)?([\da-f]{64})$/i.exec(stored ?? '') ?? []
  if (hex) return { hash: fromHex(hex), salt: NO_SALT, iterations: 0 }
  const [, count, salt64 = '', hash64 = ''] =
    /^pbkdf2-sha256:([1-9]\d{0,6}):([\w+/]+={0,2}):([\w+/]+={0,2})$/.exec(stored ?? '') ?? []
  const [iterations, salt, hash] = [Number(count), fromBase64(salt64), fromBase64(hash64)]
  const sound = iterations <= MAX_ITERATIONS && salt.length > 0 && hash.length >= 16 && hash.length <= 64
  return sound ? { hash, salt, iterations } : undefined
}

function equalInConstantTime(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length
  for (const [i, byte] of a.entries()) difference |= byte ^ (b[i] ?? 0)
  return difference === 0
}

/** Requires `canCheckPins`. */
export async function isPin(pin: string, { hash, salt, iterations }: PinHash): Promise<boolean> {
  const { subtle } = crypto
  const text = new TextEncoder().encode(pin)
  if (iterations === 0) return equalInConstantTime(hash, new Uint8Array(await subtle.digest('SHA-256', text)))
  const key = await subtle.importKey('raw', text, 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return equalInConstantTime(hash, new Uint8Array(await subtle.deriveBits(how, key, hash.length * 8)))
}

/** The digits in a text, in any script; at most 12. */
export function digitsOf(text: string): string {
  return plainSigns(text).replace(/\D/g, '').slice(0, 12)
}
