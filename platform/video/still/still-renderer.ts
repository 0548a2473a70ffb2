import { GAMES } from '../../games/index.ts'
import { isDrawn } from '../render/art.ts'
import { createPainter, type Painter } from '../render/frame-renderer.ts'
import type { MachineState } from '../render/frame-state.ts'
import { layoutOf } from '../render/layout.ts'
import { stillOf } from './still-encoder.ts'

/**
 * Stills of machines that nobody watches. A brand's machines differ in their reels alone as far as a still shows
 * them, so one painter draws them all.
 */
export function createSketches() {
  const painters = new Map<string, Painter>()

  /** A still of the moment `now`; undefined for a game nobody knows, or for art not drawn yet when that must wait. */
  return (state: MachineState, now: number, hasTime: boolean): Uint8Array | undefined => {
    const { scene } = state
    const def = GAMES[scene.game]
    if (!def || !(hasTime || isDrawn(scene.brand, def))) return undefined
    const key = `${scene.brand}/${def.id}`
    const painter = painters.get(key) ?? createPainter(scene, def)
    painters.set(key, painter)
    return stillOf(painter.draw(state, now), layoutOf(def.reels.length, def.rows))
  }
}
