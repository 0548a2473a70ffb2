import type { MachineChange } from '../../src/contract/live.ts'
import type { Clock } from '../floor/clock.ts'
import type { Floor } from '../floor/floor.ts'
import { FLOOR, notificationRoom, type RealtimeServer } from './sockets.ts'

/** ms that changes are collected before they are pushed as one. */
const BATCH_MS = 100

/**
 * Pushes status changes, many as one. What is pushed is how things are when it is pushed, just as the HTTP list
 * would say it: whichever comes last to a client, it is the truth. Answers how to push at once and how to stop.
 */
export function startStatusBroadcast(
  io: RealtimeServer,
  floor: Floor,
  clock: Clock,
): { flush(): void; stop(): void } {
  const changed = new Set<string>()
  let callOff: (() => void) | undefined
  const changesFor = (ids: string[], playerId?: string): MachineChange[] =>
    ids.flatMap((id) => floor.change(id, playerId) ?? [])
  const flush = () => {
    callOff?.()
    callOff = undefined
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
    callOff ??= clock.after(BATCH_MS, flush)
  }
  floor.events.on('status', collect)
  return {
    flush,
    stop() {
      callOff?.()
      floor.events.off('status', collect)
    },
  }
}
