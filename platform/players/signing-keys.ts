import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { chmod, chown, link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'

/** A key of the file; it signs from `signsFrom` (ms since 1970) until the next one does. */
interface StoredKey {
  readonly kid: string
  readonly key: Uint8Array
  readonly signsFrom: number
}

/** The file's content: keys by `signsFrom`, the oldest first, at least one. */
interface KeyFile {
  /** Derives the players' pseudonyms; a rotation does not change it. */
  readonly pseudonymKey: Uint8Array
  readonly keys: readonly StoredKey[]
}

/** The keys of the tokens. */
export interface SigningKeys {
  /** The key that signs new tokens. */
  current(): { readonly kid: string; readonly key: Uint8Array }
  /**
   * The key of a token's `kid`; undefined: unknown or retired. Tokens of old builds have no `kid`: they use
   * the oldest key.
   */
  verifying(kid: string | undefined): Uint8Array | undefined
  readonly pseudonymKey: Uint8Array
  /**
   * Reads the file again. Resolves to the time (ms since 1970) from which a new key signs if none of the
   * known keys is left. Rejects if the file is invalid; then the known keys stay.
   */
  reload(): Promise<number | undefined>
}

const BYTES = 32
/** How often a platform reads the file again. */
export const KEYS_RELOAD_MS = 10_000
/** A rotation announces a key this long before it signs, so that every process knows it by then. */
export const ROTATION_DELAY_MS = 60_000
/**
 * Within this time after a rotation every process has read the file, also one that is late. Until then it
 * signs with the old key, and refuses tokens of the new one.
 */
export const MIN_ROTATION_DELAY_MS = 2 * KEYS_RELOAD_MS
/** The maximum of TOKEN_SECONDS. */
const MAX_TOKEN_MS = 30 * 24 * 60 * 60 * 1000

const Key = v.pipe(
  v.string(),
  v.regex(/^[\w-]{43}$/),
  v.transform((text) => new Uint8Array(Buffer.from(text, 'base64url'))),
)
/** The schema's timestamps have some that JavaScript does not read, such as those with +03 as their zone. */
const Time = v.pipe(v.string(), v.isoTimestamp(), v.transform(Date.parse), v.number())
const Content = v.object({
  pseudonymKey: Key,
  keys: v.pipe(v.array(v.object({ key: Key, signsFrom: Time })), v.minLength(1)),
})

/** The configured file of the keys. */
export const signingKeysFile = (config: { dataDir: string; signingKeysFile: string | undefined }): string =>
  config.signingKeysFile ?? join(config.dataDir, 'signing-keys.json')

const kidOf = (key: Uint8Array) => createHash('sha256').update(key).digest('base64url').slice(0, 12)
const newKey = (signsFrom: number): StoredKey => {
  const key = new Uint8Array(randomBytes(BYTES))
  return { kid: kidOf(key), key, signsFrom }
}

/** When a key's last token has expired, ms since 1970; undefined while no other key has replaced it. */
export function retiresAt(keys: readonly StoredKey[], index: number, tokenMs: number): number | undefined {
  const successor = keys[index + 1]
  return successor && successor.signsFrom + MIN_ROTATION_DELAY_MS + tokenMs
}

/** Before any key may sign, the first one does. */
const signingIndex = (keys: readonly StoredKey[], now: number) =>
  Math.max(
    0,
    keys.findLastIndex(({ signsFrom }) => signsFrom <= now),
  )

/**
 * The keys that sign and verify tokens, from a file that is created once and readable by its owner only. An
 * older platform stored its single key in DATA_DIR/secret, which becomes the first. Throws an Error whose
 * message is one line.
 */
export async function openSigningKeys(
  file: string,
  { tokenMs, now, expiryNow = now }: { tokenMs: number; now: () => number; expiryNow?: () => number },
): Promise<SigningKeys> {
  let { keys, pseudonymKey } = await readOrCreate(file)
  return {
    pseudonymKey,
    current: () => keys[signingIndex(keys, now())] as StoredKey,
    verifying(kid) {
      const index = kid === undefined ? 0 : keys.findIndex((key) => key.kid === kid)
      const retired = retiresAt(keys, index, tokenMs)
      return retired !== undefined && retired <= expiryNow() ? undefined : keys[index]?.key
    },
    async reload() {
      const before = new Set(keys.map(({ kid }) => kid))
      keys = (await readKeys(file)).keys
      return keys.some(({ kid }) => before.has(kid)) ? undefined : keys[0]?.signsFrom
    },
  }
}

/**
 * Adds a key that signs from `signsFrom` on, and drops those whose tokens have all expired. Returns the keys.
 */
export async function rotateKeys(file: string, signsFrom: number): Promise<readonly StoredKey[]> {
  const { pseudonymKey, keys } = await readOrCreate(file)
  const kept = keys.filter((_, at) => (retiresAt(keys, at, MAX_TOKEN_MS) ?? signsFrom) >= signsFrom)
  return replaceFile(file, { pseudonymKey, keys: [...kept, newKey(signsFrom)] })
}

/** Replaces all keys by a new one: tokens of the others are rejected. Returns the keys. */
export async function replaceKeys(file: string, now: number): Promise<readonly StoredKey[]> {
  const { pseudonymKey } = await readOrCreate(file)
  return replaceFile(file, { pseudonymKey, keys: [newKey(now)] })
}

/** The keys of the file, which is created if it is missing. */
export async function readOrCreate(file: string): Promise<KeyFile> {
  const stored = await readBytes(file)
  if (stored) return readKeys(file)
  const secret = await readBytes(join(dirname(file), 'secret'))
  if (secret && secret.length !== BYTES)
    throw new Error(`${join(dirname(file), 'secret')} is damaged: delete it, players will log in again`)
  const first = secret ? { kid: kidOf(secret), key: new Uint8Array(secret), signsFrom: 0 } : newKey(0)
  const aside = await writeAside(file, {
    pseudonymKey: secret ? first.key : randomBytes(BYTES),
    keys: [first],
  })
  // If two processes start at once, one creates the file and both use it.
  await link(aside, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw new Error(`${file} cannot be created: ${error.code}`)
  })
  await rm(aside, { force: true })
  return readKeys(file)
}

