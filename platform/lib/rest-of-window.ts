/**
 * How much is left of the window that a stored event has opened, ms; 0: nothing, also without an event. An
 * event more than a window in the future was stored before the clock was set back, and opens none. Less may
 * be the difference between the clocks of two processes.
 */
export function restOfWindow(event: Date | undefined, windowMs: number, now: number): number {
  const left = event ? event.getTime() + windowMs - now : 0
  return left > 2 * windowMs ? 0 : Math.max(0, left)
}
