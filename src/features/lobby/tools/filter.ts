import type { Machine } from '../../../contract/floor.ts'
import { fold } from '../../../i18n/fold.ts'
import type { Wish } from './state.ts'

/** What a machine is judged by, besides itself. */
export interface Judge {
  isFavourite(id: string): boolean
  /** The machine that is kept for this player. */
  heldId: string | undefined
  /** The greatest jackpot of the brand whose art has this key, cents. */
  jackpot(brand: string): number
  /** Of two names, as the player's language has it. */
  compare(a: string, b: string): number
}

const folded = new Map<string, string>()

/** Names and ids are folded once. */
function foldName(name: string): string {
  let text = folded.get(name)
  if (text === undefined) {
    text = fold(name)
    if (folded.size > 5000) folded.clear()
    folded.set(name, text)
  }
  return text
}

/** The words that are sought: each must be in the name, or begin the id. */
const soughtWords = (text: string): readonly string[] => fold(text).split(/\s+/).filter(Boolean)

const isOwn = (machine: Machine, { heldId }: Judge) => machine.reservation || machine.id === heldId

/** Is this one of the machines that are wanted? One's own machine is as good as a free one. */
export function fits(machine: Machine, wish: Wish, judge: Judge, words = soughtWords(wish.text)): boolean {
  if (wish.brand && machine.brand !== wish.brand) return false
  if (wish.favourites && !judge.isFavourite(machine.id)) return false
  if (
    wish.status &&
    machine.status !== wish.status &&
    !(wish.status === 'available' && isOwn(machine, judge))
  )
    return false
  const [name, id] = [foldName(machine.name), foldName(machine.id)]
  return words.every((word) => name.includes(word) || id.startsWith(word))
}

/** How soon one may sit down at a machine: the own one, a free one, one that may be free soon, … */
const RANKS: Partial<Record<Machine['status'], number>> = {
  available: 1,
  'cashing-out': 2,
  waiting: 3,
  reserved: 3,
  playing: 4,
  'in-bonus': 4,
}

function weightOf(machine: Machine, { sorting }: Wish, judge: Judge): number {
  if (sorting === 'free') return isOwn(machine, judge) ? 0 : (RANKS[machine.status] ?? 5)
  if (sorting === 'favourites') return judge.isFavourite(machine.id) ? 0 : 1
  if (sorting === 'jackpot') return -judge.jackpot(machine.brand)
  return 0
}

/** The machines that are wanted, in the order that is wanted; equals stay in the server's. */
export function arranged(machines: readonly Machine[], wish: Wish, judge: Judge): readonly string[] {
  const words = soughtWords(wish.text)
  const left = machines.filter((machine) => fits(machine, wish, judge, words))
  if (wish.sorting === 'name') left.sort((a, b) => judge.compare(a.name, b.name))
  else if (wish.sorting !== 'server') {
    const weights = new Map(left.map((machine) => [machine, weightOf(machine, wish, judge)]))
    left.sort((a, b) => (weights.get(a) ?? 0) - (weights.get(b) ?? 0))
  }
  return left.map(({ id }) => id)
}
