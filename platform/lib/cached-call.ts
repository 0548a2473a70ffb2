import type { Clock } from './clock.ts'

/** Keeps each answer of `ask` for `ms`; calls that come while it is being asked share it. A failure is not kept. */
export function keepAnswer<T>(ask: () => Promise<T>, ms: number, clock: Clock): () => Promise<T> {
  let kept: { answer: Promise<T>; until: number } | undefined
  return () => {
    if (kept && clock.now() < kept.until) return kept.answer
    const next = { answer: ask(), until: Number.POSITIVE_INFINITY }
    kept = next
    next.answer.then(
      () => {
        next.until = clock.now() + ms
      },
      () => {
        kept = undefined
      },
    )
    return next.answer
  }
}
