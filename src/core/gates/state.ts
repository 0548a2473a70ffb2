import { effect, type ReadonlySignal, signal } from '@preact/signals-react'

/**
 * What blocks the app. `webrtc`: this browser shows no live video. `browser`: it is not a recommended one;
 * the player may continue. `checking`, `blocked`, `checkFailed`: the country check is pending, refused, or
 * got no valid answer.
 */
export type Gate =
  | { kind: 'webrtc' }
  | { kind: 'browser' }
  | { kind: 'checking' }
  | { kind: 'blocked'; country: string | undefined; ip: string | undefined }
  | { kind: 'checkFailed' }

const gateSignal = signal<Gate | undefined>(undefined)

/** Undefined: no gate is open, as far as is known yet. */
export const gate: ReadonlySignal<Gate | undefined> = gateSignal

export function setGate(next: Gate | undefined): void {
  gateSignal.value = next
}

/** Resolves when a gate opens for which `isMet` holds. */
export const untilGate = (isMet: (gate: Gate) => boolean): Promise<void> =>
  new Promise((done) => {
    effect(() => {
      if (gate.value && isMet(gate.value)) done()
    })
  })
