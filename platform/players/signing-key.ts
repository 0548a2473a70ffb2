import { randomBytes } from 'node:crypto'
import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const BYTES = 32

/**
 * The key that signs tokens: 32 random bytes in DATA_DIR/secret, created once, readable by its owner only. Deleting
 * the file ends all logins. Throws an Error whose message is one line if the file cannot be used.
 */
export async function readSigningKey(dataDir: string): Promise<Uint8Array> {
  const file = join(dataDir, 'secret')
  const stored = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new Error(`${file} cannot be read: ${error.code}`)
  })
  if (stored) {
    if (stored.length !== BYTES) throw new Error(`${file} is damaged: delete it, players will log in again`)
    await chmod(file, 0o600)
    return stored
  }
  const key = randomBytes(BYTES)
  // Written aside and renamed: an interrupted start leaves no partial key.
  await writeFile(`${file}.new`, key, { mode: 0o600 })
  await rename(`${file}.new`, file)
  return key
}
