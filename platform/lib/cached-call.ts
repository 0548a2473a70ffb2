import type { Clock } from './clock.ts'

/** Caches the answer of `load` for `ms`; concurrent calls share one load. A failure is not cached. */
export function cachedCall<T>(load: () => Promise<T>, ms: number, clock: Clock): () => Promise<T> {
  let kept: { answer: Promise<T>; until: number } | undefined
  return () => {
    if (kept && clock.steady() < kept.until) return kept.answer
    const next = { answer: load(), until: Number.POSITIVE_INFINITY }
    kept = next
    next.answer.then(
      () => {
        next.until = clock.steady() + ms
      },
      () => {
        kept = undefined
      },
    )
    return next.answer
  }
}
