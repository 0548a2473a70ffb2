import { acquireAudioContext } from '../../../core/audio/audio-context.ts'
import { audioUnlocked, muted, volume } from '../../../core/audio/sound.ts'

/** A rising major pentatonic from C5, Hz. */
const SCALE = [523.25, 587.33, 659.25, 783.99, 880, 1046.5, 1174.66, 1318.51]
const NOTES = { big: 4, huge: 8 }
const STEP_S = 0.11
const LASTS_S = 0.4
/** The gain of a note at full volume: the machine's own sound stays in front. */
const LOUDEST = 0.12

export interface WinTone {
  /** Plays at the player's volume; silent while muted and before the first gesture. */
  play(grade: 'big' | 'huge'): void
  release(): void
}

/** A rising tone, synthesised: no file is fetched. */
export function createWinTone(): WinTone {
  const audio = acquireAudioContext()
  return {
    play(grade) {
      if (muted.peek() || volume.peek() === 0 || !audioUnlocked.peek()) return
      const context = audio.context()
      if (!context) return
      for (const [at, hertz] of SCALE.slice(0, NOTES[grade]).entries()) {
        const start = context.currentTime + at * STEP_S
        const tone = context.createOscillator()
        const gain = context.createGain()
        tone.type = 'triangle'
        tone.frequency.setValueAtTime(hertz, start)
        gain.gain.setValueAtTime(0.0001, start)
        gain.gain.exponentialRampToValueAtTime(volume.peek() * LOUDEST, start + 0.02)
        gain.gain.exponentialRampToValueAtTime(0.0001, start + LASTS_S)
        tone.connect(gain).connect(context.destination)
        tone.start(start)
        tone.stop(start + LASTS_S)
      }
    },
    release: audio.release,
  }
}
