/** Work in lines of one's own: what has the same key runs one after the other, in the order it came. */
export interface Queues {
  run<T>(key: string, work: () => Promise<T>): Promise<T>
  /** When all lines are empty, also of what was added while waiting. */
  idle(): Promise<void>
}

export function createQueues(): Queues {
  const tails = new Map<string, Promise<unknown>>()
  return {
    run(key, work) {
      const before = tails.get(key) ?? Promise.resolve()
      const result = before.then(work)
      // The line goes on whatever happens to this one; who asked for it gets the failure.
      const tail = result.then(
        () => {},
        () => {},
      )
      tails.set(key, tail)
      void tail.then(() => tails.get(key) === tail && tails.delete(key))
      return result
    },
    async idle() {
      while (tails.size > 0) await Promise.all(tails.values())
    },
  }
}
