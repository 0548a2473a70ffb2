/*
 * The one way to drop a stale answer. A request takes a mark before it waits, and its answer is applied
 * unless the mark is stale by then. An answer that comes late, twice or never needs no case of its own.
 */

declare const isMark: unique symbol
/** When a request began, among the requests of one `Latest`. */
export type Mark = number & { readonly [isMark]: true }

export interface Latest {
  /** Begins a request that replaces the earlier ones: their marks are stale from now on. */
  begin(): Mark
  /**
   * Begins a request that replaces none: it may overlap others, as long as `applied` reports which answer
   * counted.
   */
  mark(): Mark
  /** The answer to this request was applied: earlier marks are stale, later ones are not. */
  applied(mark: Mark): void
  /** Something newer than any answer arrived, or nobody waits any more: all marks are stale. */
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
