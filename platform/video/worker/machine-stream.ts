import { GAMES } from '../../games/index.ts'
import { PIECE, SAMPLE_RATE } from '../audio/clips.ts'
import { createSpeaker, cuesOf } from '../audio/sound.ts'
import type { Meters } from '../client/engine.ts'
import { createPainter, type Painter } from '../render/frame-renderer.ts'
import type { LastSpin, MachineState } from '../render/frame-state.ts'
import type { Picture } from '../render/i420.ts'
import { layoutOf } from '../render/layout.ts'
import { stillOf } from '../still/still-encoder.ts'
import { createAudioSource, type Track } from './peer.ts'
import { createLayers, type LayeredVideo } from './simulcast.ts'

/** A watched machine: drawn once and sounded once, however many watch. Thrown away when the last one leaves. */
export interface Stage {
  readonly picture: Pick<LayeredVideo, 'track' | 'watch'>
  readonly voice: Track
  meters(meters: Meters): void
  spin(last: LastSpin): void
  /** Draws the moment `now` (ms since 1970) and hands it to the encoders. */
  draw(now: number): void
  /** The frame that was drawn last, as a still; before the first one the moment `now` is drawn for it. */
  still(now: number): Uint8Array
  /** Hands 10 ms of sound that starts at `now` to the encoders. */
  sound(now: number): void
  close(): void
}

const WARM_MS = 15

/** @returns undefined for a game nobody knows */
export function createStage(first: MachineState): Stage | undefined {
  const def = GAMES[first.scene.game]
  if (!def) return undefined
  let state = first
  const painter: Painter = createPainter(state.scene, def)
  const layout = layoutOf(def.reels.length, def.rows)
  let shown: Picture | undefined
  const speaker = createSpeaker()
  if (state.last) speaker.play(cuesOf(def, state.last))
  const picture = createLayers()
  const audio = createAudioSource()
  // What a win or free rounds will need is drawn now, a little between the frames.
  let warming = setTimeout(warm, WARM_MS)
  function warm() {
    if (painter.warm()) warming = setTimeout(warm, WARM_MS)
  }
  const voice = audio.createTrack()
  return {
    picture,
    voice,
    meters(meters) {
      state = { ...state, meters }
    },
    spin(last) {
      state = { ...state, last }
      speaker.play(cuesOf(def, last))
    },
    draw(now) {
      shown = painter.draw(state, now)
      picture.onFrame(shown)
    },
    still: (now) => stillOf(shown ?? painter.draw(state, now), layout),
    sound(now) {
      const samples = speaker.next(now)
      audio.onData({
        samples,
        sampleRate: SAMPLE_RATE,
        bitsPerSample: 16,
        channelCount: 1,
        numberOfFrames: PIECE,
      })
    },
    close() {
      clearTimeout(warming)
      picture.close()
      voice.stop()
    },
  }
}
