import { GAMES } from '../../games/index.ts'
import { layoutOf } from '../protocol/layout.ts'
import type { MachineState } from '../protocol/machine-state.ts'
import { isDrawn } from '../render/art.ts'
import { createFrameRenderer, type FrameRenderer } from '../render/frame-renderer.ts'
import { encodeStill } from './still-encoder.ts'

/**
 * Stills of machines that nobody watches. A brand's machines differ in their reels alone as far as a still shows
 * them, so one renderer draws them all.
 */
export function createStillRenderer() {
  const renderers = new Map<string, FrameRenderer>()

  /** A still of the moment `now`; undefined for a game nobody knows, or for art not drawn yet when that must wait. */
  return (state: MachineState, now: number, hasTime: boolean): Uint8Array | undefined => {
    const { scene } = state
    const def = GAMES[scene.game]
    if (!def || !(hasTime || isDrawn(scene.brand, def))) return undefined
    const key = `${scene.brand}/${def.id}`
    const renderer = renderers.get(key) ?? createFrameRenderer(scene, def)
    renderers.set(key, renderer)
    return encodeStill(renderer.draw(state, now), layoutOf(def.reels.length, def.rows))
  }
}
