/** Local ICE candidates on their way to the server. */
export interface Trickle {
  add(candidate: string): void
  /**
   * Drops what waits and holds what follows: until the session has a URL, or ICE is restarted. The description that
   * is sent next holds what was dropped.
   */
  reset(): void
  release(): void
}

/**
 * Queues candidates and sends them in batches, one after the other. `send` resolves to false when the server takes
 * none: it finds the player by its own checks, so nothing is sent until the next `release`.
 */
export function createTrickle(send: (candidates: string[]) => Promise<boolean>): Trickle {
  let queue: string[] = []
  let state: 'held' | 'ready' | 'sending' = 'held'

  async function flush(): Promise<void> {
    while (state === 'ready' && queue.length) {
      state = 'sending'
      const isTaken = await send(queue.splice(0)).catch(() => true)
      // Held meanwhile, it stays so.
      if (state === 'sending') state = isTaken ? 'ready' : 'held'
    }
  }

  return {
    add(candidate) {
      queue.push(candidate)
      void flush()
    },
    reset() {
      queue = []
      state = 'held'
    },
    release() {
      state = 'ready'
      void flush()
    },
  }
}
