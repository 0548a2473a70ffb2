import { FRAMES_PER_SECOND, LAYERS, type LayerId } from '../protocol/layers.ts'
import { halved, type Picture } from '../render/i420.ts'
import { createVideoSource, type Track } from './peer.ts'

/** A machine's video in each layer. A layer without viewers costs nothing, and the picture is drawn once. */
export interface Simulcast {
  track(layer: LayerId): Track
  /** Counts viewers of a layer: one more, or one less. */
  addViewers(layer: LayerId, count: 1 | -1): void
  onFrame(picture: Picture): void
  close(): void
}

export function createSimulcast(): Simulcast {
  const openLayer = () => {
    const source = createVideoSource()
    return { source, track: source.createTrack(), viewers: 0 }
  }
  const layers = {
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
    onFrame(picture) {
      frame += 1
      for (const { id, framerate, width } of LAYERS) {
        const { source, viewers } = layers[id]
        if (viewers === 0 || frame % (FRAMES_PER_SECOND / framerate) !== 0) continue
        const scaled = width === picture.width ? picture : halved(picture)
        source.onFrame({ width: scaled.width, height: scaled.height, data: scaled.data })
      }
    },
    close() {
      for (const { track } of Object.values(layers)) track.stop()
    },
  }
}
