import type { Machine } from '../../../contract/floor.ts'
import { normalizeForSearch, searchTerms } from '../../../contract/normalize-for-search.ts'
import type { MachineFilter } from './state.ts'

/** The data besides the machine itself that the filters need. */
export interface FilterContext {
  isFavourite(id: string): boolean
  /** The machine that is held for this player. */
  heldId: string | undefined
  /** The highest jackpot, in cents, of the brand with this art key. */
  jackpot(brand: string): number
  /** Compares two names in the page's language. */
  compare(a: string, b: string): number
}

const normalizedNames = new Map<string, string>()

/** Names and ids are normalised once. */
function normalizeName(name: string): string {
  let text = normalizedNames.get(name)
  if (text === undefined) {
    text = normalizeForSearch(name)
    if (normalizedNames.size > 5000) normalizedNames.clear()
    normalizedNames.set(name, text)
  }
  return text
}

const isOwn = (machine: Machine, { heldId }: FilterContext) => machine.reservation || machine.id === heldId

/** Whether a machine matches the filter. The player's held machine counts as available. */
export function matches(
  machine: Machine,
  wish: MachineFilter,
  judge: FilterContext,
  words = searchTerms(wish.text),
): boolean {
  if (wish.brand && machine.brand !== wish.brand) return false
  if (wish.favourites && !judge.isFavourite(machine.id)) return false
  if (
    wish.status &&
    machine.status !== wish.status &&
    !(wish.status === 'available' && isOwn(machine, judge))
  )
    return false
  const [name, id] = [normalizeName(machine.name), normalizeName(machine.id)]
  return words.every((word) => name.includes(word) || id.startsWith(word))
}

/** The order by availability; the player's held machine is 0, all other statuses are last. */
const RANKS: Partial<Record<Machine['status'], number>> = {
  available: 1,
  'cashing-out': 2,
  waiting: 3,
  reserved: 3,
  playing: 4,
  'in-bonus': 4,
}

function sortWeight(machine: Machine, { sorting }: MachineFilter, judge: FilterContext): number {
  if (sorting === 'free') return isOwn(machine, judge) ? 0 : (RANKS[machine.status] ?? 5)
  if (sorting === 'favourites') return judge.isFavourite(machine.id) ? 0 : 1
  if (sorting === 'jackpot') return -judge.jackpot(machine.brand)
  return 0
}

/** The ids of the matching machines in the chosen order; equal ones keep the server's order. */
export function filterAndSort(
  machines: readonly Machine[],
  wish: MachineFilter,
  judge: FilterContext,
): readonly string[] {
  const words = searchTerms(wish.text)
  const left = machines.filter((machine) => matches(machine, wish, judge, words))
  if (wish.sorting === 'name') left.sort((a, b) => judge.compare(a.name, b.name))
  else if (wish.sorting !== 'server') {
    const weights = new Map(left.map((machine) => [machine, sortWeight(machine, wish, judge)]))
    left.sort((a, b) => (weights.get(a) ?? 0) - (weights.get(b) ?? 0))
  }
  return left.map(({ id }) => id)
}
