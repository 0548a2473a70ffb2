import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { QuickPanelAnswer } from '../../../contract/extras.ts'
import type { Failure } from '../../../contract/result.ts'
import { onSessionEnd } from '../../../core/session/state.ts'

/** The quick settings, and how they stand before somebody touches them. */
export const DEFAULT_TOGGLES = {
  /** Is the player told of a new message while the chat is closed? */
  notifications: true,
  /** Does the look go with the player's account? Else it stays on this device. */
  cloudSync: true,
  /** Kept, and nothing else. */
  retroThrusters: false,
}
export type Toggles = Readonly<typeof DEFAULT_TOGGLES>

const set = signal<Toggles>(DEFAULT_TOGGLES)
const found = signal<QuickPanelAnswer | undefined>(undefined)
const failed = signal<Failure | undefined>(undefined)
let turn = 0

/** How the quick settings stand. */
export const toggles: ReadonlySignal<Toggles> = set
/** Events and notes, once they have come. */
export const quickData: ReadonlySignal<QuickPanelAnswer | undefined> = found
/** Why they did not come when they were asked for last; what came before stays. */
export const quickFailure: ReadonlySignal<Failure | undefined> = failed

export function setToggles(next: Toggles): void {
  set.value = next
}

/** Events and notes are asked for; hand the number to `applyQuickData`. */
export function beginQuickRequest(): number {
  failed.value = undefined
  return ++turn
}

/** Takes them, or why they did not come. An answer to an older question is dropped. */
export function applyQuickData(asked: number, answer: QuickPanelAnswer | undefined, failure?: Failure): void {
  if (asked !== turn) return
  batch(() => {
    failed.value = failure
    if (answer) found.value = answer
  })
}

onSessionEnd(() =>
  batch(() => {
    turn++
    set.value = DEFAULT_TOGGLES
    found.value = undefined
    failed.value = undefined
  }),
)
