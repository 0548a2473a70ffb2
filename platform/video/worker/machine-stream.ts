import { GAMES } from '../../games/index.ts'
import { CHUNK_SAMPLES, SAMPLE_RATE } from '../audio/clips.ts'
import { createSpeaker, cuesOf } from '../audio/sound.ts'
import type { MarkerKind } from '../protocol/ipc.ts'
import { layoutOf } from '../protocol/layout.ts'
import type { LastSpin, MachineState, Meters } from '../protocol/machine-state.ts'
import { brandNameOf, createFrameRenderer, type FrameRenderer } from '../render/frame-renderer.ts'
import type { Picture } from '../render/i420.ts'
import { sharpArtOf } from '../render/sharp-art.ts'
import { encodeStill } from '../still/still-encoder.ts'
import { createAudioSource, type Track } from './peer.ts'
import { createSimulcast, type Simulcast } from './simulcast.ts'

/** The video and audio of a machine with viewers: drawn and mixed once, however many there are. */
export interface MachineStream {
  readonly video: Pick<Simulcast, 'track' | 'addViewers' | 'viewers'>
  readonly audioTrack: Track
  meters(meters: Meters): void
  spin(last: LastSpin): void
  /** Draws the frame of `now` (ms, `videoNow`) and hands it to the encoders. The first one takes longest. */
  draw(now: number): void
  /**
   * Whether the viewers of the sharp layer get sharp frames. The first one follows some seconds later, once
   * its art is drawn. Rejects if it cannot be drawn.
   */
  setSharp(isSharp: boolean): Promise<void>
  /** The newest frame as a still; before the first frame, one of `now` is drawn for it. */
  still(now: number): Promise<Uint8Array>
  /** Hands the 10 ms of sound that start at `now` to the encoders. */
  sound(now: number): void
  close(): void
}

/** From the first frame: its viewer connects meanwhile, and no reel can stop within it. */
const PRERENDER_DELAY_MS = 500
const PRERENDER_INTERVAL_MS = 15

/** @returns undefined for an unknown game */
export function createMachineStream(initial: MachineState, marker?: MarkerKind): MachineStream | undefined {
  const def = GAMES[initial.scene.game]
  if (!def) return undefined
  let state = initial
  const layout = layoutOf(def.reels.length, def.rows)
  let newest: Picture | undefined
  const speaker = createSpeaker()
  if (state.last) speaker.play(cuesOf(def, state.last))
  const video = createSimulcast()
  const audio = createAudioSource()
  let renderer: FrameRenderer | undefined
  let isSharp = false
  let sharpRenderer: FrameRenderer | undefined
  let prerenderTimer: NodeJS.Timeout | undefined
  const rendererOf = () => {
    renderer ??= createFrameRenderer(state.scene, def, marker)
    return renderer
  }
  // The art of wins and free rounds is rendered piece by piece between the frames.
  function prerender() {
    try {
      if (renderer?.prerenderNext()) prerenderTimer = setTimeout(prerender, PRERENDER_INTERVAL_MS)
    } catch {
      // The frame that shows the piece renders it again, and reports the failure for this machine alone.
    }
  }
  const audioTrack = audio.createTrack()
  return {
    video,
    audioTrack,
    meters(meters) {
      state = { ...state, meters }
    },
    spin(last) {
      state = { ...state, last }
      speaker.play(cuesOf(def, last))
    },
    draw(now) {
      newest = rendererOf().draw(state, now)
      prerenderTimer ??= setTimeout(prerender, PRERENDER_DELAY_MS)
      video.onFrame(newest, sharpRenderer?.draw(state, now))
    },
    async setSharp(next) {
      isSharp = next
      sharpRenderer = undefined
      if (!next) return
      const { brand, game } = state.scene
      const art = await sharpArtOf(brand, brandNameOf(state.scene), game)
      // The frame counter of the marker goes with one renderer, so both draw every frame from now on.
      if (isSharp) sharpRenderer = createFrameRenderer(state.scene, def, marker, art)
    },
    still: async (now) => encodeStill(newest ?? rendererOf().draw(state, now), layout),
    sound(now) {
      audio.onData({
        samples: speaker.next(now),
        sampleRate: SAMPLE_RATE,
        bitsPerSample: 16,
        channelCount: 1,
        numberOfFrames: CHUNK_SAMPLES,
      })
    },
    close() {
      isSharp = false
      clearTimeout(prerenderTimer)
      video.close()
      audioTrack.stop()
    },
  }
}
