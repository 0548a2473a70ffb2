import type { GameDef } from '../../games/index.ts'
import { evaluateStops, isGain } from '../../games/index.ts'
import type { LastSpin } from '../protocol/machine-state.ts'
import { bell, CHUNK_SAMPLES, SAMPLE_RATE, TICK, thud, WHIRR } from './clips.ts'

/** A clip to play at a time; `at` in ms, by `videoNow`. */
export interface Cue {
  readonly clip: Float32Array
  readonly at: number
  readonly gain: number
}

const TICK_MS = 1000 / 21
const LANDING_MS = 240
const WIN_MS = 120
/** A major pentatonic from C5, Hz. */
const SCALE = [523.25, 587.33, 659.25, 783.99, 880, 1046.5, 1174.66, 1318.51, 1567.98]

/**
 * The sounds of a spin: the motor and its ticks until the last reel stops, a thud for each reel, the win's
 * bells. A spin that returns at most its stake ends in silence.
 */
export function cuesOf(def: GameDef, { spin, startedAt }: LastSpin): Cue[] {
  const landings = def.reelStopsMs.map((stop) => stop - LANDING_MS)
  const end = Math.max(...landings)
  const cues: Cue[] = []
  for (let ms = 60; ms < end; ms += 900) {
    const clip = WHIRR.subarray(0, Math.min(WHIRR.length, Math.round(((end - ms) / 1000) * SAMPLE_RATE)))
    cues.push({ clip, at: startedAt + ms, gain: 0.32 })
  }
  for (let ms = 220; ms < end; ms += TICK_MS) {
    const running = landings.filter((landing) => landing > ms).length / landings.length
    cues.push({ clip: TICK, at: startedAt + ms, gain: 0.1 + 0.14 * running })
  }
  for (const [reel, landing] of landings.entries()) {
    cues.push({ clip: thud(reel), at: startedAt + landing, gain: 0.7 })
  }
  return [...cues, ...winCues(def, spin, startedAt + Math.max(...def.reelStopsMs) + WIN_MS)]
}

function winCues(def: GameDef, spin: LastSpin['spin'], at: number): Cue[] {
  const { freeSpins, jackpot } = evaluateStops(def, spin.stops, def.stakes[0] ?? 0, spin.free)
  const grand = jackpot || freeSpins > 0
  const notes = grand ? 14 : isGain(def, spin) ? Math.min(9, 3 + spin.wins.length) : 0
  return Array.from({ length: notes }, (_, i) => ({
    clip: bell(SCALE[i % SCALE.length] ?? 523.25),
    at: at + i * (grand ? 105 : 90),
    gain: 0.34,
  }))
}

/** Mixes a machine's cues into chunks of 10 ms. */
export function createSpeaker() {
  let playing: Cue[] = []
  const mix = new Float32Array(CHUNK_SAMPLES)
  const chunk = new Int16Array(CHUNK_SAMPLES)
  return {
    play(cues: readonly Cue[]): void {
      playing = [...playing, ...cues]
    },
    /** The chunk that starts at `now` (ms by `videoNow`). The array is overwritten by the next call. */
    next(now: number): Int16Array {
      const perMs = SAMPLE_RATE / 1000
      playing = playing.filter(({ at, clip }) => at + clip.length / perMs > now)
      const due = playing.filter(({ at }) => at < now + CHUNK_SAMPLES / perMs)
      if (due.length === 0) return chunk.fill(0)
      mix.fill(0)
      for (const { clip, at, gain } of due) {
        const offset = Math.round((now - at) * perMs)
        for (let i = Math.max(0, -offset); i < CHUNK_SAMPLES && i + offset < clip.length; i += 1) {
          mix[i] = (mix[i] ?? 0) + (clip[i + offset] ?? 0) * gain
        }
      }
      // Soft clipping: many bells at once are not cut off.
      for (let i = 0; i < CHUNK_SAMPLES; i += 1) chunk[i] = Math.tanh(mix[i] ?? 0) * 26_000
      return chunk
    },
  }
}
