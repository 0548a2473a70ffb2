import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { LimitKind, LimitsAnswer } from '../../../contract/limits.ts'
import type { Failure, LoadStatus } from '../../../contract/result.ts'
import { createLoginLatest, onSessionEnd } from '../../../core/session/state.ts'
import type { Mark } from '../../../core/stale-answers.ts'

/** What is being saved. */
export type Saving = LimitKind | 'pause'

const limitsSignal = signal<LimitsAnswer | undefined>(undefined)
const loadSignal = signal<LoadStatus>('idle')
const failureSignal = signal<Failure | undefined>(undefined)
const savingSignal = signal<Saving | undefined>(undefined)
const saveFailureSignal = signal<{ of: Saving; failure: Failure } | undefined>(undefined)
const requests = createLoginLatest()

export const limits: ReadonlySignal<LimitsAnswer | undefined> = limitsSignal
export const limitsLoad: ReadonlySignal<LoadStatus> = loadSignal
/** Why the limits could not be loaded. */
export const limitsFailure: ReadonlySignal<Failure | undefined> = failureSignal
export const saving: ReadonlySignal<Saving | undefined> = savingSignal
/** Why the last change failed. */
export const saveFailure: ReadonlySignal<{ of: Saving; failure: Failure } | undefined> = saveFailureSignal

/** Begins a request, or a change of `next`; pass its mark to `applyLimits`. */
export function beginLimitsRequest(next?: Saving): Mark {
  batch(() => {
    if (loadSignal.peek() !== 'ready') loadSignal.value = 'loading'
    savingSignal.value = next
    saveFailureSignal.value = undefined
  })
  return requests.begin()
}

/** Applies the answer or the failure. On failure the shown limits stay; a stale answer is dropped. */
export function applyLimits(mark: Mark, answer: LimitsAnswer | undefined, failure?: Failure): void {
  if (requests.isStale(mark)) return
  batch(() => {
    const of = savingSignal.peek()
    savingSignal.value = undefined
    if (answer) limitsSignal.value = answer
    if (of && failure) saveFailureSignal.value = { of, failure }
    else failureSignal.value = failure
    if (answer) loadSignal.value = 'ready'
    else if (loadSignal.peek() !== 'ready') loadSignal.value = failure?.status === 404 ? 'absent' : 'failed'
  })
}

/** Forgets why the last change failed. */
export function clearSaveFailure(): void {
  saveFailureSignal.value = undefined
}

onSessionEnd(() =>
  batch(() => {
    limitsSignal.value = undefined
    loadSignal.value = 'idle'
    failureSignal.value = undefined
    savingSignal.value = undefined
    saveFailureSignal.value = undefined
  }),
)
