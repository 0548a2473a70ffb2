import type { MachineChange } from '../../src/contract/live.ts'
import type { Floor } from '../floor/ports/floor.ts'
import type { ListPort } from '../floor/ports/interfaces.ts'
import type { Clock } from '../lib/clock.ts'
import { FLOOR, notificationRoom, type RealtimeServer } from './sockets.ts'

const BATCH_MS = 100

/**
 * Pushes status changes in batches. A push carries the statuses at its own time, as the HTTP list does, so
 * the last one to arrive is always right.
 */
export function startStatusBroadcast(
  io: RealtimeServer,
  floor: ListPort & Pick<Floor, 'events'>,
  clock: Clock,
): { flush(): void; stop(): void } {
  const changed = new Set<string>()
  let cancel: (() => void) | undefined
  const changesFor = (ids: string[], playerId?: string): MachineChange[] =>
    ids.flatMap((id) => floor.change(id, playerId) ?? [])
  const flush = () => {
    cancel?.()
    cancel = undefined
    const ids = [...changed]
    changed.clear()
    if (ids.length === 0) return
    const owners = new Set(ids.flatMap((id) => floor.ownerOf(id) ?? []))
    io.to(FLOOR)
      .except([...owners].map(notificationRoom))
      .emit('machine', changesFor(ids))
    for (const owner of owners) io.to(notificationRoom(owner)).emit('machine', changesFor(ids, owner))
  }
  const collect = (machineId: string) => {
    changed.add(machineId)
    cancel ??= clock.after(BATCH_MS, flush)
  }
  floor.events.on('status', collect)
  return {
    flush,
    stop() {
      cancel?.()
      floor.events.off('status', collect)
    },
  }
}
