/** How long the hand must be off, and a change must have been seen, before anything moves: ms. */
export const QUIET_MS = 800

export interface ReorderEnv {
  /** Puts everything where it belongs. */
  reorder(): void
  /** ms, of a clock that only goes forward. */
  now(): number
  /** Calls back after so many ms; answers how to call it off. */
  after(ms: number, run: () => void): () => void
}

/** When what is under a player's hand may move. */
export interface DeferredReorder {
  /** Something is not where it belongs any more; or (false) it is again. */
  setPending(is: boolean): void
  /** The hand is on (a pointer is down or hovers, the focus is inside), or is off. */
  setInteracting(on: boolean): void
  /** It went over it, such as by scrolling. */
  touch(): void
  /** Nothing moves any more. */
  stop(): void
}

/**
 * The rule by which nothing jumps under a finger: what is stale stays until the hand has been off for QUIET_MS and
 * the change itself is as old.
 */
export function createDeferredReorder({ reorder: settle, now, after }: ReorderEnv): DeferredReorder {
  let since: number | undefined
  let isOn = false
  let calm = Number.NEGATIVE_INFINITY
  let callOff: (() => void) | undefined
  const look = () => {
    callOff = undefined
    if (since === undefined || isOn) return
    const left = Math.max(since, calm) + QUIET_MS - now()
    if (left > 0) {
      callOff = after(left, look)
      return
    }
    since = undefined
    settle()
  }
  const wait = () => {
    if (!callOff) look()
  }
  return {
    setPending(is) {
      if (!is) since = undefined
      else {
        since ??= now()
        wait()
      }
    },
    setInteracting(on) {
      if (isOn !== on) calm = now()
      isOn = on
      wait()
    },
    touch() {
      calm = now()
    },
    stop() {
      callOff?.()
      callOff = undefined
      since = undefined
    },
  }
}
