import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { Machine } from '../../../contract/floor.ts'
import { onSessionEnd } from '../../../core/session/state.ts'
import { favourites } from '../../preferences/state.ts'

/** `server`: the order in which the server sends the machines. */
export type Sorting = 'server' | 'name' | 'free' | 'favourites' | 'jackpot'

export interface MachineFilter {
  text: string
  /** The art key of a brand, as in a machine's `brand`; empty: all. */
  brand: string
  status: Machine['status'] | ''
  favourites: boolean
  sorting: Sorting
}

const NO_FILTER: MachineFilter = { text: '', brand: '', status: '', favourites: false, sorting: 'server' }

const filterSignal = signal<MachineFilter>(NO_FILTER)

/** The player's filter; it lasts until the session ends. */
export const filter: ReadonlySignal<MachineFilter> = filterSignal

/** The number of active filters. */
export const filterCount: ReadonlySignal<number> = computed(() => {
  const { text, brand, status, favourites } = filterSignal.value
  return [text.trim(), brand, status, favourites].filter(Boolean).length
})

export function setFilter(next: Partial<MachineFilter>): void {
  filterSignal.value = { ...filterSignal.peek(), ...next }
}

/** Clears the filters and keeps the sorting. */
export function clearFilters(): void {
  setFilter({ ...NO_FILTER, sorting: filterSignal.peek().sorting })
}

export const favouriteIdSet: ReadonlySignal<ReadonlySet<string>> = computed(() => new Set(favourites.value))

onSessionEnd(() => {
  filterSignal.value = NO_FILTER
})
