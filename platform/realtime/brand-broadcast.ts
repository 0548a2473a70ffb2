import type { Brand } from '../../src/contract/floor.ts'
import type { Dispose } from '../../src/contract/result.ts'
import type { Floor } from '../floor/ports/floor.ts'
import type { ListPort } from '../floor/ports/interfaces.ts'
import type { Clock } from '../lib/clock.ts'
import { FLOOR, type RealtimeServer } from './sockets.ts'

/** Minimum time between two pushes. */
const MIN_INTERVAL_MS = 1000

const figuresOf = ({ jackpot, freeCount }: Brand) => `${jackpot} ${freeCount}`

/**
 * Pushes the brands whose jackpot or number of free machines changed since the last push, in batches, with
 * their values at that time. Returns the stop function.
 */
export function startBrandBroadcast(
  io: RealtimeServer,
  floor: ListPort & Pick<Floor, 'events'>,
  clock: Clock,
): Dispose {
  const lastPushed = new Map(floor.brands().map((brand) => [brand.id, figuresOf(brand)]))
  let cancel: (() => void) | undefined
  const push = () => {
    cancel = undefined
    const changed = floor.brands().filter((brand) => lastPushed.get(brand.id) !== figuresOf(brand))
    for (const brand of changed) lastPushed.set(brand.id, figuresOf(brand))
    if (changed.length === 0) return
    io.to(FLOOR).emit(
      'jackpot',
      changed.map(({ id, jackpot, freeCount }) => ({ id, jackpot, freeCount })),
    )
  }
  const collect = () => {
    cancel ??= clock.after(MIN_INTERVAL_MS, push)
  }
  floor.events.on('jackpot', collect).on('status', collect)
  return () => {
    cancel?.()
    floor.events.off('jackpot', collect).off('status', collect)
  }
}
