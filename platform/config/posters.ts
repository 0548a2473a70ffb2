import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of the brands' posters; the specification sets their address. */
const ART_FOLDER = 'assets/machines'
/**
 * A poster in either format. The answer depends on what the browser accepts; the SVGs are compressed instead.
 */
export const POSTER = /^assets\/machines\/[^/]+\.(png|avif)$/

/**
 * The width of the small AVIF, px: a phone's card at two device pixels per CSS pixel. `?w=320` at the PNG's
 * address requests it.
 */
export const SMALL_POSTER_PX = 320

/**
 * The name of a poster's AVIF, whole or small. It contains the PNG's hash, so that an operator's own PNG is
 * served unchanged.
 */
export function avifName(png: string, content: Buffer, isSmall = false): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8)
  return png.replace(/png$/, `${hash}${isSmall ? `.${SMALL_POSTER_PX}` : ''}.avif`)
}

/** The AVIFs of a poster, as paths in the build. */
export interface AvifPoster {
  readonly whole: string
  /** `whole` if there is no small one. */
  readonly small: string
}

/** The posters that have an AVIF, by the path of their PNG in the build. */
export async function readAvifPosters(dir: string): Promise<ReadonlyMap<string, AvifPoster>> {
  const names = new Set(await readdir(join(dir, ART_FOLDER)).catch(() => []))
  const found = new Map<string, AvifPoster>()
  for (const name of names) {
    if (!name.endsWith('.png')) continue
    const content = await readFile(join(dir, ART_FOLDER, name))
    const [whole, small] = [avifName(name, content), avifName(name, content, true)]
    if (!names.has(whole)) continue
    const file = names.has(small) ? small : whole
    found.set(`${ART_FOLDER}/${name}`, { whole: `${ART_FOLDER}/${whole}`, small: `${ART_FOLDER}/${file}` })
  }
  return found
}
