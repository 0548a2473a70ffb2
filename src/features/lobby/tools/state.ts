import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { Machine } from '../../../contract/floor.ts'
import { onSessionEnd } from '../../../core/session/state.ts'
import { favourites } from '../../preferences/state.ts'

/** By what the machines are ordered; `server`: as the server sends them. */
export type Sorting = 'server' | 'name' | 'free' | 'favourites' | 'jackpot'

/** Which machines a player wants to see, and in which order. */
export interface MachineFilter {
  /** As it was typed. */
  text: string
  /** The key of a brand's art, which is what a machine says of its brand; empty: all. */
  brand: string
  status: Machine['status'] | ''
  favourites: boolean
  sorting: Sorting
}

const NO_FILTER: MachineFilter = { text: '', brand: '', status: '', favourites: false, sorting: 'server' }

const filterSignal = signal<MachineFilter>(NO_FILTER)

/** What this player wants to see. It stays while they are at a machine, and goes when they go. */
export const filter: ReadonlySignal<MachineFilter> = filterSignal

/** How many of its filters keep machines away. */
export const filterCount: ReadonlySignal<number> = computed(() => {
  const { text, brand, status, favourites } = filterSignal.value
  return [text.trim(), brand, status, favourites].filter(Boolean).length
})

/** Changes some of it. */
export function setFilter(next: Partial<MachineFilter>): void {
  filterSignal.value = { ...filterSignal.peek(), ...next }
}

/** Shows all machines again, in the same order. */
export function clearFilters(): void {
  setFilter({ ...NO_FILTER, sorting: filterSignal.peek().sorting })
}

/** The ids of the player's favourites, to look one up. */
export const favouriteIdSet: ReadonlySignal<ReadonlySet<string>> = computed(() => new Set(favourites.value))

onSessionEnd(() => {
  filterSignal.value = NO_FILTER
})
