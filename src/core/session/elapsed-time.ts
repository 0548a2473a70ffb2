/**
 * Starts measuring; the returned function returns the elapsed ms. It takes the longer of two clocks: the wall
 * clock also runs while the device sleeps, and the page's clock cannot be set back.
 */
export function stopwatch(): () => number {
  const wall = Date.now()
  const page = performance.now()
  return () => Math.max(Date.now() - wall, performance.now() - page)
}
