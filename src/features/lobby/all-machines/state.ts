import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Machine } from '../../../contract/floor.ts'
import type { MachineChange } from '../../../contract/live.ts'
import type { LoadStatus, Result } from '../../../contract/result.ts'
import { createLoginLatest, onSessionEnd } from '../../../core/session/state.ts'
import type { Mark } from '../../../core/stale-answers.ts'
import { machineSignal, withChange } from '../state.ts'

/*
 * The machines of all brands, for what shows machines of several brands: the player's own, those that are
 * like a busy one, and the search. Loaded on demand; the lobby's list stays separate.
 */

const machinesSignal = signal<ReadonlyMap<string, Machine>>(new Map())
const loadSignal = signal<LoadStatus>('idle')
const requests = createLoginLatest()
/** Changes that were pushed since the newest request began. */
const pushed = new Map<string, MachineChange>()

/** All machines by id, in the server's order; empty until they are loaded. */
export const allMachines: ReadonlySignal<ReadonlyMap<string, Machine>> = machinesSignal
export const allMachinesLoad: ReadonlySignal<LoadStatus> = loadSignal

/** A machine of the lobby's list or of all machines. */
export const findMachine = (id: string): Machine | undefined =>
  machineSignal(id).value ?? machinesSignal.value.get(id)

export function beginAllMachines(): Mark {
  pushed.clear()
  if (loadSignal.peek() !== 'ready') loadSignal.value = 'loading'
  return requests.begin()
}

/**
 * Applies the machines, or the failure of the request: `absent` where the server refuses the call, not where
 * too many came at once. Dropped if a newer request has begun.
 */
export function applyAllMachines(mark: Mark, answer: Result<readonly Machine[]>): void {
  if (requests.isStale(mark)) return
  if (answer.ok) {
    machinesSignal.value = new Map(
      answer.value.map((machine) => {
        const change = pushed.get(machine.id)
        return [machine.id, change ? withChange(machine, change) : machine]
      }),
    )
    loadSignal.value = 'ready'
  } else if (loadSignal.peek() === 'loading') {
    const { category, retryable } = answer.error
    loadSignal.value = category === 'refused' && !retryable ? 'absent' : 'failed'
  }
}

/** Applies pushed changes. */
export function changeAllMachines(changes: readonly MachineChange[]): void {
  for (const change of changes) pushed.set(change.id, change)
  const before = machinesSignal.peek()
  const known = changes.filter(({ id }) => before.has(id))
  if (known.length === 0) return
  const next = new Map(before)
  for (const change of known) {
    const machine = next.get(change.id)
    if (machine) next.set(change.id, withChange(machine, change))
  }
  machinesSignal.value = next
}

onSessionEnd(() => {
  machinesSignal.value = new Map()
  loadSignal.value = 'idle'
  pushed.clear()
})
