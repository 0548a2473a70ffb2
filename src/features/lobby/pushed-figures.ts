import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { JackpotChange, MachineChange } from '../../contract/live.ts'
import { onSessionEnd } from '../../core/session/state.ts'
import { brands, newestBrandsRequest, shownBrandsRequest } from './state.ts'

/* What the pushes contain beside the lobby's state; only late parts of the lobby show it. */

const latestChangesSignal = signal<readonly MachineChange[]>([])
interface FreeCount {
  count: number
  /** The newest request for the brands at the time of the push: the push is newer than its answer. */
  request: number
}
/** The pushed numbers of free machines by brand id. */
const freeCountsSignal = signal<ReadonlyMap<string, FreeCount>>(new Map())

/** The last pushed changes, also of machines that are not listed. */
export const latestChanges: ReadonlySignal<readonly MachineChange[]> = latestChangesSignal

export function setLatestChanges(changes: readonly MachineChange[]): void {
  latestChangesSignal.value = changes
}

/** Applies the numbers of a `jackpot` push; a brand without one keeps its number. */
export function applyFreeCounts(changes: readonly JackpotChange[]): void {
  const byId = new Map(freeCountsSignal.peek())
  const request = newestBrandsRequest()
  for (const { id, freeCount } of changes) if (freeCount != null) byId.set(id, { count: freeCount, request })
  freeCountsSignal.value = byId
}

/** The number of a brand's free machines; undefined where the server sends none. */
export function freeCountOf(id: string): number | undefined {
  const pushed = freeCountsSignal.value.get(id)
  if (pushed && pushed.request >= shownBrandsRequest.value) return pushed.count
  return brands.value.find((brand) => brand.id === id)?.freeCount ?? undefined
}

onSessionEnd(() => {
  latestChangesSignal.value = []
  freeCountsSignal.value = new Map()
})
