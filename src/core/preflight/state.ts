import { type ReadonlySignal, signal } from '@preact/signals-react'

/**
 * What stands before everything. `webrtc`: this browser shows no live video, and that is the end of it. `browser`:
 * not one of those we recommend; the player may go on. `checking`, `blocked`, `checkFailed`: the country check is
 * under way, said no, or gave no answer that counts.
 */
export type Gate =
  | { at: 'webrtc' }
  | { at: 'browser' }
  | { at: 'checking' }
  | { at: 'blocked'; country: string | undefined; ip: string | undefined }
  | { at: 'checkFailed' }

const gateSignal = signal<Gate | undefined>(undefined)

/** What a player stands before; undefined: nothing, or nothing that is known yet. */
export const gate: ReadonlySignal<Gate | undefined> = gateSignal

/** From now on this stands before everything; undefined: the way is free. */
export function setGate(next: Gate | undefined): void {
  gateSignal.value = next
}
