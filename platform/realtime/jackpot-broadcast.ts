import type { JackpotChange } from '../../src/contract/live.ts'
import type { Dispose } from '../../src/contract/result.ts'
import type { Floor } from '../floor/floor.ts'
import type { Clock } from '../lib/clock.ts'
import { FLOOR, type RealtimeServer } from './sockets.ts'

/** Minimum time between two pushes. */
const MIN_INTERVAL_MS = 1000

/**
 * Pushes the jackpots that changed since the last push, in batches, with their values at that time. Returns
 * the stop function.
 */
export function startJackpotBroadcast(io: RealtimeServer, floor: Floor, clock: Clock): Dispose {
  const lastPushed = new Map(floor.brands().map(({ id, jackpot }) => [id, jackpot]))
  let cancel: (() => void) | undefined
  const push = () => {
    cancel = undefined
    const changed: JackpotChange[] = []
    for (const { id, jackpot } of floor.brands()) {
      if (lastPushed.get(id) === jackpot) continue
      lastPushed.set(id, jackpot)
      changed.push({ id, jackpot })
    }
    if (changed.length > 0) io.to(FLOOR).emit('jackpot', changed)
  }
  const collect = () => {
    cancel ??= clock.after(MIN_INTERVAL_MS, push)
  }
  floor.events.on('jackpot', collect)
  return () => {
    cancel?.()
    floor.events.off('jackpot', collect)
  }
}