async function readBytes(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new Error(`${file} cannot be read: ${error.code}`)
    return undefined
  })
}

async function readKeys(file: string): Promise<KeyFile> {
  const text = await readBytes(file)
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Content), text?.toString())
  // The parser's message could quote a key.
  if (!read.success)
    throw new Error(`${file} is damaged: restore it, or delete it and players will log in again`)
  // Fails if the file belongs to another user, who sets its mode.
  await chmod(file, 0o600).catch(() => {})
  const keys = read.output.keys.map((stored) => ({ ...stored, kid: kidOf(stored.key) }))
  return { ...read.output, keys: keys.sort((a, b) => a.signsFrom - b.signsFrom) }
}

/** Written to a temporary file first: an interrupted process leaves no partial file. */
async function writeAside(file: string, { pseudonymKey, keys }: KeyFile): Promise<string> {
  const text = (key: Uint8Array) => Buffer.from(key).toString('base64url')
  const content = {
    pseudonymKey: text(pseudonymKey),
    keys: keys.map(({ kid, key, signsFrom }) => ({
      kid,
      key: text(key),
      signsFrom: new Date(signsFrom).toISOString(),
    })),
  }
  const aside = `${file}.${randomUUID()}.new`
  await writeFile(aside, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new Error(`${file} cannot be written: ${error.code}`)
    },
  )
  return aside
}

/** The file keeps its owner: an administrator's command must not take it from the platform. */
async function replaceFile(file: string, content: KeyFile): Promise<readonly StoredKey[]> {
  const aside = await writeAside(file, content)
  const { uid, gid } = await stat(file)
  try {
    if (uid !== process.geteuid?.()) await chown(aside, uid, gid)
  } catch {
    await rm(aside, { force: true })
    throw new Error(`${file} belongs to another user: run this as its owner or as root`)
  }
  await rename(aside, file)
  return content.keys
}
