/** Sends local ICE candidates to the server. */
export interface Trickle {
  add(candidate: string): void
  /**
   * Drops queued candidates and holds further ones, until the session has a URL or ICE is restarted. The
   * description that is sent next contains the dropped ones.
   */
  reset(): void
  release(): void
}

/**
 * Queues candidates and sends them in batches, one after the other. `send` resolves to false if the server
 * accepts none: it then finds the player by its own checks, and nothing is sent until the next `release`.
 */
export function createTrickle(send: (candidates: string[]) => Promise<boolean>): Trickle {
  let queue: string[] = []
  let state: 'held' | 'ready' | 'sending' = 'held'

  async function flush(): Promise<void> {
    while (state === 'ready' && queue.length) {
      state = 'sending'
      const isTaken = await send(queue.splice(0)).catch(() => true)
      // A `reset` during the request stays in force.
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
