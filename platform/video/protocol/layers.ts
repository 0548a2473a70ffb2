/** Size of every machine's drawing, in units; a picture has `scale` pixels a unit. */
export const WIDTH = 640
export const HEIGHT = 360
/** Frames that are drawn, encoded and sent per second; tests on shared cores set fewer. */
export const FRAMES_PER_SECOND = Number(process.env.VIDEO_FRAME_RATE ?? 30)

/** Pixels a unit of the sharp layer. */
export const SHARP_SCALE = 2

/**
 * The simulcast layers of a machine's picture, best first. `framerate` in frames a second, `bitrate` in bits
 * a second at the most, as while the reels run. `sharp` is for a large screen, and limited to some viewers.
 */
export const LAYERS = [
  {
    id: 'sharp',
    width: SHARP_SCALE * WIDTH,
    height: SHARP_SCALE * HEIGHT,
    framerate: FRAMES_PER_SECOND,
    bitrate: 3_000_000,
  },
  { id: 'full', width: WIDTH, height: HEIGHT, framerate: FRAMES_PER_SECOND, bitrate: 1_500_000 },
  { id: 'half', width: WIDTH, height: HEIGHT, framerate: FRAMES_PER_SECOND / 2, bitrate: 900_000 },
  { id: 'small', width: WIDTH / 2, height: HEIGHT / 2, framerate: FRAMES_PER_SECOND / 2, bitrate: 300_000 },
] as const

/** The layer of a viewer that has chosen none. */
export const DEFAULT_LAYER = LAYERS[1]

export type LayerId = (typeof LAYERS)[number]['id']
