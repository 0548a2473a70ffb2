/** Runs work of the same key sequentially, in the order of the calls. */
export interface Queues {
  run<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Works that run or wait. */
  readonly size: number
  /** Resolves when all queues are empty, including work added meanwhile. */
  idle(): Promise<void>
}

export function createQueues(): Queues {
  const tails = new Map<string, Promise<unknown>>()
  let size = 0
  return {
    get size() {
      return size
    },
    run(key, work) {
      size += 1
      const previous = tails.get(key) ?? Promise.resolve()
      const result = previous.then(work)
      // A failure rejects the caller's promise and does not stop the queue.
      const countEnd = () => {
        size -= 1
      }
      const tail = result.then(countEnd, countEnd)
      tails.set(key, tail)
      void tail.then(() => tails.get(key) === tail && tails.delete(key))
      return result
    },
    async idle() {
      while (tails.size > 0) await Promise.all(tails.values())
    },
  }
}
