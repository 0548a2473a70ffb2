import { randomBytes } from 'node:crypto'
import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const BYTES = 32

/**
 * The key that signs tokens, 32 random bytes in a file that only its owner can read. It is made once a data
 * folder and kept, so that players stay logged in when the platform is started again; to log everyone out,
 * delete the file. Throws an Error with one clear line when the file cannot be used.
 */
export async function readSigningKey(dataDir: string): Promise<Uint8Array> {
  const file = join(dataDir, 'secret')
  const kept = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new Error(`${file} cannot be read: ${error.code}`)
  })
  if (kept) {
    if (kept.length !== BYTES) throw new Error(`${file} is damaged: delete it, players will log in again`)
    await chmod(file, 0o600)
    return kept
  }
  const made = randomBytes(BYTES)
  // Written aside and renamed: a start that is broken off never leaves half a key.
  await writeFile(`${file}.new`, made, { mode: 0o600 })
  await rename(`${file}.new`, file)
  return made
}
