import type { Dispose } from '../../src/contract/result.ts'

/** Functions that are called at each event of one kind. */
export function createListeners<A extends unknown[]>() {
  const listeners = new Set<(...args: A) => void>()
  return {
    /** Returns the unsubscribe function. */
    add(listener: (...args: A) => void): Dispose {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit(...args: A): void {
      for (const listener of listeners) listener(...args)
    },
  }
}
