import { Worker } from 'node:worker_threads'
import { GAMES } from '../../games/index.ts'
import { setNewest } from '../../lib/set-newest.ts'
import { SHARP_SCALE } from '../protocol/layers.ts'
import { type Art, artFrameOf } from './art.ts'
import { artOfDrawn, type DrawnArt } from './drawn-art.ts'

/** What the thread draws. */
export interface ArtRequest {
  readonly brand: string
  /** The brand's name on the cabinet. */
  readonly name: string
  readonly game: string
  readonly scale: number
}

/** A thread does not inherit the loader of TypeScript. */
const TSX = import.meta.resolve('tsx/esm/api')
const THREAD = new URL('./art-thread.ts', import.meta.url).href
const START = `import('${TSX}').then(({ tsImport }) => tsImport('${THREAD}', '${THREAD}'))`

/** Some 35 MB each. */
const MAX_KEPT = 2
const kept = new Map<string, Promise<Art>>()

/**
 * The art of the sharp layer. A thread draws it, because its largest pieces take 0.2 s each: that long no
 * frame of any machine would be sent. Rejects if the thread fails; a later call tries again.
 */
export function sharpArtOf(brand: string, name: string, game: string): Promise<Art> {
  const key = `${brand}/${game}/${name}`
  const known = kept.get(key)
  if (known) return known
  const art = drawInThread({ brand, name, game, scale: SHARP_SCALE })
  setNewest(kept, key, art, MAX_KEPT)
  art.catch(() => kept.delete(key))
  return art
}

async function drawInThread(request: ArtRequest): Promise<Art> {
  const def = GAMES[request.game]
  if (!def) throw new Error(`There is no game ${request.game}.`)
  const thread = new Worker(START, { eval: true, workerData: request })
  const drawn = await new Promise<DrawnArt>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('the art thread ended without its art')))
  })
  return artOfDrawn(artFrameOf(request.brand, def, request.scale), def, drawn)
}
