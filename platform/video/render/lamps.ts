import type { FrameState } from './frame-state.ts'

/** Which of the lamps around the glass are lit: a slow stroll, a run while reels turn, a flicker for a win. */
export function lampsAt(moment: FrameState, count: number, now: number): boolean[] {
  const step = (ms: number) => Math.floor(now / ms)
  return Array.from({ length: count }, (_, i) => {
    if (moment.wins.length > 0) return (i + step(170)) % 2 === 0
    if (!moment.standing) return (((i - step(50)) % 5) + 5) % 5 < 2
    if (moment.bonus) return (((i - step(130)) % 4) + 4) % 4 < 2
    return (((i - step(420)) % 8) + 8) % 8 === 0
  })
}
