import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { QuickPanelAnswer } from '../../../contract/extras.ts'
import type { Failure } from '../../../contract/result.ts'
import { createLoginLatest, onSessionEnd } from '../../../core/session/state.ts'
import type { Mark } from '../../../core/stale-answers.ts'

/** The quick settings with their defaults. */
export const DEFAULT_TOGGLES = {
  /** Toasts for new messages while the chat is closed. */
  notifications: true,
  /** Saves the theme with the player's account instead of on this device. */
  cloudSync: true,
  /** Stored only; it has no effect. */
  retroThrusters: false,
}
export type Toggles = Readonly<typeof DEFAULT_TOGGLES>

const togglesSignal = signal<Toggles>(DEFAULT_TOGGLES)
const dataSignal = signal<QuickPanelAnswer | undefined>(undefined)
const failureSignal = signal<Failure | undefined>(undefined)
const requests = createLoginLatest()

export const toggles: ReadonlySignal<Toggles> = togglesSignal
/** Events and notes; undefined until they have loaded. */
export const quickData: ReadonlySignal<QuickPanelAnswer | undefined> = dataSignal
/** The failure of the last request; earlier data stays. */
export const quickFailure: ReadonlySignal<Failure | undefined> = failureSignal

export function setToggles(next: Toggles): void {
  togglesSignal.value = next
}

/** Begins a request; pass its mark to `applyQuickData`. */
export function beginQuickRequest(): Mark {
  failureSignal.value = undefined
  return requests.begin()
}

/** Applies the answer or the failure; a stale one is dropped. */
export function applyQuickData(mark: Mark, answer: QuickPanelAnswer | undefined, failure?: Failure): void {
  if (requests.isStale(mark)) return
  batch(() => {
    failureSignal.value = failure
    if (answer) dataSignal.value = answer
  })
}

onSessionEnd(() =>
  batch(() => {
    togglesSignal.value = DEFAULT_TOGGLES
    dataSignal.value = undefined
    failureSignal.value = undefined
  }),
)
