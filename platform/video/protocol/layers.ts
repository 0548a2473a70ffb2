/** Size of every machine's picture, pixels. */
export const WIDTH = 640
export const HEIGHT = 360
/** Frames that are drawn, encoded and sent per second; tests on shared cores set fewer. */
export const FRAMES_PER_SECOND = Number(process.env.VIDEO_FRAME_RATE ?? 30)

/**
 * The simulcast layers of a machine's picture, best first; the first is the default. `framerate` in frames a
 * second, `bitrate` in bits a second at the most, as while the reels run.
 */
export const LAYERS = [
  { id: 'full', width: WIDTH, height: HEIGHT, framerate: FRAMES_PER_SECOND, bitrate: 1_500_000 },
  { id: 'half', width: WIDTH, height: HEIGHT, framerate: FRAMES_PER_SECOND / 2, bitrate: 900_000 },
  { id: 'small', width: WIDTH / 2, height: HEIGHT / 2, framerate: FRAMES_PER_SECOND / 2, bitrate: 300_000 },
] as const

export type LayerId = (typeof LAYERS)[number]['id']
