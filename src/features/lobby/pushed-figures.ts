import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Brand } from '../../contract/floor.ts'
import type { JackpotChange, MachineChange } from '../../contract/live.ts'
import { onSessionEnd } from '../../core/session/state.ts'
import { brands } from './state.ts'

/* What the pushes contain beside the lobby's state; only late parts of the lobby show it. */

const latestChangesSignal = signal<readonly MachineChange[]>([])
/** The pushed numbers of free machines by brand id, and the list of brands that they are newer than. */
const freeCountsSignal = signal<{ list: readonly Brand[]; byId: ReadonlyMap<string, number> }>({
  list: [],
  byId: new Map(),
})

/** The last pushed changes, also of machines that are not listed. */
export const latestChanges: ReadonlySignal<readonly MachineChange[]> = latestChangesSignal

export function setLatestChanges(changes: readonly MachineChange[]): void {
  latestChangesSignal.value = changes
}

/** Applies the numbers of a `jackpot` push; a brand without one keeps its number. */
export function applyFreeCounts(changes: readonly JackpotChange[]): void {
  const list = brands.peek()
  const before = freeCountsSignal.peek()
  const byId = new Map(before.list === list ? before.byId : [])
  for (const { id, freeCount } of changes) if (freeCount != null) byId.set(id, freeCount)
  freeCountsSignal.value = { list, byId }
}

/** The number of a brand's free machines; undefined where the server sends none. */
export function freeCountOf(id: string): number | undefined {
  const { list, byId } = freeCountsSignal.value
  const pushed = list === brands.value ? byId.get(id) : undefined
  return pushed ?? brands.value.find((brand) => brand.id === id)?.freeCount ?? undefined
}

onSessionEnd(() => {
  latestChangesSignal.value = []
  freeCountsSignal.value = { list: [], byId: new Map() }
})
