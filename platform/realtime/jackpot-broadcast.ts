import type { JackpotChange } from '../../src/contract/live.ts'
import type { Clock } from '../floor/clock.ts'
import type { Floor } from '../floor/floor.ts'
import { FLOOR, type RealtimeServer } from './sockets.ts'

/** ms between two pushes at the least. */
const EVERY_MS = 1000

/**
 * Pushes the jackpots that are other ones than were told last, those of all brands as one and at most once a second.
 * As with the statuses, what is pushed is how things are when it is pushed. Answers how to stop.
 */
export function startJackpotBroadcast(io: RealtimeServer, floor: Floor, clock: Clock): () => void {
  const told = new Map(floor.brands().map(({ id, jackpot }) => [id, jackpot]))
  let callOff: (() => void) | undefined
  const push = () => {
    callOff = undefined
    const changed: JackpotChange[] = []
    for (const { id, jackpot } of floor.brands()) {
      if (told.get(id) === jackpot) continue
      told.set(id, jackpot)
      changed.push({ id, jackpot })
    }
    if (changed.length > 0) io.to(FLOOR).emit('jackpot', changed)
  }
  const collect = () => {
    callOff ??= clock.after(EVERY_MS, push)
  }
  floor.events.on('jackpot', collect)
  return () => {
    callOff?.()
    floor.events.off('jackpot', collect)
  }
}
