import { Code } from '../../src/contract/codes.ts'
import { type Refused, refused } from '../lib/result.ts'
import type { RealtimeSocket } from './sockets.ts'

/** Where a page sits; its presence is higher than those of the pages before it. */
export interface PageSeat {
  readonly machineId: string
  readonly presence: number
}

/** The sockets of the pages that play: one a machine. */
export function createPlayingPages() {
  const playing = new Map<string, RealtimeSocket>()
  const seats = new WeakMap<RealtimeSocket, PageSeat>()
  /** The highest presence of each machine, also of pages of other processes. */
  const newest = new Map<string, number>()
  const noteTaken = (machineId: string, presence: number) =>
    void newest.set(machineId, Math.max(presence, newest.get(machineId) ?? 0))

  return {
    machineIds: (): string[] => [...playing.keys()],

    socketOf: (machineId: string): RealtimeSocket | undefined => playing.get(machineId),

    /** The last seat of a socket, also when another page plays there by now. */
    lastSeat: (socket: RealtimeSocket): PageSeat | undefined => seats.get(socket),

    /** The seat of a socket that still plays its machine. */
    currentSeat(socket: RealtimeSocket): PageSeat | Refused {
      const seat = seats.get(socket)
      if (!seat) return refused(Code.notSeated)
      return playing.get(seat.machineId) === socket ? seat : refused(Code.takenOver)
    },

    set(socket: RealtimeSocket, seat: PageSeat): void {
      playing.set(seat.machineId, socket)
      seats.set(socket, seat)
      noteTaken(seat.machineId, seat.presence)
    },

    /** A page of another process has taken the machine. */
    noteTaken,

    /** Whether a page with a higher presence has taken the machine, here or at another process. */
    isNewer: (machineId: string, presence: number) => (newest.get(machineId) ?? 0) > presence,

    remove(socket: RealtimeSocket): void {
      const seat = seats.get(socket)
      if (seat && playing.get(seat.machineId) === socket) playing.delete(seat.machineId)
    },

    /** Disconnects the page that plays a machine, after `notify`. */
    disconnect(machineId: string, notify: (socket: RealtimeSocket) => void): void {
      const socket = playing.get(machineId)
      if (!socket) return
      playing.delete(machineId)
      notify(socket)
      socket.disconnect(true)
    },
  }
}
