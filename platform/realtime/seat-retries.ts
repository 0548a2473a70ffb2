import { Code, type CodeValue } from '../../src/contract/codes.ts'
import type { PlayerPort } from '../floor/ports/interfaces.ts'
import type { Clock } from '../lib/clock.ts'
import type { createPlayingPages, PageSeat } from './playing-pages.ts'
import type { RealtimeSocket } from './sockets.ts'

const RETRY_MS = 1000
/** All pages of an outage try again to end: each pause is twice the one before it, up to this. */
const MAX_RETRY_MS = 30_000
const RETRYABLE: ReadonlySet<CodeValue> = new Set([Code.stopping, Code.serverError])

type OnResumed = (machineId: string) => void

/**
 * Ends the seats of pages that are gone, and connects playing pages to the new owners of their machines. Both
 * are tried again while an owner is away.
 */
export function createSeatRetries(
  floor: Pick<PlayerPort, 'leave' | 'hold' | 'resume'>,
  clock: Clock,
  pages: ReturnType<typeof createPlayingPages>,
) {
  let isStopped = false

  /**
   * A page that closed its socket leaves the machine; for a lost connection the seat is held. Tries again
   * while the owner is away or fails: nobody else would end this visit. A newer page has a higher presence.
   */
  async function endPage(
    playerId: string,
    seat: PageSeat,
    end: 'leave' | 'hold',
    pauseMs = RETRY_MS,
  ): Promise<void> {
    const ended = await floor[end](playerId, seat.machineId, seat.presence)
    if (ended.ok || !RETRYABLE.has(ended.code)) return
    clock.after(pauseMs, () => {
      if (!isStopped) void endPage(playerId, seat, end, Math.min(2 * pauseMs, MAX_RETRY_MS))
    })
  }

  /** Tries again while the owner is away or fails: it holds the seat until the page is connected. */
  async function resumePage(machineId: string, socket: RealtimeSocket, onDone?: OnResumed): Promise<void> {
    if (pages.socketOf(machineId) !== socket) return
    const earlier = pages.lastSeat(socket)?.presence
    const resumed = await floor.resume(socket.data.playerId, machineId, undefined, earlier)
    if (!resumed.ok) {
      if (RETRYABLE.has(resumed.code)) clock.after(RETRY_MS, () => void resumePage(machineId, socket, onDone))
      return
    }
    const { presence } = resumed
    if (pages.isNewer(machineId, presence)) return
    const current = pages.socketOf(machineId)
    // The end of this page, or the seat of a later one, was of a presence that no longer counts.
    if (!current) return endPage(socket.data.playerId, { machineId, presence }, 'hold')
    if (current !== socket) return resumePage(machineId, current)
    pages.set(socket, { machineId, presence })
    onDone?.(machineId)
  }

  return {
    end(playerId: string, seat: PageSeat, how: 'leave' | 'hold'): void {
      void endPage(playerId, seat, how)
    },
    resume(machineIds: readonly string[], onDone?: OnResumed): void {
      for (const machineId of machineIds) {
        const socket = pages.socketOf(machineId)
        if (socket) void resumePage(machineId, socket, onDone)
      }
    },
    /** Stops trying again. */
    stop(): void {
      isStopped = true
    },
  }
}
