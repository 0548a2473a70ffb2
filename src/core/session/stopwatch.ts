/**
 * Starts to measure; the answer says how many ms have passed since. The longer of two clocks: the wall clock goes on
 * while the device sleeps, the page's own clock goes on when the wall clock is set back.
 */
export function stopwatch(): () => number {
  const wall = Date.now()
  const page = performance.now()
  return () => Math.max(Date.now() - wall, performance.now() - page)
}
