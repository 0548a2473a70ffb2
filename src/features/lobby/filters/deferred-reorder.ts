import type { Dispose } from '../../../contract/result.ts'
/** The list is reordered when both the last interaction and the change are this old, ms. */
export const QUIET_MS = 800

export interface ReorderEnv {
  reorder(): void
  /** A monotonic clock, ms. */
  now(): number
  /** Calls `run` after `ms`, unless disposed before. */
  after(ms: number, run: () => void): Dispose
}

/** Decides when a list that the player may be touching is reordered. */
export interface DeferredReorder {
  /** Whether the shown order differs from the current one. */
  setPending(pending: boolean): void
  /** Whether a pointer is down or hovers over the list, or the focus is in it. */
  setInteracting(interacting: boolean): void
  /** Reports a momentary interaction, such as scrolling. */
  touch(): void
  stop(): void
}

/** A pending reorder waits until there has been no interaction, and no change, for QUIET_MS. */
export function createDeferredReorder({ reorder, now, after }: ReorderEnv): DeferredReorder {
  let pendingSince: number | undefined
  let isInteracting = false
  let lastInteraction = Number.NEGATIVE_INFINITY
  let cancel: (() => void) | undefined
  const check = () => {
    cancel = undefined
    if (pendingSince === undefined || isInteracting) return
    const left = Math.max(pendingSince, lastInteraction) + QUIET_MS - now()
    if (left > 0) {
      cancel = after(left, check)
      return
    }
    pendingSince = undefined
    reorder()
  }
  const scheduleCheck = () => {
    if (!cancel) check()
  }
  return {
    setPending(pending) {
      if (!pending) pendingSince = undefined
      else {
        pendingSince ??= now()
        scheduleCheck()
      }
    },
    setInteracting(interacting) {
      if (isInteracting !== interacting) lastInteraction = now()
      isInteracting = interacting
      scheduleCheck()
    },
    touch() {
      lastInteraction = now()
    },
    stop() {
      cancel?.()
      cancel = undefined
      pendingSince = undefined
    },
  }
}
