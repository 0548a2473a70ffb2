import { createHash } from 'node:crypto'
import { setNewest } from '../../lib/set-newest.ts'
import type { LastSpin, MachineState, Meters } from '../protocol/machine-state.ts'
import { videoNow } from '../protocol/video-clock.ts'

/** A small picture of a machine, as a WebP file, and a strong entity tag of its bytes. */
export interface Still {
  readonly image: Uint8Array
  readonly etag: string
}

/** ms between two stills of a machine at the least. */
export const MIN_STILL_INTERVAL_MS = 3000
/** ms after which a spin's reels stand and its win is shown: from then on only lights change. */
const SETTLED_MS = 8000
/** ms after which a request for a still is answered with none. */
const STILL_TIMEOUT_MS = 1000
/** Stills in the cache, some 7.5 KB each, and requests in the queue. */
const MAX_CACHED = 512
const MAX_QUEUED = 24

interface CacheEntry {
  /** Undefined: the last attempt failed. */
  readonly still: Still | undefined
  /** ms, by `videoNow`. */
  readonly at: number
  readonly last: LastSpin | undefined
  readonly bonus: boolean
}

export interface StillCacheOptions {
  /** Draws a still, or takes one from the current frame; undefined if there is none within so many ms. */
  readonly draw: (state: MachineState, withinMs: number) => Promise<Uint8Array | undefined>
  readonly now?: () => number
  readonly maxCached?: number
}

/**
 * The newest still of each machine. A new one is made on request, at most every few seconds for a machine and
 * only if it would look different; one at a time, so that the frames of watched machines are drawn in
 * between.
 */
export function createStillCache({ draw, now = videoNow, maxCached = MAX_CACHED }: StillCacheOptions) {
  const entries = new Map<string, CacheEntry>()
  const inFlight = new Map<string, Promise<Still | undefined>>()
  let queue: Promise<unknown> = Promise.resolve()

  const isFresh = (entry: CacheEntry, { meters, last }: MachineState) => {
    if (now() - entry.at < MIN_STILL_INTERVAL_MS) return true
    const isSame = entry.last === last && entry.bonus === isBonus(meters)
    const isSettled = last === undefined || entry.at >= last.startedAt + SETTLED_MS
    return entry.still !== undefined && isSame && isSettled
  }

  async function make(state: MachineState, requestedAt: number): Promise<Still | undefined> {
    const at = now()
    const withinMs = requestedAt + STILL_TIMEOUT_MS - at
    if (withinMs <= 0) return undefined
    const image = await draw(state, withinMs).catch(() => undefined)
    const still = image && {
      image,
      etag: `"${createHash('sha256').update(image).digest('base64url').slice(0, 16)}"`,
    }
    const { id } = state.scene
    // The time of the request, not of the answer: the picture is no older than that.
    setNewest(entries, id, { still, at, last: state.last, bonus: isBonus(state.meters) }, maxCached)
    return still
  }

  return {
    /** A machine's still, a few seconds old at the most; undefined if there is none. Never throws. */
    async get(id: string, state: () => MachineState): Promise<Still | undefined> {
      const entry = entries.get(id)
      if (entry && isFresh(entry, state())) return entry.still
      const current = inFlight.get(id)
      if (current) return current
      if (inFlight.size >= MAX_QUEUED) return entry?.still
      const requestedAt = now()
      // The state is read when the request leaves the queue.
      const request = queue.then(() => make(state(), requestedAt))
      queue = request
      inFlight.set(id, request)
      return request.finally(() => inFlight.delete(id))
    },
  }
}

const isBonus = ({ freeSpins }: Meters) => freeSpins > 0
