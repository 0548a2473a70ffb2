import { GAMES } from '../../games/index.ts'
import { layoutOf } from '../protocol/layout.ts'
import type { MachineState } from '../protocol/machine-state.ts'
import { isDrawn } from '../render/art.ts'
import { brandNameOf, createFrameRenderer, type FrameRenderer } from '../render/frame-renderer.ts'
import { encodeStill } from './still-encoder.ts'

/**
 * Renders stills of machines without viewers. Within a still, a brand's machines differ in their reels alone,
 * so one frame renderer draws them all.
 */
export function createStillRenderer() {
  const renderers = new Map<string, FrameRenderer>()

  /**
   * A still at `now`; undefined for an unknown game, or if the brand's art is not drawn yet and may not be.
   */
  return async (state: MachineState, now: number, mayDrawArt: boolean): Promise<Uint8Array | undefined> => {
    const { scene } = state
    const def = GAMES[scene.game]
    if (!def) return undefined
    const key = `${scene.brand}/${def.id}`
    const known = renderers.get(key)
    if (!known && !mayDrawArt && !isDrawn(scene.brand, brandNameOf(scene), def)) return undefined
    const renderer = known ?? createFrameRenderer(scene, def)
    renderers.set(key, renderer)
    return encodeStill(renderer.draw(state, now), layoutOf(def.reels.length, def.rows))
  }
}
