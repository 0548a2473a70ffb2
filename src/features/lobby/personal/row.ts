import { favourites } from '../../preferences/state.ts'
import { heldMachine } from '../state.ts'
import { lastMachines } from './state.ts'

const MAX_FAVOURITES = 20

export type Kind = 'continue' | 'last' | 'favourite'

/** The ids of the row: the held machine, those played last, and the favourites of all brands, each once. */
export function personalIds(): Map<string, Kind> {
  const held = heldMachine.value
  const found = new Map<string, Kind>(held && [[held.id, 'continue']])
  for (const id of lastMachines.value) if (!found.has(id)) found.set(id, 'last')
  for (const id of favourites.value.slice(0, MAX_FAVOURITES)) if (!found.has(id)) found.set(id, 'favourite')
  return found
}
