import { halved, type Picture } from '../render/i420.ts'
import { FRAMES_PER_SECOND, LAYERS, type LayerId } from '../render/layout.ts'
import { createVideoSource, type Track } from './peer.ts'

/** A machine's picture in each layer. A layer that nobody watches costs nothing, and the picture is drawn once. */
export interface LayeredVideo {
  track(layer: LayerId): Track
  /** One viewer more, or less, of a layer. */
  watch(layer: LayerId, viewers: 1 | -1): void
  onFrame(picture: Picture): void
  close(): void
}

export function createLayers(): LayeredVideo {
  const open = () => {
    const source = createVideoSource()
    return { source, track: source.createTrack(), viewers: 0 }
  }
  const layers = { full: open(), half: open(), small: open() } satisfies Record<LayerId, unknown>
  let frame = 0
  return {
    track: (id) => layers[id].track,
    watch(id, viewers) {
      layers[id].viewers += viewers
    },
    onFrame(picture) {
      frame += 1
      for (const { id, framerate, width } of LAYERS) {
        const { source, viewers } = layers[id]
        if (viewers === 0 || frame % (FRAMES_PER_SECOND / framerate) !== 0) continue
        const { data, ...size } = width === picture.width ? picture : halved(picture)
        source.onFrame({ width: size.width, height: size.height, data })
      }
    },
    close() {
      for (const { track } of Object.values(layers)) track.stop()
    },
  }
}
