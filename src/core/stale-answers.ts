/*
 * Drops stale answers. A request takes a mark before it waits, and its answer is applied unless the mark is
 * stale by then. Answers that arrive late, twice or never need no other handling.
 */

declare const isMark: unique symbol
/** The position of a request among all requests of one `Latest`. */
export type Mark = number & { readonly [isMark]: true }

export interface Latest {
  /** Begins a request that replaces all earlier ones: their marks become stale. */
  begin(): Mark
  /** Begins a request that may overlap others. Their marks become stale only by `applied`. */
  mark(): Mark
  /** The answer to this request was applied: earlier marks become stale, later ones do not. */
  applied(mark: Mark): void
  /** Makes all marks stale, because something newer has arrived or the answers are no longer wanted. */
  invalidate(): void
  isStale(mark: Mark): boolean
}

export function createLatest(): Latest {
  let count = 0
  /** The earliest mark that is not stale. */
  let earliest = 0
  const mark = () => {
    count++
    return count as Mark
  }
  const applied = (given: Mark) => {
    earliest = Math.max(earliest, given)
  }
  const begin = () => {
    const begun = mark()
    applied(begun)
    return begun
  }
  return { begin, mark, applied, invalidate: begin, isStale: (given) => given < earliest }
}
