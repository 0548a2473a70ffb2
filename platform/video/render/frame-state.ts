import { evaluateStops, type GameDef, isGain, stripsOf } from '../../games/index.ts'
import type { LastSpin, MachineState, ShownSpin } from '../protocol/machine-state.ts'
import { type ReelMotion, reelAt } from './motion.ts'

/** What a machine's picture shows in one frame. */
export interface FrameState {
  /** Each reel's motion, and whether it runs on the strips of free rounds. */
  readonly reels: readonly (ReelMotion & { readonly free: boolean })[]
  readonly standing: boolean
  /**
   * The wins to show: none while reels run, then all, then one after the other. What returns at most the
   * stake is not shown as a win: no line, lamp or symbol lights up.
   */
  readonly wins: readonly ShownSpin['wins'][number][]
  /** ms since the first win was shown; negative before. */
  readonly winMs: number
  readonly bonus: boolean
  readonly banner: Banner | undefined
}

type From = NonNullable<LastSpin['from']>

export interface Banner {
  readonly kind: 'big' | 'free' | 'jackpot'
  /** Rounds for `free`, else the win as a multiple of the stake. */
  readonly count: number
}

/** After the last reel stops. */
const WIN_DELAY_MS = 120
const ALL_WINS_MS = 1100
const EACH_WIN_MS = 950
const BANNER_MS = 1900
const BONUS_END_MS = 2200
/** Stakes from which a win has a banner. */
const MIN_BIG_WIN_STAKES = 10

/** The stops of a machine that has not been played: a hash of its id, so always the same. */
function restingStops(def: GameDef, machineId: string): number[] {
  let hash = 17
  for (const letter of machineId) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0
  return def.reels.map((strip, reel) => (Math.imul(hash + reel * 7919, 2654435761) >>> 8) % strip.length)
}

/** The frame state at `now`, ms by `videoNow`. */
export function frameStateAt(def: GameDef, state: MachineState, now: number): FrameState {
  const { last, meters, scene } = state
  if (!last) {
    const stops = restingStops(def, scene.id)
    const reels = stops.map((position) => ({
      position,
      speed: 0,
      standing: true,
      arriving: true,
      free: false,
    }))
    return { reels, standing: true, wins: [], winMs: -1, bonus: meters.freeSpins > 0, banner: undefined }
  }
  const elapsed = now - last.startedAt
  const from = last.from ?? { stops: restingStops(def, scene.id), free: false }
  const reels = def.reelStopsMs.map((stopMs, reel) => reelOf(def, last, from, reel, elapsed, stopMs))
  const stand = Math.max(...def.reelStopsMs)
  const standing = elapsed >= stand
  const winMs = elapsed - stand - WIN_DELAY_MS
  const bonus = meters.freeSpins > 0 || (last.spin.free && elapsed < stand + BONUS_END_MS)
  return {
    reels,
    standing,
    wins: isGain(def, last.spin) ? winsAt(last.spin.wins, winMs) : [],
    winMs,
    bonus,
    banner: bannerAt(def, last.spin, meters.stake, winMs),
  }
}

function reelOf(def: GameDef, { spin }: LastSpin, from: From, reel: number, elapsed: number, stopMs: number) {
  const lengthOf = (free: boolean) => stripsOf(def, free)[reel]?.length ?? 1
  const motion = reelAt(
    elapsed,
    from.stops[reel] ?? 0,
    lengthOf(from.free),
    spin.stops[reel] ?? 0,
    lengthOf(spin.free),
    stopMs,
  )
  return { ...motion, free: motion.arriving ? spin.free : from.free }
}

function winsAt(wins: ShownSpin['wins'], ms: number): ShownSpin['wins'] {
  if (ms < 0 || wins.length === 0) return []
  if (wins.length === 1 || ms < ALL_WINS_MS) return wins
  const shown = wins[Math.floor((ms - ALL_WINS_MS) / EACH_WIN_MS) % wins.length]
  return shown ? [shown] : []
}

function bannerAt(def: GameDef, spin: ShownSpin, stake: number, ms: number): Banner | undefined {
  if (ms < 0 || ms >= BANNER_MS) return undefined
  const { jackpot, freeSpins } = evaluateStops(def, spin.stops, def.stakes[0] ?? 0, spin.free)
  const win = spin.wins.reduce((sum, { amount }) => sum + amount, 0)
  const stakes = stake > 0 ? Math.floor(win / stake) : 0
  if (jackpot) return { kind: 'jackpot', count: stakes }
  if (freeSpins > 0) return { kind: 'free', count: freeSpins }
  return stakes >= MIN_BIG_WIN_STAKES ? { kind: 'big', count: stakes } : undefined
}
