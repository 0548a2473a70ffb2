import type { GameState } from '../../../contract/live.ts'

/** The last spin seen at a machine, in this session. */
export interface SpinMark {
  machine: string
  /** Empty where the server does not number its spins. */
  id: string
  /** Its win is still to come. */
  open: boolean
  /** It cost nothing. */
  free: boolean
  /** It was under way when this session first saw the machine. */
  foreign: boolean
}

export interface EndedSpin {
  id: string
  stake: number
  win: number
  free: boolean
  jackpot: number
}

/** What a new state of a machine means for the money of the session and of the visit; amounts in cents. */
export interface SpinStep {
  mark: SpinMark
  /** A spin is seen for the first time; `stake` is what it costs, 0 for a free one. */
  began: boolean
  stake: number
  ended: EndedSpin | undefined
}

/**
 * Reads a machine's next state: the one source of all totals. Each spin counts once: its stake when it is first seen,
 * its win (which holds the jackpot) when the reels stand. The first spin of a machine without a `last` mark began
 * before this session. `wasFree`: the spin that begins now is free, where the server does not number its spins.
 */
export function readSpin(
  last: SpinMark | null | undefined,
  machine: string,
  next: GameState,
  wasFree: boolean,
): SpinStep {
  const { spin } = next
  const id = spin?.id ?? ''
  const isSpinning = next.phase === 'spinning'
  // A seat that was taken anew has no spin yet, whatever was played there before.
  const known =
    last?.machine === machine && (spin || !last.id)
      ? last
      : { machine, id, open: isSpinning, free: false, foreign: isSpinning }
  // Spins without a number are told apart by their beginning and end.
  const began = id !== known.id || (!spin && isSpinning && !known.open)
  const free = spin ? spin.free : began ? wasFree : known.free
  const stake = spin?.stake ?? next.stake
  const isOpen = began || known.open
  const ended =
    isOpen && !isSpinning
      ? { id: id || `seq-${next.seq}`, stake, win: spin?.win ?? next.win, free, jackpot: spin?.jackpot ?? 0 }
      : undefined
  const mark = { machine, id, open: isOpen && isSpinning, free, foreign: !began && known.foreign }
  return { mark, began, stake: began && !free ? stake : 0, ended }
}
