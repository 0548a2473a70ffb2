import { createHash } from 'node:crypto'
import type { Meters, Still } from '../client/engine.ts'
import type { LastSpin, MachineState } from '../render/frame-state.ts'

/** ms between two stills of a machine at the least. */
export const STILL_EVERY_MS = 3000
/** ms after which a spin's reels stand and its win is on show: from then on nothing changes but lights. */
const SETTLED_MS = 8000
/** ms after which a still that was asked for does not come any more. */
const STILL_WITHIN_MS = 1000
/** Stills that are kept, some 11 KB each, and that wait for their turn. */
const MOST_KEPT = 512
const MOST_WAITING = 24

interface Shot {
  /** Undefined: none came. */
  readonly still: Still | undefined
  /** ms since 1970. */
  readonly at: number
  readonly last: LastSpin | undefined
  readonly bonus: boolean
}

export interface StillsOptions {
  /** Has one drawn, or taken from the frame that is on show; undefined where none comes within so many ms. */
  readonly draw: (state: MachineState, withinMs: number) => Promise<Uint8Array | undefined>
  readonly now?: () => number
  readonly mostKept?: number
}

/**
 * The machines' last stills. A new one is taken when it is asked for, at most every few seconds of a machine and
 * only if it would show something else; one after the other, so that the frames of those who watch come between.
 */
export function createStills({ draw, now = Date.now, mostKept = MOST_KEPT }: StillsOptions) {
  const shots = new Map<string, Shot>()
  const underWay = new Map<string, Promise<Still | undefined>>()
  let turn: Promise<unknown> = Promise.resolve()

  const isFresh = (shot: Shot, { meters, last }: MachineState) => {
    if (now() - shot.at < STILL_EVERY_MS) return true
    const isSame = shot.last === last && shot.bonus === isBonus(meters)
    return shot.still !== undefined && isSame && shot.at >= (last?.startedAt ?? 0) + SETTLED_MS
  }

  async function take(state: MachineState, asked: number): Promise<Still | undefined> {
    const begun = now()
    const withinMs = asked + STILL_WITHIN_MS - begun
    if (withinMs <= 0) return undefined
    const jpeg = await draw(state, withinMs).catch(() => undefined)
    const still = jpeg && {
      jpeg,
      etag: `"${createHash('sha256').update(jpeg).digest('base64url').slice(0, 16)}"`,
    }
    const { id } = state.scene
    shots.delete(id)
    // What it shows is not older than the moment it was asked for.
    shots.set(id, { still, at: begun, last: state.last, bonus: isBonus(state.meters) })
    const [oldest] = shots.keys()
    if (oldest !== undefined && shots.size > mostKept) shots.delete(oldest)
    return still
  }

  return {
    /** A machine's still as of the last few seconds; undefined where there is none to be had. Never throws. */
    async of(id: string, state: () => MachineState): Promise<Still | undefined> {
      const shot = shots.get(id)
      if (shot && isFresh(shot, state())) return shot.still
      const known = underWay.get(id)
      if (known) return known
      if (underWay.size >= MOST_WAITING) return shot?.still
      // What the machine shows when its turn has come is what counts.
      const asked = now()
      const mine = turn.then(() => take(state(), asked))
      turn = mine
      underWay.set(id, mine)
      return mine.finally(() => underWay.delete(id))
    },
  }
}

const isBonus = ({ freeSpins }: Meters) => freeSpins > 0
