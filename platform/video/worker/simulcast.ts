import { FRAMES_PER_SECOND, LAYERS, type LayerId } from '../protocol/layers.ts'
import { halved, type Picture } from '../render/i420.ts'
import { createVideoSource, type Track } from './peer.ts'

/** A machine's video in each layer. A layer without viewers costs nothing. */
export interface Simulcast {
  track(layer: LayerId): Track
  /** Counts viewers of a layer: one more, or one less. */
  addViewers(layer: LayerId, count: 1 | -1): void
  viewers(layer: LayerId): number
  /** `sharp`: the same frame of the sharp layer. Without it that layer's viewers get the full one. */
  onFrame(full: Picture, sharp?: Picture): void
  close(): void
}

export function createSimulcast(): Simulcast {
  const openLayer = () => {
    const source = createVideoSource()
    return { source, track: source.createTrack(), viewers: 0 }
  }
  const layers = {
    sharp: openLayer(),
    full: openLayer(),
    half: openLayer(),
    small: openLayer(),
  } satisfies Record<LayerId, unknown>
  let frame = 0
  return {
    track: (id) => layers[id].track,
    addViewers(id, count) {
      layers[id].viewers += count
    },
    viewers: (id) => layers[id].viewers,
    onFrame(full, sharp = full) {
      frame += 1
      for (const { id, framerate, width } of LAYERS) {
        const { source, viewers } = layers[id]
        if (viewers === 0 || frame % (FRAMES_PER_SECOND / framerate) !== 0) continue
        const scaled = id === 'sharp' ? sharp : width === full.width ? full : halved(full)
        source.onFrame({ width: scaled.width, height: scaled.height, data: scaled.data })
      }
    },
    close() {
      for (const { track } of Object.values(layers)) track.stop()
    },
  }
}
