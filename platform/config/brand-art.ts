import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where a brand's poster is, at the address that the specification gives it. */
const ART_FOLDER = 'assets/machines'
/** A poster in either format. Its answer varies by what the browser accepts; the SVGs beside it are compressed instead. */
export const POSTER = /^assets\/machines\/[^/]+\.(png|avif)$/

/**
 * The AVIF of a poster. Its name holds the PNG's hash, so that a PNG that an operator puts in its place is served as
 * it is.
 */
export const avifName = (png: string, content: Buffer): string =>
  png.replace(/png$/, `${createHash('sha256').update(content).digest('hex').slice(0, 8)}.avif`)

/** The posters that have an AVIF, as paths in the build: PNG to AVIF. */
export async function readAvifPosters(dir: string): Promise<ReadonlyMap<string, string>> {
  const names = new Set(await readdir(join(dir, ART_FOLDER)).catch(() => []))
  const found = new Map<string, string>()
  for (const name of names) {
    if (!name.endsWith('.png')) continue
    const avif = avifName(name, await readFile(join(dir, ART_FOLDER, name)))
    if (names.has(avif)) found.set(`${ART_FOLDER}/${name}`, `${ART_FOLDER}/${avif}`)
  }
  return found
}
