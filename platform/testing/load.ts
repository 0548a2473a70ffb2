import { setTimeout as sleep } from 'node:timers/promises'

/* For tests: the load of the machine, by which their limits of time grow. */

/** CPU time of one probe of the machine's load, and the pause between two. */
const PROBE_MS = 10
const PROBE_PAUSE_MS = 250

/** Measures how much longer work takes under the current load than on an idle core. */
export function probeLoad() {
  const samples: { at: number; ratio: number }[] = []
  let stopped = false
  async function probe(): Promise<void> {
    while (!stopped) {
      const due = performance.now() + PROBE_PAUSE_MS
      await sleep(PROBE_PAUSE_MS)
      const before = process.cpuUsage()
      let worked = 0
      while (worked < PROBE_MS) {
        const { user, system } = process.cpuUsage(before)
        worked = (user + system) / 1000
      }
      const at = performance.now()
      samples.push({ at, ratio: (at - due) / worked })
    }
  }
  const probing = probe()
  return {
    /** How many times longer work has taken since `start`, of `performance.now()`; at least 1. */
    since(start: number): number {
      const ratios = samples.filter(({ at }) => at > start).map(({ ratio }) => ratio)
      const load = ratios.reduce((sum, ratio) => sum + ratio, 0) / Math.max(1, ratios.length)
      return Math.max(1, load)
    },
    stop() {
      stopped = true
      return probing
    },
  }
}
