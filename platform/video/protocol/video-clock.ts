/**
 * The time by which pictures and sounds run, ms. Unlike the system's time it is never set, and unlike
 * `performance.now()` it is the same in all processes of a machine.
 */
export function videoNow(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}
