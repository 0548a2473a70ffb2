import type { GameState } from '../../../contract/live.ts'

/** The last spin of a machine that this session has seen. */
export interface SpinMark {
  machine: string
  /** Empty if the server sends no spin ids. */
  id: string
  /** The spin has not ended. */
  open: boolean
  /** A free spin. */
  free: boolean
  /** Started before this session saw the machine. */
  foreign: boolean
  /** The id of the spin before it. */
  previous?: string | undefined
}

export interface EndedSpin {
  id: string
  stake: number
  win: number
  free: boolean
  jackpot: number
}

/** The change of money that a machine's new state represents; amounts in cents. */
export interface SpinStep {
  mark: SpinMark
  /** A spin is seen for the first time; `stake` is its cost, 0 for a free spin. */
  began: boolean
  stake: number
  /** The win that counts: none of a spin whose stake does not, as it started before this session. */
  won: number
  ended: EndedSpin | undefined
}

/**
 * Whether a state belongs to the visit in which `last` was seen. A newly joined machine reports no spin,
 * whatever was played there before.
 */
export const isSameVisit = (
  last: SpinMark | null | undefined,
  machine: string,
  { spin }: GameState,
): last is SpinMark => last?.machine === machine && (Boolean(spin) || !last.id)

/**
 * Interprets a machine's next state; all totals derive from it. Each spin counts once: its stake when first
 * seen, its win (jackpot included) when it ends. A spin under way without a `last` mark started before this
 * session: it counts with neither. `wasFree`: for servers without spin ids, whether a spin that starts now is
 * free. A state that shows the spin before again, such as one of a cabinet whose platform was restarted in a
 * game, changes nothing: the newer spin's end is still to come.
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
  const known = isSameVisit(last, machine, next)
    ? last
    : { machine, id, open: isSpinning, free: false, foreign: isSpinning }
  if (id && id === known.previous && id !== known.id)
    return { mark: known, began: false, stake: 0, won: 0, ended: undefined }
  // Spins without ids are recognised by their start and end.
  const began = id !== known.id || (!spin && isSpinning && !known.open)
  const free = spin ? spin.free : began ? wasFree : known.free
  const stake = spin?.stake ?? next.stake
  const isOpen = began || known.open
  const ended =
    isOpen && !isSpinning
      ? { id: id || `seq-${next.seq}`, stake, win: spin?.win ?? next.win, free, jackpot: spin?.jackpot ?? 0 }
      : undefined
  const previous = began ? known.id : known.previous
  const mark = { machine, id, open: isOpen && isSpinning, free, foreign: !began && known.foreign, previous }
  const won = ended && !mark.foreign ? ended.win : 0
  return { mark, began, stake: began && !free ? stake : 0, won, ended }
}
