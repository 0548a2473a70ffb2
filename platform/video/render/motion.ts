/** Where a reel is: `position` in symbols (the strip index at the top row), `speed` in symbols a second. */
export interface ReelMotion {
  readonly position: number
  readonly speed: number
  readonly standing: boolean
  /** The position is on the strip that it stops on; before, on the one it started from. */
  readonly arriving: boolean
}

const LEAN_MS = 110
const LEAN = 0.12
const ACCELERATE_MS = 260
const BOUNCE_MS = 240
const BOUNCE = 0.13
const CRUISE = 21

/**
 * A reel `elapsed` ms after the start of its spin. It leans back, accelerates, runs, stops hard `BOUNCE_MS`
 * before `stopMs`, overshoots by a little and stands at `to` from `stopMs` on. Symbols move down, so the
 * position falls. All reels run equally fast: at full speed, where no eye can follow, a reel jumps to the
 * position from which it arrives in time.
 * @param from where it stood, on a strip of `fromLength`; `to` where it stops, on one of `toLength`
 */
export function reelAt(
  elapsed: number,
  from: number,
  fromLength: number,
  to: number,
  toLength: number,
  stopMs: number,
): ReelMotion {
  if (elapsed >= stopMs) return { position: to, speed: 0, standing: true, arriving: true }
  if (elapsed <= 0) return { position: from, speed: 0, standing: true, arriving: false }
  if (elapsed < LEAN_MS) {
    const lean = LEAN * Math.sin((Math.PI / 2) * (elapsed / LEAN_MS))
    return { position: wrap(from + lean, fromLength), speed: 0, standing: false, arriving: false }
  }
  const since = elapsed - LEAN_MS
  if (since < ACCELERATE_MS) {
    const speed = (CRUISE * since) / ACCELERATE_MS
    const position = wrap(from + LEAN - (speed * since) / 2000, fromLength)
    return { position, speed, standing: false, arriving: false }
  }
  const left = stopMs - BOUNCE_MS - elapsed
  if (left > 0) {
    const position = wrap(to + (CRUISE * left) / 1000, toLength)
    return { position, speed: CRUISE, standing: false, arriving: true }
  }
  const part = -left / BOUNCE_MS
  const over = BOUNCE * Math.sin(Math.PI * part) * (1 - part) * 1.8
  return { position: wrap(to - over, toLength), speed: 0, standing: false, arriving: true }
}

function wrap(position: number, length: number): number {
  return ((position % length) + length) % length
}
