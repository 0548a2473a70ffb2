/** Samples a second, and in each chunk for the encoder (10 ms). */
export const SAMPLE_RATE = 48_000
export const CHUNK_SAMPLES = 480

const TAU = Math.PI * 2

function clip(ms: number, wave: (seconds: number) => number): Float32Array {
  return Float32Array.from({ length: Math.round((ms / 1000) * SAMPLE_RATE) }, (_, i) => wave(i / SAMPLE_RATE))
}

/** Reproducible noise between -1 and 1. */
function noise(): () => number {
  let state = 0x1234567
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 31 - 1
  }
}

/** A symbol passing the pointer: a short wooden tick. */
export const TICK = (() => {
  const hiss = noise()
  return clip(18, (t) => Math.exp(-t * 320) * (0.6 * Math.sin(TAU * 1900 * t) + 0.4 * hiss()))
})()

/** The motor while reels run: low-passed noise over a hum, a second long and seamless at its ends. */
export const WHIRR = (() => {
  const hiss = noise()
  let low = 0
  return clip(1000, (t) => {
    low += 0.05 * (hiss() - low)
    const edge = Math.min(1, t * 40, (1 - t) * 40)
    return edge * (1.6 * low + 0.14 * Math.sin(TAU * 92 * t) + 0.07 * Math.sin(TAU * 184 * t))
  })
})()

/** A reel that stops: a thud with a metal edge, each reel a little higher than the one before. */
export function thud(reel: number): Float32Array {
  const hiss = noise()
  const pitch = 88 + 9 * reel
  return clip(190, (t) => {
    const body = Math.sin(TAU * (pitch * t - 60 * t * t)) * Math.exp(-t * 24)
    return (
      0.9 * body + 0.35 * hiss() * Math.exp(-t * 190) + 0.12 * Math.sin(TAU * 1240 * t) * Math.exp(-t * 60)
    )
  })
}

/** A bell of the win chime. @param frequency Hz */
export function bell(frequency: number): Float32Array {
  return clip(620, (t) => {
    const attack = Math.min(1, t * 400)
    const partial = (ratio: number, gain: number, decay: number) =>
      gain * Math.sin(TAU * frequency * ratio * t) * Math.exp(-t * decay)
    return (
      attack * (partial(1, 0.6, 6) + partial(2, 0.25, 9) + partial(2.76, 0.14, 14) + partial(5.4, 0.05, 26))
    )
  })
}
