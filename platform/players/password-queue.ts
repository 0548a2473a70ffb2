import { Code } from '../../src/contract/codes.ts'
import { networkOf } from '../config/ip-addresses.ts'
import { type Refused, refused } from '../lib/result.ts'

/** Hashes at once: Argon2 blocks a thread of Node's pool of four, and 19 MiB, for about 30 ms. */
const MAX_RUNNING = 2
/** Requests that hash or wait, of all networks. */
const MAX_PLACES = 256
/** Requests of one network while no other hashes; under load each has the same share of what is left. */
const MAX_OF_NETWORK = 16
/** When a refused client may try again, seconds. */
const RETRY_S = 1

/** Runs work that hashes when it is the network's turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Limits concurrent password hashes; networks take turns, so that one network's flood delays only itself. */
export interface PasswordQueue {
  /**
   * Runs a request that hashes by `inTurn`. Refuses it before it starts, so that it counts no guess, with
   * tooManyRequests and `seconds` if the network, or the queue, is full.
   */
  enter<T>(ip: string, request: (inTurn: InTurn) => Promise<T>): Promise<T | Refused>
}

export function createPasswordQueue(): PasswordQueue {
  /** Places by network. */
  const places = new Map<string, number>()
  /** What waits, by network; the first network is the next. */
  const waiting = new Map<string, (() => void)[]>()
  let total = 0
  let running = 0

  function startNext(): void {
    const [next] = waiting
    if (!next || running >= MAX_RUNNING) return
    const [network, [start, ...others]] = next
    waiting.delete(network)
    if (others.length > 0) waiting.set(network, others)
    running += 1
    start?.()
  }

  function turnOf(network: string): Promise<void> {
    return new Promise((resolve) => {
      waiting.set(network, [...(waiting.get(network) ?? []), resolve])
      startNext()
    })
  }

  function count(network: string, change: 1 | -1): void {
    total += change
    const left = (places.get(network) ?? 0) + change
    if (left === 0) places.delete(network)
    else places.set(network, left)
  }

  return {
    async enter(ip, request) {
      const network = networkOf(ip)
      const own = places.get(network) ?? 0
      const share = (MAX_OF_NETWORK * (MAX_PLACES - (total - own))) / MAX_PLACES
      if (own >= share) return refused(Code.tooManyRequests, { seconds: RETRY_S })
      count(network, 1)
      try {
        return await request(async (work) => {
          await turnOf(network)
          try {
            return await work()
          } finally {
            running -= 1
            startNext()
          }
        })
      } finally {
        count(network, -1)
      }
    },
  }
}
